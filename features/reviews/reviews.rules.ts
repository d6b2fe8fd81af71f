import { DAY_MS } from '#common/dates.ts';
import type { SavedRestaurantFields } from '#features/restaurants/restaurants.rules.ts';
import type { ModerationMode, ModerationStatus } from './reviews.contract.ts';

/** A withdrawn review can be restored for this long, and is then purged. */
export const WITHDRAWN_MILLISECONDS = DAY_MS;

/** null if the restaurant is not on the list. */
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

/** Returns null if the review is not shared or is empty. */
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
 * New or changed content needs a new decision of the admin.
 * Unchanged content is restored in its previous state, so that undo works.
 * Un-sharing and sharing a review therefore does not remove a rejection or a report.
 * @param existing the stored review, withdrawn or not; null if there is none
 * @param content the content shared now; null if none
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

/** For all members except the author, who always sees the review. */
export const isVisible = ({ status, mode }: { status: ModerationStatus; mode: ModerationMode }): boolean =>
  status === 'approved' || (status === 'pending' && mode === 'post');
