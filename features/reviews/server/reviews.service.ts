import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { VISITED } from '#common/visit-status.ts';
import { selectPlaceVisibleTo } from '#features/catalogue/server/catalogue.public.ts';
import type { Photo } from '#features/photos/photos.contract.ts';
import { photosUsedBy } from '#features/photos/server/photos.public.ts';
import { photosKeyOf } from '#features/restaurants/restaurants.rules.ts';
import { restaurantsProblems } from '#features/restaurants/restaurants.contract.ts';
import { updateSavedRestaurantOf } from '#features/restaurants/server/restaurants.public.ts';
import {
  type listReviews,
  type MyPublicReview,
  type NewReport,
  type Reviews,
  type ReviewSubmission,
  type ReviewSummary,
  reviewsProblems,
} from '#features/reviews/reviews.contract.ts';
import type { Written } from '#features/restaurants/restaurants.contract.ts';
import type { Connection, Database } from '#server/database/database.ts';
import { pageOf } from '#server/database/page-of.ts';
import { problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import { withPhotos } from './review-photos.ts';
import {
  insertReport,
  lockSummary,
  recount,
  type ReviewKey,
  selectMyReview,
  selectReportable,
  selectSummary,
  selectVisibleReviews,
} from './reviews.sql.ts';

/**
 * Returns the reviews and the summary of a restaurant. Both are read in one snapshot, so that they match even during
 * concurrent writes.
 * @throws restaurants.not_found if the restaurant does not exist or is another member's manual place
 */
export async function readReviews({
  database,
  person: { userId },
  restaurantId,
  query: { sort, cursor, limit },
}: {
  database: Database;
  person: Pick<Person, 'userId'>;
  restaurantId: string;
  query: z.output<typeof listReviews.schema.querystring>;
}): Promise<Reviews> {
  const [rating, id = ''] = cursor?.split('~') ?? [];
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (moment) => {
      const place = await selectPlaceVisibleTo(moment, { placeId: restaurantId, userId });
      if (!place) throw problem(restaurantsProblems, 'restaurants.not_found');
      const found = await selectVisibleReviews(moment, {
        restaurantId,
        readerUid: userId,
        sort,
        after: rating === undefined ? null : { rating: Number(rating), id },
        limit: limit + 1,
      });
      const { page, last } = pageOf({ found, limit });
      const myPhotos = await photosOfLink(moment, { userId, restaurantId });
      const mine = await selectMyReview(moment, { userId, restaurantId });
      return {
        restaurantName: place.name,
        summary: await selectSummary(moment, restaurantId),
        mine: mine && { ...mine, photos: myPhotos },
        myPhotos,
        reviews: await withPhotos(moment, page),
        nextCursor: last ? `${last.rating ?? 0}~${last.id}` : null,
      };
    });
}

/**
 * Stores the review of a saved restaurant, and sets the status of the saved restaurant to 방문 완료.
 * @throws restaurants.not_found, restaurants.changed_elsewhere, photos.not_found
 */
export async function submitReview({
  database,
  person,
  restaurantId,
  submission: { basedOn, ...review },
}: {
  database: Database;
  person: Person;
  restaurantId: string;
  submission: ReviewSubmission;
}): Promise<Written & { mine: MyPublicReview | null }> {
  return database.transaction().execute(async (transaction) => {
    const changes = { ...review, status: VISITED };
    const written = await updateSavedRestaurantOf(transaction, { person, restaurantId, changes, basedOn });
    const key = { userId: person.userId, restaurantId };
    const mine = await selectMyReview(transaction, key);
    if (!mine) return { ...written, mine };
    return { ...written, mine: { ...mine, photos: await photosOfLink(transaction, key) } };
  });
}

/**
 * Counts the reviews and ratings of the restaurant again. Every write of a review already does this in its own
 * transaction. The specification nevertheless requires this call after a submission. The call also corrects the
 * summary after the database was changed by hand.
 * @throws restaurants.not_found
 */
export async function updateHasPublicReviewsFlag({
  database,
  person: { userId },
  restaurantId,
}: {
  database: Database;
  person: Pick<Person, 'userId'>;
  restaurantId: string;
}): Promise<ReviewSummary> {
  return database.transaction().execute(async (transaction) => {
    const place = await selectPlaceVisibleTo(transaction, { placeId: restaurantId, userId });
    if (!place) throw problem(restaurantsProblems, 'restaurants.not_found');
    await recount(transaction, await lockSummary(transaction, restaurantId));
    return selectSummary(transaction, restaurantId);
  });
}

/**
 * Stores a report about a review.
 * @throws reviews.not_found, reviews.own_review, reviews.reported_already
 */
export async function reportReview(
  transaction: Connection,
  {
    person: { userId },
    reviewId,
    report: { reason, details },
  }: { person: Pick<Person, 'userId'>; reviewId: string; report: z.output<typeof NewReport> },
): Promise<{ isReported: true }> {
  const review = await selectReportable(transaction, { reviewId, readerUid: userId });
  if (!review) throw problem(reviewsProblems, 'reviews.not_found');
  if (review.isOwn) throw problem(reviewsProblems, 'reviews.own_review');
  const isNew = await insertReport(transaction, {
    id: uuidv7(),
    reviewId,
    reporterUid: userId,
    revision: review.revision,
    reason,
    details,
  });
  if (!isNew) throw problem(reviewsProblems, 'reviews.reported_already');
  return { isReported: true };
}

async function photosOfLink(connection: Connection, key: ReviewKey): Promise<Photo[]> {
  const usedBy = photosKeyOf(key);
  return (await photosUsedBy(connection, { purpose: 'review', usedBy: [usedBy] })).get(usedBy) ?? [];
}
