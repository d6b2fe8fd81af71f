import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { onPlaceChange } from '#features/catalogue/server/catalogue.public.ts';
import { collectionsProblems } from '#features/collections/collections.contract.ts';
import { findCollection } from '#features/collections/server/collections.sql.ts';
import { serveCards } from '#server/drawing/card-route.ts';
import { matchesETag, notModified } from '#server/http/document-version.ts';
import type { App, FeatureRoutes } from '#server/http/feature.ts';
import { runIdempotently } from '#server/http/idempotency.ts';
import { limitUnknownIds } from '#server/http/limit-unknown-ids.ts';
import { hasProblemCode, problem } from '#server/http/problem.ts';
import { requireUser } from '#server/http/require-user.ts';
import { sendPageOfProblem } from '#server/http/send-page-of-problem.ts';
import { sendWrittenPage } from '#server/http/send-written-page.ts';
import { rejectExcessRequests } from '#server/http/rate-limits.ts';
import {
  answerVote as answerVoteEndpoint,
  closeVote as closeVoteEndpoint,
  createVote as createVoteEndpoint,
  decideVote as decideVoteEndpoint,
  deleteVote as deleteVoteEndpoint,
  getVote,
  getVoteCalendar,
  listVotes,
} from '#features/collections/votes.contract.ts';
import { VOTE_RETENTION_MS } from '#features/collections/votes.rules.ts';
import { drawVoteCard } from './draw-vote-card.ts';
import { voteCalendar } from './vote-calendar.ts';
import { votePage, votePageVersion } from './vote-page.ts';
import {
  announceVotes,
  answerVote,
  closeVote,
  createVote,
  decideVote,
  deleteVote,
  readVote,
  requireVote,
  showsPhoto,
  votesOf,
} from './votes.service.ts';
import { incrementVersionsOfVotesOn, purgeVotes, type StoredVote } from './votes.sql.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'votes.purge': Record<string, never>;
    'votes.announce': Record<string, never>;
  }
}

/**
 * Limit of answers per minute and network address. It is high enough for an office, and low enough to slow down a
 * sender of invented voters.
 */
const ANSWERS = { max: 30, timeWindow: 60_000, cache: 20_000 };

export const votesRoutes: FeatureRoutes = (app, { database, jobs, personalData, photoReaders, settings }) => {
  onPlaceChange(incrementVersionsOfVotesOn);
  personalData.declare({ table: 'votes', column: 'created_by', onDeletion: 'deleted' });
  photoReaders.declare('review', async (connection, { photoId, reader: { share } }) =>
    share === null ? false : showsPhoto(connection, { voteId: share, photoId }),
  );
  const withUnknownCollectionLimit = limitUnknownIds(app, { code: 'collections.not_found' });
  const withUnknownVoteLimit = limitUnknownIds(app, { code: 'votes.not_found' });
  const countAnswers = app.createRateLimit(ANSWERS);
  const readAsVisitor = (request: FastifyRequest, voteId: string) =>
    withUnknownVoteLimit(request, () => readVote(database, { voteId, userId: null, now: Date.now() }));

  app.route({
    ...listVotes,
    handler: async (request) => {
      const { userId } = requireUser(request);
      const key = { userId, ...request.params };
      await withUnknownCollectionLimit(request, async () => {
        const found = await findCollection(database, key);
        if (!found) throw problem(collectionsProblems, 'collections.not_found');
      });
      return { votes: await votesOf(database, { ...key, now: Date.now() }) };
    },
  });

  app.route({
    ...createVoteEndpoint,
    handler: (request, reply) =>
      runIdempotently({ request, reply, database, status: 201 }, (transaction) =>
        createVote(transaction, {
          person: requireUser(request),
          ...request.params,
          wanted: request.body,
          now: Date.now(),
        }),
      ),
  });

  app.route({
    ...getVote,
    handler: async (request, reply) => {
      const person = await request.identify();
      hideFromSearch(reply);
      const key = { ...request.params, userId: person?.userId ?? null, now: Date.now() };
      const stored = await withUnknownVoteLimit(request, () => requireVote(database, key));
      const tag = voteETag({ ...key, stored });
      reply.header('etag', tag).header('cache-control', 'private, no-cache');
      if (matchesETag(request.headers['if-none-match'], tag)) return notModified(reply);
      return readVote(database, key);
    },
  });

  app.route({
    ...answerVoteEndpoint,
    handler: async (request) => {
      rejectExcessRequests(await countAnswers(request));
      const person = await request.identify();
      const key = { ...request.params, userId: person?.userId ?? null, now: Date.now() };
      return withUnknownVoteLimit(request, () => answerVote(database, { ...key, given: request.body }));
    },
  });

  app.route({
    ...closeVoteEndpoint,
    handler: (request) => {
      const key = { person: requireUser(request), ...request.params };
      return withUnknownVoteLimit(request, () => closeVote(database, { ...key, now: Date.now() }));
    },
  });

  app.route({
    ...decideVoteEndpoint,
    handler: (request) => {
      const key = { person: requireUser(request), ...request.params, ...request.body };
      return withUnknownVoteLimit(request, () => decideVote(database, { ...key, now: Date.now() }));
    },
  });

  app.route({
    ...deleteVoteEndpoint,
    handler: async (request) => {
      const key = { person: requireUser(request), ...request.params };
      try {
        await withUnknownVoteLimit(request, () => deleteVote(database, key));
      } catch (error) {
        // This is not an error: the client may repeat a request whose response was lost.
        if (!hasProblemCode(error, 'votes.not_found')) throw error;
      }
      return { deleted: true as const };
    },
  });

  votePages(app, { readAsVisitor, baseUrl: settings.BASE_URL });

  jobs.handle('votes.purge', () => purgeVotes(jobs.database, new Date(Date.now() - VOTE_RETENTION_MS)));
  jobs.schedule('votes.purge', '53 4 * * *');
  jobs.handle('votes.announce', () => announceVotes(jobs.database, Date.now()));
  jobs.schedule('votes.announce', '*/5 * * * *');
};

