import {
  listReviews,
  reportReview as reportReviewEndpoint,
  submitReview as submitReviewEndpoint,
  updateHasPublicReviewsFlag as updateHasPublicReviewsFlagEndpoint,
} from '#features/reviews/reviews.contract.ts';
import { onSavedRestaurantChange } from '#features/restaurants/server/restaurants.public.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { runIdempotently } from '#server/http/idempotency.ts';
import { requireUser } from '#server/http/require-user.ts';
import { deleteReviewsOf, updatePublicReview } from './update-public-review.ts';
import { applyModerationMode } from './moderation.service.ts';
import { purgeWithdrawnReviews } from './purge-withdrawn.ts';
import { isPhotoShared } from './reviews.sql.ts';
import { readReviews, reportReview, submitReview, updateHasPublicReviewsFlag } from './reviews.service.ts';

export const reviewsRoutes: FeatureRoutes = (
  app,
  { database, settings, jobs, personalData, photoReaders },
) => {
  onSavedRestaurantChange(updatePublicReview);
  personalData.declare(
    { table: 'public_reviews', column: 'user_id', onDeletion: 'deleted', erase: deleteReviewsOf },
    { table: 'review_reports', column: 'reporter_uid', onDeletion: 'anonymous' },
  );

  photoReaders.declare(
    'review',
    async (connection, { photoId, usedBy, reader: { userId, isAdmin } }) =>
      userId !== null && isPhotoShared(connection, { photoId, usedBy, isAdmin }),
  );

  app.route({
    ...listReviews,
    handler: ({ person, params, query }) =>
      readReviews({ database, person: requireUser({ person }), ...params, query }),
  });

  app.route({
    ...submitReviewEndpoint,
    handler: (request) =>
      submitReview({
        database,
        person: requireUser(request),
        ...request.params,
        submission: request.body,
      }),
  });

  app.route({
    ...updateHasPublicReviewsFlagEndpoint,
    handler: (request) =>
      updateHasPublicReviewsFlag({ database, person: requireUser(request), ...request.params }),
  });

  app.route({
    ...reportReviewEndpoint,
    handler: (request, reply) =>
      runIdempotently({ request, reply, database, status: 201 }, (transaction) =>
        reportReview(transaction, { person: requireUser(request), ...request.params, report: request.body }),
      ),
  });

  app.addHook('onListen', () => applyModerationMode(database, settings.REVIEW_MODERATION));
  jobs.handle('reviews.purge_withdrawn', () =>
    purgeWithdrawnReviews({ database: jobs.database, now: Date.now() }),
  );
  jobs.schedule('reviews.purge_withdrawn', '53 * * * *');
};
