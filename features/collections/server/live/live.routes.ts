import rateLimit from '@fastify/rate-limit';
import { collectionsProblems, followCollection } from '#features/collections/collections.contract.ts';
import { followVote } from '#features/collections/votes.contract.ts';
import { commonProblems } from '#common/problem.ts';
import { openEventStream } from '#server/http/event-stream.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { limitUnknownIds } from '#server/http/limit-unknown-ids.ts';
import { problem } from '#server/http/problem.ts';
import { requireUser, sessionOf } from '#server/http/require-user.ts';
import { findCollection } from '../collections.sql.ts';
import { requireVote } from '../votes/votes.service.ts';
import { createLiveStreams } from './live-streams.ts';

export const liveCollectionsRoutes: FeatureRoutes = (app, { database, pool }) => {
  const streams = createLiveStreams({ database, pool, log: app.log });
  // The streams are ended first, because a stopping server waits for open responses.
  app.addHook('preClose', () => streams.close());
  const withUnknownIdLimit = limitUnknownIds(app, { code: 'collections.not_found' });
  const withUnknownVoteLimit = limitUnknownIds(app, { code: 'votes.not_found' });
  const tooMany = () => problem(commonProblems, 'request.too_many', { retryAfterSeconds: 60 });

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
      await streams.start();
      if (!streams.collections.canOpen(userId)) throw tooMany();
      const events = openEventStream(reply);
      await streams.collections.open({ userId, sessionId, collectionId, events });
      return reply;
    },
  });

  app.route({
    ...followVote,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { voteId } = request.params;
      const address = rateLimit.normalizeIP(request.ip);
      await withUnknownVoteLimit(request, () => requireVote(database, { voteId, userId: null }));
      await streams.start();
      if (!streams.votes.canOpen({ voteId, address })) throw tooMany();
      await streams.votes.open({ voteId, address, events: openEventStream(reply) });
      return reply;
    },
  });
};
