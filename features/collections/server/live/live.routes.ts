import { collectionsProblems, followCollection } from '#features/collections/collections.contract.ts';
import { commonProblems } from '#common/problem.ts';
import { openEventStream } from '#server/http/event-stream.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { limitUnknownIds } from '#server/http/limit-unknown-ids.ts';
import { problem } from '#server/http/problem.ts';
import { requireUser, sessionOf } from '#server/http/require-user.ts';
import { findCollection } from '../collections.sql.ts';
import { createCollectionStreams } from './collection-streams.ts';

/** Streams that announce changes of a collection. */
export const liveCollectionsRoutes: FeatureRoutes = (app, { database, pool }) => {
  const streams = createCollectionStreams({ database, pool, log: app.log });
  // Before the server waits for its responses.
  app.addHook('preClose', () => streams.close());
  const withUnknownIdLimit = limitUnknownIds(app, { code: 'collections.not_found' });

  app.route({
    ...followCollection,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const person = requireUser(request);
      const { userId } = person;
      const sessionId = sessionOf(person);
      const { collectionId } = request.params;
      await withUnknownIdLimit(request, async () => {
        const found = await findCollection(database, { userId, collectionId });
        if (!found) throw problem(collectionsProblems, 'collections.not_found');
      });
      if (!streams.canOpen(userId))
        throw problem(commonProblems, 'request.too_many', { retryAfterSeconds: 60 });
      await streams.open({ userId, sessionId, collectionId, events: openEventStream(reply) });
      return reply;
    },
  });
};
