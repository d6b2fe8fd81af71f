import { type RawBuilder, sql } from 'kysely';
import type { ModeratedReview, ModerationView } from '#features/reviews/moderation.contract.ts';
import type { ModerationStatus } from '#features/reviews/reviews.contract.ts';
import { milliseconds } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import { statement } from '#server/database/prepared.ts';
import { type LockedSummary, photosKey, type WithoutPhotos } from './reviews.sql.ts';

const unresolvedReports = sql`
  select from review_reports as report where report.review_id = review.id and report.resolved_at is null`;

const moderatedColumns = sql`
  review.id, ${photosKey} as "photosKey", review.revision, review.restaurant_id as "restaurantId", place.name as "restaurantName",
  review.user_id as "userId", author.name as "userName", review.is_anonymous as "isAnonymous", review.rating,
  review.review_text as "reviewText", ${milliseconds('review.created_at')} as "createdAt",
  ${milliseconds('review.edited_at')} as "editedAt", review.moderation_status as "moderationStatus",
  ${milliseconds('review.moderated_at')} as "moderatedAt", review.rejection_reason as "rejectionReason",
  coalesce((
    select json_agg(
      json_build_object(
        'reason', report.reason, 'details', report.details, 'createdAt', ${milliseconds('report.created_at')}
      ) order by report.id
    )
    from review_reports as report where report.review_id = review.id and report.resolved_at is null
  ), '[]') as reports
  from public_reviews as review
  join restaurants_public as place on place.id = review.restaurant_id
  join users as author on author.id = review.user_id
  where review.withdrawn_at is null`;

type Page = { view: ModerationView; cursor: string | null; limit: number };

const moderatedQueue = ({ cursor, limit }: Omit<Page, 'view'>, isInQueue: RawBuilder<unknown>) => sql<
  WithoutPhotos<ModeratedReview>
>`
    select ${moderatedColumns} and ${isInQueue} and (${cursor}::text is null or review.id > ${cursor})
    order by review.id
    limit ${limit}`;

const pendingReviews = statement('reviews_pending', (_, page: Omit<Page, 'view'>) =>
  moderatedQueue(page, sql`review.moderation_status = 'pending'`),
);

const reportedReviews = statement('reviews_reported', (_, page: Omit<Page, 'view'>) =>
  moderatedQueue(page, sql`exists (${unresolvedReports})`),
);

const decidedReviews = statement(
  'reviews_decided',
  (_, { view, cursor, limit }: Page) => sql<WithoutPhotos<ModeratedReview>>`
    select ${moderatedColumns} and review.moderation_status = ${view}
      and (${cursor}::text is null or review.id < ${cursor})
    order by review.id desc
    limit ${limit}`,
);

/**
 * Returns a page of reviews. Pending and reported reviews are sorted oldest first, decided reviews newest first.
 * @param cursor id of the last review of the previous page
 */
export function selectModerated(
  connection: Connection,
  { view, cursor, limit }: Page,
): Promise<WithoutPhotos<ModeratedReview>[]> {
  if (view === 'pending') return pendingReviews(connection, { cursor, limit });
  if (view === 'reported') return reportedReviews(connection, { cursor, limit });
  return decidedReviews(connection, { view, cursor, limit });
}

const moderatedCounts = statement(
  'reviews_moderated_counts',
  () => sql<{ pending: number; reported: number }>`
    select count(*) filter (where review.moderation_status = 'pending') as pending,
      count(*) filter (where exists (${unresolvedReports})) as reported
    from public_reviews as review where review.withdrawn_at is null`,
);

/** Returns the number of pending reviews, and of reviews that were reported since the last decision. */
export async function countModerated(connection: Connection): Promise<{ pending: number; reported: number }> {
  const [row] = await moderatedCounts(connection, {});
  return row ?? { pending: 0, reported: 0 };
}

const authorLock = statement(
  'reviews_lock_author',
  (_, { reviewId }: { reviewId: string }) => sql<{ restaurantId: string }>`
    select review.restaurant_id as "restaurantId"
    from public_reviews as review join users as author on author.id = review.user_id
    where review.id = ${reviewId}
    for key share of author`,
);

/**
 * Locks the author of a review. Call this function before you lock the summary of the restaurant, because account
 * deletion locks in the same order.
 * @returns the id of the restaurant; null if there is no such review
 */
export async function lockAuthor(connection: Connection, reviewId: string): Promise<string | null> {
  const rows = await authorLock(connection, { reviewId });
  return rows[0]?.restaurantId ?? null;
}

const moderatedReview = statement(
  'reviews_moderated_one',
  (_, { reviewId, restaurantId }: { reviewId: string; restaurantId: string }) => sql<
    WithoutPhotos<ModeratedReview>
  >`
    select ${moderatedColumns} and review.id = ${reviewId} and review.restaurant_id = ${restaurantId}`,
);

/** Returns a review; null if the review is withdrawn. The summary of the restaurant must be locked. */
export async function selectModeratedReview(
  connection: Connection,
  { restaurantId }: LockedSummary,
  reviewId: string,
): Promise<WithoutPhotos<ModeratedReview> | null> {
  const [row] = await moderatedReview(connection, { reviewId, restaurantId });
  return row ?? null;
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
