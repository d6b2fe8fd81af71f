import { DAY_MS } from '#common/dates.ts';
import type { SavedRestaurantFields } from '#features/restaurants/restaurants.rules.ts';
import type { ModerationMode, ModerationStatus } from './reviews.contract.ts';

/** A withdrawn review can be restored within this number of milliseconds. After this time the review is deleted. */
export const WITHDRAWN_MILLISECONDS = DAY_MS;

/** The fields of a saved restaurant that a review consists of; null if the restaurant is not in the member's list. */
export type SharedFields = Pick<
  SavedRestaurantFields,
  'isShared' | 'isAnonymous' | 'rating' | 'review' | 'userPhotoFilenames'
> | null;

export type ReviewContent = {
  rating: number | null;
  reviewText: string;
  isAnonymous: boolean;
  photoIds: readonly string[];
};

/** Returns the content of the review; null if the review is not shared or is empty. */
export function sharedContent(link: SharedFields): ReviewContent | null {
  if (!link?.isShared || (link.rating === null && link.review === '')) return null;
  const { rating, review: reviewText, isAnonymous, userPhotoFilenames: photoIds } = link;
  return { rating, reviewText, isAnonymous, photoIds };
}

const isSame = (one: ReviewContent, other: ReviewContent): boolean =>
  one.rating === other.rating &&
  one.reviewText === other.reviewText &&
  one.isAnonymous === other.isAnonymous &&
  one.photoIds.join() === other.photoIds.join();

export type ReviewStep = 'nothing' | 'publish' | 'withdraw' | 'bring back';

/**
 * Returns what to do with the stored review. If the content is new or has changed, the admin must decide about the
 * review again. If the content has not changed, a withdrawn review is restored with its previous decision and reports.
 * Therefore undo works, and a member cannot remove a rejection or a report by hiding and sharing the review again.
 * @param existing the stored review, even if it is withdrawn; null if there is none
 * @param content the content that is shared now; null if there is none
 */
export function nextReviewStep({
  existing,
  content,
}: {
  existing: (ReviewContent & { isWithdrawn: boolean }) | null;
  content: ReviewContent | null;
}): ReviewStep {
  if (content === null) return existing && !existing.isWithdrawn ? 'withdraw' : 'nothing';
  if (!existing || !isSame(existing, content)) return 'publish';
  return existing.isWithdrawn ? 'bring back' : 'nothing';
}

/** Whether all members can see the review. The author always sees the review. */
export const isVisible = ({ status, mode }: { status: ModerationStatus; mode: ModerationMode }): boolean =>
  status === 'approved' || (status === 'pending' && mode === 'post');
