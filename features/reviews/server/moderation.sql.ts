import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { ModeratedReview, ModerationView } from '#features/reviews/moderation.contract.ts';
import type { ModerationStatus } from '#features/reviews/reviews.contract.ts';
import { milliseconds } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import type { DB } from '#server/database/tables.ts';
import { type LockedSummary, photosKey, type WithoutPhotos } from './reviews.sql.ts';

const unresolvedReports = ({ selectFrom }: ExpressionBuilder<Reviews, 'review'>) =>
  selectFrom('review_reports as report')
    .whereRef('report.review_id', '=', 'review.id')
    .where('report.resolved_at', 'is', null);

type Reviews = DB & { review: DB['public_reviews'] };

const moderatedReviews = (connection: Connection) =>
  connection
    .selectFrom('public_reviews as review')
    .innerJoin('restaurants_public as place', 'place.id', 'review.restaurant_id')
    .innerJoin('users as author', 'author.id', 'review.user_id')
    .where('review.withdrawn_at', 'is', null)
    .select((eb) => [
      'review.id',
      photosKey.as('photosKey'),
      'review.revision',
      'review.restaurant_id as restaurantId',
      'place.name as restaurantName',
      'review.user_id as userId',
      'author.name as userName',
      'review.is_anonymous as isAnonymous',
      'review.rating',
      'review.review_text as reviewText',
      milliseconds(eb.ref('review.created_at')).as('createdAt'),
      milliseconds(eb.ref('review.edited_at')).as('editedAt'),
      'review.moderation_status as moderationStatus',
      milliseconds(eb.ref('review.moderated_at')).as('moderatedAt'),
      'review.rejection_reason as rejectionReason',
      jsonArrayFrom(
        unresolvedReports(eb)
          .select((report) => [
            'report.reason',
            'report.details',
            milliseconds(report.ref('report.created_at')).as('createdAt'),
          ])
          .orderBy('report.id'),
      ).as('reports'),
    ]);

/**
 * Returns a page of reviews. Pending and reported reviews are sorted oldest first, decided reviews newest first.
 * @param cursor id of the last review of the previous page
 */
export async function selectModerated(
  connection: Connection,
  { view, cursor, limit }: { view: ModerationView; cursor: string | null; limit: number },
): Promise<WithoutPhotos<ModeratedReview>[]> {
  const page = moderatedReviews(connection).limit(limit);
  if (view === 'pending' || view === 'reported')
    return page
      .where((eb) =>
        view === 'pending'
          ? eb('review.moderation_status', '=', 'pending')
          : eb.exists(unresolvedReports(eb).select('report.id')),
      )
      .$if(cursor !== null, (rest) => rest.where('review.id', '>', cursor))
      .orderBy('review.id')
      .execute();
  return page
    .where('review.moderation_status', '=', view)
    .$if(cursor !== null, (rest) => rest.where('review.id', '<', cursor))
    .orderBy('review.id', 'desc')
    .execute();
}

/** Returns the number of pending reviews, and of reviews that were reported since the last decision. */
export const countModerated = (connection: Connection): Promise<{ pending: number; reported: number }> =>
  connection
    .selectFrom('public_reviews as review')
    .where('review.withdrawn_at', 'is', null)
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('review.moderation_status', '=', 'pending').as('pending'),
      eb.fn
        .countAll<number>()
        .filterWhere(eb.exists(unresolvedReports(eb).select('report.id')))
        .as('reported'),
    ])
    .executeTakeFirstOrThrow();

/**
 * Locks the author of a review. Call this function before you lock the summary of the restaurant, because account
 * deletion locks in the same order.
 * @returns the id of the restaurant; null if there is no such review
 */
export async function lockAuthor(connection: Connection, reviewId: string): Promise<string | null> {
  const review = await connection
    .selectFrom('public_reviews as review')
    .innerJoin('users as author', 'author.id', 'review.user_id')
    .where('review.id', '=', reviewId)
    .select('review.restaurant_id')
    .forKeyShare('author')
    .executeTakeFirst();
  return review?.restaurant_id ?? null;
}

/** Returns a review; null if the review is withdrawn. The summary of the restaurant must be locked. */
export async function selectModeratedReview(
  connection: Connection,
  { restaurantId }: LockedSummary,
  reviewId: string,
): Promise<WithoutPhotos<ModeratedReview> | null> {
  const review = await moderatedReviews(connection)
    .where('review.id', '=', reviewId)
    .where('review.restaurant_id', '=', restaurantId)
    .executeTakeFirst();
  return review ?? null;
}

/**
 * Stores a decision. The reports of the review become resolved.
 * @param reason the reason of a rejection; null for any other status
 * @returns the number of reports that became resolved
 */
export async function setModeration(
  connection: Connection,
  { restaurantId }: LockedSummary,
  { reviewId, status, reason }: { reviewId: string; status: ModerationStatus; reason: string | null },
): Promise<number> {
  await sql`
    update public_reviews
    set moderation_status = ${status}, rejection_reason = ${reason}, moderated_at = now()
    where id = ${reviewId} and restaurant_id = ${restaurantId}
  `.execute(connection);
  const { numAffectedRows } = await sql`
    update review_reports set resolved_at = now() where review_id = ${reviewId} and resolved_at is null
  `.execute(connection);
  return Number(numAffectedRows);
}
