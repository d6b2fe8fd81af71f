import { sql } from 'kysely';
import type {
  ModerationMode,
  MyPublicReview,
  PublicReview,
  ReviewSort,
  ReviewSummary,
} from '#features/reviews/reviews.contract.ts';
import type { ReviewContent } from '#features/reviews/reviews.rules.ts';
import { milliseconds } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';

declare const locked: unique symbol;

/**
 * A value of this type means that the transaction has locked the summary of the restaurant. Only `lockSummary` creates
 * values of this type, and every write of reviews requires such a value.
 */
export type LockedSummary = { readonly restaurantId: string; readonly [locked]: true };

export type ReviewKey = { userId: string; restaurantId: string };

/** SQL for `isVisible` in reviews.rules.ts, for the row `review`. */
const visible = sql<boolean>`(review.withdrawn_at is null and (
      review.moderation_status = 'approved'
      or review.moderation_status = 'pending' and (select mode from review_moderation) = 'post'
    ))`;

/** SQL for `photosKeyOf` in restaurants.rules.ts. */
export const photosKey = sql<string>`review.user_id || ':' || review.restaurant_id`;

/** A review without its photos. `withPhotos` adds the photos. */
export type WithoutPhotos<Review> = Omit<Review, 'photos'> & { photosKey: string };

const reviews = (connection: Connection) =>
  connection
    .selectFrom('public_reviews as review')
    .innerJoin('users as author', 'author.id', 'review.user_id')
    .select(({ ref }) => [
      'review.id',
      photosKey.as('photosKey'),
      sql<string | null>`case when not review.is_anonymous then nullif(trim(author.name), '') end`.as(
        'userName',
      ),
      'review.rating',
      'review.review_text as reviewText',
      milliseconds(ref('review.created_at')).as('createdAt'),
      milliseconds(ref('review.edited_at')).as('editedAt'),
      'review.moderation_status as moderationStatus',
    ]);

export async function lockSummary(connection: Connection, restaurantId: string): Promise<LockedSummary> {
  await sql`
    insert into public_review_summaries (restaurant_id) values (${restaurantId}) on conflict do nothing
  `.execute(connection);
  await sql`
    select from public_review_summaries where restaurant_id = ${restaurantId} for update
  `.execute(connection);
  return { restaurantId } as LockedSummary;
}

/**
 * Counts the reviews and ratings of a restaurant again. Called after every change of a review, while the summary is
 * locked.
 */
export const recount = (connection: Connection, { restaurantId }: LockedSummary): Promise<void> =>
  recountAll(connection, [restaurantId]);

async function recountAll(connection: Connection, restaurantIds: readonly string[]): Promise<void> {
  await sql`
    update public_review_summaries as summary
    set review_count = figures.reviews, public_rating_count = figures.ratings,
      public_average_rating = figures.average, has_public_reviews = figures.reviews > 0,
      rating_counts = figures.rating_counts
    from unnest(${restaurantIds}::text[]) as place (id)
    cross join lateral (
      select count(*) as reviews, count(review.rating) as ratings, avg(review.rating::float8) as average,
        array[
          count(*) filter (where review.rating < 2), count(*) filter (where floor(review.rating) = 2),
          count(*) filter (where floor(review.rating) = 3), count(*) filter (where floor(review.rating) = 4),
          count(*) filter (where floor(review.rating) = 5)
        ]::integer[] as rating_counts
      from public_reviews as review
      where review.restaurant_id = place.id and ${visible}
    ) as figures
    where summary.restaurant_id = place.id
  `.execute(connection);
}

/**
 * Changes the moderation mode and updates all summaries. If the mode is already stored, nothing is done. The lock on
 * the table waits for running writes and blocks new writes. Reads are not blocked.
 */
export async function setModerationMode(connection: Connection, mode: ModerationMode): Promise<void> {
  const { rows } = await sql`select from review_moderation where mode = ${mode}`.execute(connection);
  if (rows.length > 0) return;
  await sql`lock table public_review_summaries in exclusive mode`.execute(connection);
  await sql`update review_moderation set mode = ${mode}`.execute(connection);
  const pending = await connection
    .selectFrom('public_reviews')
    .where('moderation_status', '=', 'pending')
    .where('withdrawn_at', 'is', null)
    .select('restaurant_id as restaurantId')
    .distinct()
    .execute();
  await recountAll(
    connection,
    pending.map(({ restaurantId }) => restaurantId),
  );
}

