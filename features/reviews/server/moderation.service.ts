import type { z } from 'zod';
import { writeAuditLog } from '#features/admin/server/admin.public.ts';
import {
  type listModeratedReviews,
  type ModeratedReview,
  moderationProblems,
} from '#features/reviews/moderation.contract.ts';
import { type ModerationMode, reviewsProblems } from '#features/reviews/reviews.contract.ts';
import type { Database } from '#server/database/database.ts';
import { pageOf } from '#server/database/page-of.ts';
import { problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import {
  countModerated,
  selectModerated,
  selectModeratedReview,
  lockAuthor,
  setModeration,
} from './moderation.sql.ts';
import { withPhotos } from './review-photos.ts';
import { lockSummary, recount, setModerationMode } from './reviews.sql.ts';

export async function readModerated({
  database,
  query: { view, cursor, limit },
}: {
  database: Database;
  query: z.output<typeof listModeratedReviews.schema.querystring>;
}) {
  const found = await selectModerated(database, { view, cursor: cursor ?? null, limit: limit + 1 });
  const { page, last } = pageOf({ found, limit });
  return {
    counts: await countModerated(database),
    reviews: await withPhotos(database, page),
    nextCursor: last?.id ?? null,
  };
}

/** Stores the moderation mode of the settings. The server calls this function when it starts. */
export const applyModerationMode = (database: Database, mode: ModerationMode): Promise<void> =>
  database.transaction().execute((transaction) => setModerationMode(transaction, mode));

type Decision = { status: 'approved' } | { status: 'rejected'; reason: string };

/**
 * Stores the admin's decision about a review. The decision is refused if the review has changed, or was reported again,
 * since the admin read it.
 * @throws reviews.not_found if the review does not exist or is withdrawn; reviews.edit_conflict
 */
export async function moderateReview({
  database,
  admin,
  reviewId,
  revision,
  reports,
  decision,
}: {
  database: Database;
  admin: Pick<Person, 'userId'>;
  reviewId: string;
  revision: number;
  reports: number;
  decision: Decision;
}): Promise<ModeratedReview> {
  return database.transaction().execute(async (transaction) => {
    const restaurantId = await lockAuthor(transaction, reviewId);
    if (restaurantId === null) throw problem(reviewsProblems, 'reviews.not_found');
    const summary = await lockSummary(transaction, restaurantId);
    const before = await selectModeratedReview(transaction, summary, reviewId);
    if (!before) throw problem(reviewsProblems, 'reviews.not_found');
    if (before.revision !== revision) throw problem(moderationProblems, 'reviews.edit_conflict');

    const reason = decision.status === 'rejected' ? decision.reason : null;
    const resolved = await setModeration(transaction, summary, { reviewId, status: decision.status, reason });
    if (resolved > reports) throw problem(moderationProblems, 'reviews.edit_conflict');
    await recount(transaction, summary);
    const after = await selectModeratedReview(transaction, summary, reviewId);
    if (!after) throw new Error('The review is missing although its place is locked.');
    await writeAuditLog(transaction, {
      admin,
      act: `review.${decision.status}`,
      subject: reviewId,
      about: before.userId,
      before: stateOf(before),
      after: stateOf(after),
    });
    const [decided] = await withPhotos(transaction, [after]);
    return decided as ModeratedReview;
  });
}

/**
 * Returns the state for the audit log. Text and rating are left out, because the log is kept after the author has
 * deleted the review.
 */
const stateOf = ({
  restaurantName,
  revision,
  moderationStatus,
  rejectionReason,
  reports,
}: Omit<ModeratedReview, 'photos'>) => ({
  restaurantName,
  revision,
  moderationStatus,
  rejectionReason,
  reports: reports.length,
});