/** The page of a vote, its preview image and its calendar file. */
function votePages(
  app: App,
  {
    readAsVisitor,
    baseUrl,
  }: {
    readAsVisitor: (request: FastifyRequest, voteId: string) => ReturnType<typeof readVote>;
    baseUrl: string;
  },
): void {
  const addressOf = (voteId: string) => new URL(`/vote/${voteId}`, baseUrl).href;

  app.route({
    ...getVoteCalendar,
    handler: async (request, reply) => {
      const { voteId } = request.params;
      const vote = await readAsVisitor(request, voteId);
      hideFromSearch(reply);
      reply.header('content-disposition', 'attachment; filename="momokzi.ics"');
      return reply.type('text/calendar; charset=utf-8').send(voteCalendar({ vote, url: addressOf(voteId) }));
    },
  });

  app.route<{ Params: { voteId: string } }>({
    method: 'GET',
    url: '/vote/:voteId',
    handler: async (request, reply) => {
      hideFromSearch(reply);
      reply.headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-cache' });
      const vote = await readAsVisitor(request, request.params.voteId).catch((error: unknown) =>
        sendPageOfProblem({ error, request, reply }),
      );
      if (!vote) return reply;
      const write = () => app.pages.write(votePage({ vote, url: addressOf(vote.id) }));
      return sendWrittenPage({ app, request, reply, version: votePageVersion(vote), write });
    },
  });

  serveCards(app, {
    page: '/vote',
    open: async (...given) => {
      const vote = await readAsVisitor(...given);
      return { version: votePageVersion(vote), draw: () => drawVoteCard(vote) };
    },
  });
}

/**
 * Returns the ETag of a vote. The ETag also contains the parts of the response that can differ at the same version: the
 * person and their role, whether the vote has ended, and the name of the collection.
 */
function voteETag({
  stored,
  userId,
  now,
}: {
  stored: StoredVote;
  userId: string | null;
  now: number;
}): string {
  const { version, closesAt, ...others } = stored;
  const state = createHash('sha256').update(JSON.stringify([userId, closesAt <= now, others]));
  return `"v${version}-${state.digest('base64url').slice(0, 22)}"`;
}

const hideFromSearch = (reply: FastifyReply) => reply.header('x-robots-tag', 'noindex');