const NO_REVIEWS: ReviewSummary = {
  reviewCount: 0,
  publicRatingCount: 0,
  publicAverageRating: null,
  hasPublicReviews: false,
  ratingCounts: [0, 0, 0, 0, 0],
};

export async function selectSummary(connection: Connection, restaurantId: string): Promise<ReviewSummary> {
  const summary = await connection
    .selectFrom('public_review_summaries')
    .where('restaurant_id', '=', restaurantId)
    .select([
      'review_count as reviewCount',
      'public_rating_count as publicRatingCount',
      'public_average_rating as publicAverageRating',
      'has_public_reviews as hasPublicReviews',
      'rating_counts as ratingCounts',
    ])
    .executeTakeFirst();
  return summary ?? NO_REVIEWS;
}

/** Returns the member's shared review with any moderation status; null if the member shares none. */
export async function selectMyReview(
  connection: Connection,
  { userId, restaurantId }: ReviewKey,
): Promise<WithoutPhotos<MyPublicReview> | null> {
  const review = await reviews(connection)
    .where('review.restaurant_id', '=', restaurantId)
    .where('review.user_id', '=', userId)
    .where('review.withdrawn_at', 'is', null)
    .select([
      'review.is_anonymous as isAnonymous',
      visible.as('isVisible'),
      'review.rejection_reason as rejectionReason',
    ])
    .executeTakeFirst();
  return review ?? null;
}

/**
 * Returns the visible reviews, without the reader's own review.
 * @param after the last review of the previous page
 */
export async function selectVisibleReviews(
  connection: Connection,
  {
    restaurantId,
    readerUid,
    sort,
    after,
    limit,
  }: {
    restaurantId: string;
    readerUid: string;
    sort: ReviewSort;
    after: { rating: number; id: string } | null;
    limit: number;
  },
): Promise<WithoutPhotos<PublicReview>[]> {
  const visibleReviews = reviews(connection)
    .where('review.restaurant_id', '=', restaurantId)
    .where(visible)
    .where('review.user_id', '<>', readerUid)
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('review_reports as report')
          .whereRef('report.review_id', '=', 'review.id')
          .where('report.reporter_uid', '=', readerUid)
          .whereRef('report.revision', '=', 'review.revision')
          .select('report.id'),
      )
        .$castTo<boolean>()
        .as('isReported'),
    )
    .limit(limit);
  if (sort === 'newest')
    return visibleReviews
      .$if(after !== null, (page) => page.where('review.id', '<', after?.id ?? null))
      .orderBy('review.id', 'desc')
      .execute();
  return visibleReviews
    .$if(after !== null, (page) =>
      page.where(
        sql<boolean>`(coalesce(review.rating, 0), review.id) < (${after?.rating}::real, ${after?.id}::text)`,
      ),
    )
    .orderBy(sql`coalesce(review.rating, 0)`, 'desc')
    .orderBy('review.id', 'desc')
    .execute();
}

/** Returns the stored review of a member, even if it is withdrawn. */
export async function selectStoredReview(
  connection: Connection,
  { restaurantId }: LockedSummary,
  userId: string,
): Promise<(ReviewContent & { isWithdrawn: boolean }) | null> {
  const review = await connection
    .selectFrom('public_reviews')
    .where('restaurant_id', '=', restaurantId)
    .where('user_id', '=', userId)
    .select([
      'rating',
      'review_text as reviewText',
      'is_anonymous as isAnonymous',
      'photo_ids as photoIds',
      sql<boolean>`withdrawn_at is not null`.as('isWithdrawn'),
    ])
    .executeTakeFirst();
  return review ?? null;
}

/**
 * Stores a review. Its status becomes pending, so that the admin must decide about it. An edited review keeps its id
 * and the time of its publication.
 */
export async function upsertReview(
  connection: Connection,
  { restaurantId }: LockedSummary,
  { id, userId, content, at }: { id: string; userId: string; content: ReviewContent; at: Date },
): Promise<void> {
  await sql`
    insert into public_reviews as review (id, restaurant_id, user_id, rating, review_text, is_anonymous, photo_ids, created_at)
    values (
      ${id}, ${restaurantId}, ${userId}, ${content.rating}, ${content.reviewText}, ${content.isAnonymous},
      ${content.photoIds}, ${at}
    )
    on conflict (restaurant_id, user_id) do update
    set rating = excluded.rating, review_text = excluded.review_text, is_anonymous = excluded.is_anonymous,
      photo_ids = excluded.photo_ids,
      edited_at = now(), revision = review.revision + 1, withdrawn_at = null,
      moderation_status = 'pending', moderated_at = null, rejection_reason = null
  `.execute(connection);
}

