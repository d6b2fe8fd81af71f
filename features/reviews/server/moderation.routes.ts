import { approveReview, listModeratedReviews, rejectReview } from '#features/reviews/moderation.contract.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { requireUser } from '#server/http/require-user.ts';
import { moderateReview, readModerated } from './moderation.service.ts';

export const moderationRoutes: FeatureRoutes = (app, { database }) => {
  app.route({
    ...listModeratedReviews,
    handler: ({ query }) => readModerated({ database, query }),
  });

  app.route({
    ...approveReview,
    handler: (request) =>
      moderateReview({
        database,
        admin: requireUser(request),
        ...request.params,
        ...request.body,
        decision: { status: 'approved' },
      }),
  });

  app.route({
    ...rejectReview,
    handler: (request) => {
      const { reason, ...read } = request.body;
      return moderateReview({
        database,
        admin: requireUser(request),
        ...request.params,
        ...read,
        decision: { status: 'rejected', reason },
      });
    },
  });
};
