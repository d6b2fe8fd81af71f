import { v7 as uuidv7 } from 'uuid';
import { nextReviewStep, type SharedFields, sharedContent } from '#features/reviews/reviews.rules.ts';
import type { Connection } from '#server/database/database.ts';
import {
  deleteReview,
  lockReviewedPlaces,
  lockSummary,
  recount,
  type ReviewKey,
  selectStoredReview,
  setWithdrawn,
  upsertReview,
} from './reviews.sql.ts';

/**
 * Updates the public review after a write of the saved restaurant. Every write of a saved restaurant must call this
 * function in its transaction, while the list is locked. If nothing is shared before and after the write, no query is
 * sent.
 * @param before the saved restaurant before the write; null if it was not in the list
 * @param after the saved restaurant after the write; null if it was removed
 * @param at the time at which the review was shared; default: now
 */
export async function updatePublicReview(
  transaction: Connection,
  {
    userId,
    restaurantId,
    before,
    after,
    at = new Date(),
  }: ReviewKey & { before: SharedFields; after: SharedFields; at?: Date },
): Promise<void> {
  const content = sharedContent(after);
  if (content === null && sharedContent(before) === null) return;
  const summary = await lockSummary(transaction, restaurantId);
  const existing = await selectStoredReview(transaction, summary, userId);
  const step = nextReviewStep({ existing, content });
  if (step === 'nothing') return;
  if (step === 'publish' && content) {
    await upsertReview(transaction, summary, {
      id: uuidv7({ msecs: at.getTime() }),
      userId,
      content,
      at,
    });
  } else {
    await setWithdrawn(transaction, summary, { userId, isWithdrawn: step === 'withdraw' });
  }
  await recount(transaction, summary);
}

/**
 * Deletes the reviews of an account. Called before the account is deleted, so that the summaries no longer count the
 * reviews.
 */
export async function deleteReviewsOf(
  transaction: Connection,
  { userId }: { userId: string },
): Promise<void> {
  for (const restaurantId of await lockReviewedPlaces(transaction, userId)) {
    const summary = await lockSummary(transaction, restaurantId);
    await deleteReview(transaction, summary, userId);
    await recount(transaction, summary);
  }
}
