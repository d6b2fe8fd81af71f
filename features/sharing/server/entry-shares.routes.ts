import type { FastifyRequest } from 'fastify';
import { journalProblems } from '#features/journal/journal.contract.ts';
import { createPhotoStorage } from '#features/photos/server/photos.public.ts';
import {
  getEntryShare,
  getSharedEntry,
  shareEntry,
  unshareEntry,
} from '#features/sharing/entry-shares.contract.ts';
import { storageUnavailable } from '#server/http/disk-reserve.ts';
import { matchesETag, notModified } from '#server/http/document-version.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { problem } from '#server/http/problem.ts';
import { sendPageOfProblem } from '#server/http/send-page-of-problem.ts';
import { sendWrittenPage } from '#server/http/send-written-page.ts';
import { requireUser } from '#server/http/require-user.ts';
import { serveCards } from '#server/drawing/card-route.ts';
import { drawEntryCard } from './cards/draw-entry-card.ts';
import { deleteEntryShare, insertEntryShare, isSharedBy, selectEntryShare } from './entry-shares.sql.ts';
import { newSecretId } from '#server/http/secret-id.ts';
import { openSharedEntry } from './shared-entries.ts';
import { sharedEntryPage } from './shared-entry-page.ts';
import { limitUnknownIds } from '#server/http/limit-unknown-ids.ts';

export const entrySharesRoutes: FeatureRoutes = (app, { database, settings, personalData, photoReaders }) => {
  personalData.declare({ table: 'journal_entry_shares', column: 'user_id', onDeletion: 'deleted' });
  photoReaders.declare('journal', async (connection, { ownerId, usedBy, reader: { share } }) =>
    share === null ? false : isSharedBy(connection, { shareId: share, userId: ownerId, entryId: usedBy }),
  );

  const storage = createPhotoStorage(settings);
  const withUnknownIdLimit = limitUnknownIds(app, { code: 'sharing.not_found' });
  const openLink = (request: FastifyRequest, shareId: string) =>
    withUnknownIdLimit(request, () => openSharedEntry(database, shareId));
  const open = (request: FastifyRequest<{ Params: { shareId: string } }>) =>
    openLink(request, request.params.shareId);

  app.route({
    ...getEntryShare,
    handler: async (request) => ({
      share: await selectEntryShare(database, { ...requireUser(request), ...request.params }),
    }),
  });

  app.route({
    ...shareEntry,
    handler: async (request) => {
      const key = { userId: requireUser(request).userId, ...request.params };
      const share = await insertEntryShare(database, { id: newSecretId(), ...key });
      if (!share) throw problem(journalProblems, 'journal.not_found');
      return { share };
    },
  });

  app.route({
    ...unshareEntry,
    handler: async (request) => {
      await deleteEntryShare(database, { ...requireUser(request), ...request.params });
      return { share: null };
    },
  });

  app.route({
    ...getSharedEntry,
    handler: async (request, reply) => {
      const { entry, version } = await open(request);
      const tag = `"${version}"`;
      reply.headers({ etag: tag, 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' });
      if (matchesETag(request.headers['if-none-match'], tag)) return notModified(reply);
      return entry;
    },
  });

  app.route<{ Params: { shareId: string } }>({
    method: 'GET',
    url: '/shared-momokzi-journal/:shareId',
    handler: async (request, reply) => {
      reply.headers({
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-cache',
      });
      const opened = await open(request).catch((error: unknown) =>
        sendPageOfProblem({ error, request, reply }),
      );
      if (!opened) return reply;
      const { version } = opened;
      const write = () => app.pages.write(sharedEntryPage({ ...opened, baseUrl: settings.BASE_URL }));
      return sendWrittenPage({ app, request, reply, version, write });
    },
  });

  serveCards(app, {
    page: '/shared-momokzi-journal',
    open: async (...given) => {
      const { entry, version } = await openLink(...given);
      const [first] = entry.photos;
      const draw = async () => {
        if (!first) return drawEntryCard({ entry, bytes: null });
        const key = { photoId: first.id, purpose: first.purpose, size: 'medium' as const };
        // Messengers keep an image. Therefore an image without its photo is only drawn if the photo is lost.
        const file = await storage.read(key).catch((cause: unknown) => {
          throw Object.assign(storageUnavailable(), { cause });
        });
        if (typeof file !== 'string') return drawEntryCard({ entry, bytes: file });
        app.log.error({ event: 'photo.file_lost', photoId: first.id, file }, 'a photo has no file');
        return drawEntryCard({ entry, bytes: null });
      };
      return { version, draw };
    },
  });
};
