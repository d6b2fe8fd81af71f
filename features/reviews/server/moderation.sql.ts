import { sql } from 'kysely';
import type { ModeratedReview, ModerationView } from '#features/reviews/moderation.contract.ts';
import type { ModerationStatus } from '#features/reviews/reviews.contract.ts';
import { milliseconds } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import { type LockedSummary, photosKey, type WithoutPhotos } from './reviews.sql.ts';

const unresolvedReports = sql`
  select from review_reports as report where report.review_id = review.id and report.settled_at is null`;

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
    from review_reports as report where report.review_id = review.id and report.settled_at is null
  ), '[]') as reports
  from public_reviews as review
  join restaurants_public as place on place.id = review.restaurant_id
  join users as author on author.id = review.user_id
  where review.withdrawn_at is null`;

/** Pending ones oldest first, decided ones newest first. @param cursor id of the last review of the previous page */
export async function selectModerated(
  connection: Connection,
  { view, cursor, limit }: { view: ModerationView; cursor: string | null; limit: number },
): Promise<WithoutPhotos<ModeratedReview>[]> {
  const isQueue = view === 'pending' || view === 'reported';
  const matchesFilter =
    view === 'reported' ? sql`exists (${unresolvedReports})` : sql`review.moderation_status = ${view}`;
  const isAfter =
    cursor === null ? sql`true` : isQueue ? sql`review.id > ${cursor}` : sql`review.id < ${cursor}`;
  const { rows } = await sql<WithoutPhotos<ModeratedReview>>`
    select ${moderatedColumns} and ${matchesFilter} and ${isAfter}
    order by review.id ${isQueue ? sql`asc` : sql`desc`}
    limit ${limit}
  `.execute(connection);
  return rows;
}

/** Numbers of pending reviews, and of those reported since the last decision. */
export async function countModerated(connection: Connection): Promise<{ pending: number; reported: number }> {
  const { rows } = await sql<{ pending: number; reported: number }>`
    select count(*) filter (where review.moderation_status = 'pending') as pending,
      count(*) filter (where exists (${unresolvedReports})) as reported
    from public_reviews as review where review.withdrawn_at is null
  `.execute(connection);
  return rows[0] ?? { pending: 0, reported: 0 };
}

/**
 * Locks the account of a review's author before the restaurant's summary, in the same order as account deletion.
 * @returns the restaurant; null if there is no such review
 */
export async function lockAuthor(connection: Connection, reviewId: string): Promise<string | null> {
  const { rows } = await sql<{ restaurantId: string }>`
    select review.restaurant_id as "restaurantId"
    from public_reviews as review join users as author on author.id = review.user_id
    where review.id = ${reviewId}
    for key share of author
  `.execute(connection);
  return rows[0]?.restaurantId ?? null;
}

/** A shared review of a locked restaurant; null if it is withdrawn. */
export async function selectModeratedReview(
  connection: Connection,
  { restaurantId }: LockedSummary,
  reviewId: string,
): Promise<WithoutPhotos<ModeratedReview> | null> {
  const { rows } = await sql<WithoutPhotos<ModeratedReview>>`
    select ${moderatedColumns} and review.id = ${reviewId} and review.restaurant_id = ${restaurantId}
  `.execute(connection);
  return rows[0] ?? null;
}

/** Stores a decision and closes its reports. @param reason null unless rejected */
export async function setModeration(
  connection: Connection,
  { restaurantId }: LockedSummary,
  { reviewId, status, reason }: { reviewId: string; status: ModerationStatus; reason: string | null },
): Promise<void> {
  await sql`
    update public_reviews
    set moderation_status = ${status}, rejection_reason = ${reason}, moderated_at = now()
    where id = ${reviewId} and restaurant_id = ${restaurantId}
  `.execute(connection);
  await sql`
    update review_reports set settled_at = now() where review_id = ${reviewId} and settled_at is null
  `.execute(connection);
}