export async function setWithdrawn(
  connection: Connection,
  { restaurantId }: LockedSummary,
  { userId, isWithdrawn }: { userId: string; isWithdrawn: boolean },
): Promise<void> {
  await sql`
    update public_reviews set withdrawn_at = case when ${isWithdrawn}::boolean then now() end
    where restaurant_id = ${restaurantId} and user_id = ${userId}
  `.execute(connection);
}

export async function deleteReview(
  connection: Connection,
  { restaurantId }: LockedSummary,
  userId: string,
): Promise<void> {
  await sql`
    delete from public_reviews where restaurant_id = ${restaurantId} and user_id = ${userId}
  `.execute(connection);
}

/**
 * Locks the member's list, and returns the ids of the restaurants that the member reviewed, in lock order. Until the
 * transaction ends, the member cannot share further reviews.
 */
export async function lockReviewedPlaces(connection: Connection, userId: string): Promise<string[]> {
  // Every write of a saved restaurant locks the list of the member (features/restaurants).
  await sql`select from restaurant_lists where user_id = ${userId} for update`.execute(connection);
  const rows = await connection
    .selectFrom('public_reviews')
    .where('user_id', '=', userId)
    .select('restaurant_id as restaurantId')
    .orderBy('restaurant_id')
    .execute();
  return rows.map(({ restaurantId }) => restaurantId);
}

/**
 * Deletes reviews that were withdrawn before the given time. The summaries do not change, because they do not count
 * withdrawn reviews.
 * @returns the number of deleted reviews
 */
export async function purgeWithdrawn(
  connection: Connection,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from public_reviews where id in (
      select id from public_reviews where withdrawn_at < ${before} limit ${limit}
    ) and withdrawn_at < ${before}
  `.execute(connection);
  return Number(numAffectedRows ?? 0);
}

/** Returns the review if it is visible and the reader may see its restaurant; null if not. */
export async function selectReportable(
  connection: Connection,
  { reviewId, readerUid }: { reviewId: string; readerUid: string },
): Promise<{ revision: number; isOwn: boolean } | null> {
  const review = await connection
    .selectFrom('public_reviews as review')
    .innerJoin('restaurants_public as place', 'place.id', 'review.restaurant_id')
    .where('review.id', '=', reviewId)
    .where(visible)
    .where(({ eb, or }) =>
      or([eb('place.private_to_uid', 'is', null), eb('place.private_to_uid', '=', readerUid)]),
    )
    .select(['review.revision', sql<boolean>`review.user_id = ${readerUid}`.as('isOwn')])
    .executeTakeFirst();
  return review ?? null;
}

/**
 * Stores a report.
 * @returns false if this member has already reported this version of the review
 */
export async function insertReport(
  connection: Connection,
  report: {
    id: string;
    reviewId: string;
    reporterUid: string;
    revision: number;
    reason: string;
    details: string;
  },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into review_reports (id, review_id, reporter_uid, revision, reason, details)
    values (
      ${report.id}, ${report.reviewId}, ${report.reporterUid}, ${report.revision}, ${report.reason},
      ${report.details}
    )
    on conflict do nothing
  `.execute(connection);
  return numAffectedRows === 1n;
}

/**
 * Whether a photo may be shown. Its review must be visible to all members. For the admin it is enough that the review
 * is shared.
 */
export async function isPhotoShared(
  connection: Connection,
  { photoId, usedBy, isAdmin }: { photoId: string; usedBy: string; isAdmin: boolean },
): Promise<boolean> {
  const isShown = isAdmin
    ? sql`review.withdrawn_at is null`
    : sql`${visible} and place.private_to_uid is null`;
  const { rows } = await sql`
    select from public_reviews as review
    join restaurants_public as place on place.id = review.restaurant_id
    where ${photosKey} = ${usedBy} and review.user_id = ${usedBy.slice(0, usedBy.indexOf(':'))}
      and ${photoId} = any(review.photo_ids) and ${isShown}
  `.execute(connection);
  return rows.length > 0;
}
