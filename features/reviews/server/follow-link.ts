import { v7 as uuidv7 } from 'uuid';
import { followingStep, type SharedFields, sharedContent } from '#features/reviews/reviews.rules.ts';
import type { Connection } from '#server/database/database.ts';
import {
  deleteReview,
  lockReviewedPlaces,
  lockSummary,
  recount,
  type ReviewKey,
  selectKeptReview,
  setWithdrawn,
  upsertReview,
} from './reviews.sql.ts';

/**
 * Brings a member's public review of a place in line with their link, and the place's figures with it. Called by
 * every write of a link, in its transaction and under the lock of its list; asks nothing of the database where
 * nothing is or was shared.
 * @param before the link before the write; null if it was not on the list
 * @param after the link after it; null if it is off the list now
 * @param at when it was shared, if not now
 */
export async function followLink(
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
  const existing = await selectKeptReview(transaction, summary, userId);
  const step = followingStep({ existing, content });
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

/** Removes all that a member has shared, before their account ends, so that no figure counts it any longer. */
export async function eraseReviewsOf(transaction: Connection, { userId }: { userId: string }): Promise<void> {
  for (const restaurantId of await lockReviewedPlaces(transaction, userId)) {
    const summary = await lockSummary(transaction, restaurantId);
    await deleteReview(transaction, summary, userId);
    await recount(transaction, summary);
  }
}
