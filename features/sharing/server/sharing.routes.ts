import type { Database } from '#server/database/database.ts';
import type { FastifyRequest } from 'fastify';
import {
  changeListShare,
  countSharedListView,
  createListShare,
  getSharedList,
  getShareOrigin,
  listListShares,
  revokeListShare,
  takeOverFromSharedList,
} from '#features/sharing/sharing.contract.ts';
import { ownerNameForVisitors } from '#features/sharing/sharing.rules.ts';
import { matchesETag, notModified } from '#server/http/document-version.ts';
import type { App, FeatureRoutes } from '#server/http/feature.ts';
import { runIdempotently } from '#server/http/idempotency.ts';
import { sendPageOfProblem } from '#server/http/send-page-of-problem.ts';
import { sendWrittenPage } from '#server/http/send-written-page.ts';
import { requireUser } from '#server/http/require-user.ts';
import { serveCards } from '#server/drawing/card-route.ts';
import { drawListCard } from './cards/draw-list-card.ts';
import { changeShare, createShare, revokeShare, sharesOf } from './list-shares.service.ts';
import { selectNickname } from './list-shares.sql.ts';
import { createViewCounts } from './view-counts.ts';
import { createSharedLists } from './shared-lists.ts';
import { limitUnknownIds } from '#server/http/limit-unknown-ids.ts';
import { shareOriginOf, takeOverPlaces } from './take-over-places.service.ts';

export const sharingRoutes: FeatureRoutes = (
  app,
  { database, searchDatabase, settings, personalData, photoReaders },
) => {
  personalData.declare({ table: 'list_shares', column: 'user_id', onDeletion: 'deleted' });
  const lists = createSharedLists({
    database,
    searchDatabase,
    pages: app.pages,
    baseUrl: settings.BASE_URL,
  });
  photoReaders.declare('review', async (_connection, { photoId, reader: { share } }) =>
    share === null ? false : lists.showsPhoto(share, photoId),
  );
  const opens = createViewCounts({
    database,
    onFailure: (error) => app.log.warn({ event: 'sharing.views_lost', err: error }),
  });
  app.addHook('onClose', () => opens.write());

  const withUnknownIdLimit = limitUnknownIds(app, { code: 'sharing.not_found' });
  const openLink = (request: FastifyRequest, shareId: string) =>
    withUnknownIdLimit(request, () => lists.open(shareId, Date.now()));
  const open = (request: FastifyRequest<{ Params: { shareId: string } }>) =>
    openLink(request, request.params.shareId);

  manageShareRoutes(app, database);

  app.route({
    ...getSharedList,
    // The response is not serialised again. The bytes were built once for all visitors, field by field. A test compares
    // the bytes with the contract.
    serializerCompiler: () => (json) => json as string,
    handler: async (request, reply) => {
      const link = await open(request);
      reply.headers({ etag: link.entityTag, 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' });
      if (matchesETag(request.headers['if-none-match'], link.entityTag)) return notModified(reply);
      const { json } = await link.document();
      return json as never;
    },
  });

  app.route<{ Params: { shareId: string } }>({
    method: 'GET',
    url: '/shared/:shareId',
    handler: async (request, reply) => {
      reply.headers({
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-cache',
      });
      const link = await open(request).catch((error: unknown) =>
        sendPageOfProblem({ error, request, reply }),
      );
      if (!link) return reply;
      return sendWrittenPage({
        app,
        request,
        reply,
        version: link.entityTag.slice(1, -1),
        write: (build) => link.page(build),
      });
    },
  });

  serveCards(app, {
    page: '/shared',
    open: async (...given) => {
      const link = await openLink(...given);
      const draw = async () => drawListCard((await link.document()).list);
      return { version: link.entityTag.slice(1, -1), draw };
    },
  });

  app.route({
    ...countSharedListView,
    handler: async (request, reply) => {
      opens.count(request.params.shareId);
      return reply.code(202).send({ counted: true });
    },
  });

  takeOverRoutes(app, { database, lists, open });
};

/** The routes by which owners manage their links. */
function manageShareRoutes(app: App, database: Database): void {
  app.route({
    ...listListShares,
    handler: async (request) => {
      const person = requireUser(request);
      return {
        shares: await sharesOf({ database, person, now: Date.now() }),
        ownerName: ownerNameForVisitors(await selectNickname(database, person.userId)),
      };
    },
  });

  app.route({
    ...createListShare,
    handler: (request, reply) =>
      runIdempotently({ request, reply, database, status: 201 }, (transaction) =>
        createShare(transaction, { person: requireUser(request), wanted: request.body, now: Date.now() }),
      ),
  });

  app.route({
    ...changeListShare,
    handler: (request) =>
      changeShare({
        database,
        person: requireUser(request),
        ...request.params,
        changes: request.body,
        now: Date.now(),
      }),
  });

  app.route({
    ...revokeListShare,
    handler: async (request) => {
      await revokeShare({ database, person: requireUser(request), ...request.params });
      return { revoked: true as const };
    },
  });
}

/** The routes by which visitors take over places into their own list. */
function takeOverRoutes(
  app: App,
  {
    database,
    lists,
    open,
  }: {
    database: Database;
    lists: ReturnType<typeof createSharedLists>;
    open: (request: FastifyRequest<{ Params: { shareId: string } }>) => ReturnType<typeof lists.open>;
  },
): void {
  app.route({
    ...takeOverFromSharedList,
    handler: async (request, reply) => {
      const person = requireUser(request);
      const opening = open(request).then((link) => link.document());
      // Only a first attempt needs the list. A retry gets the first response, even if the link has been paused in the
      // meantime. Therefore a failure to open the link is not thrown here.
      await Promise.allSettled([opening]);
      return runIdempotently({ request, reply, database, status: 201 }, async (transaction) => {
        const { list } = await opening;
        return takeOverPlaces(transaction, { person, list, restaurantIds: request.body.restaurantIds });
      });
    },
  });

  app.route({
    ...getShareOrigin,
    handler: async (request) => {
      const asked = { person: requireUser(request), ...request.params, now: Date.now() };
      return { takenFrom: await shareOriginOf({ database, lists, ...asked }) };
    },
  });
}
