import { DAY_MS } from '#common/dates.ts';
import type { SavedRestaurantFields } from '#features/restaurants/restaurants.rules.ts';
import type { ModerationMode, ModerationStatus } from './reviews.contract.ts';

/** How long a withdrawn review can be restored, in milliseconds; then it is purged. */
export const WITHDRAWN_MILLISECONDS = DAY_MS;

/** The fields of a saved restaurant that decide what is shared; null if it is not on the list. */
export type SharedFields = Pick<
  SavedRestaurantFields,
  'isShared' | 'isAnonymous' | 'rating' | 'review' | 'userPhotoFilenames'
> | null;

/** The content that other members see. */
export type ReviewContent = {
  rating: number | null;
  reviewText: string;
  isAnonymous: boolean;
  photoIds: readonly string[];
};

/** The shared content; null if the review is not shared or is empty. */
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

/** The change that synchronizes the public review with the saved restaurant. */
export type ReviewStep = 'nothing' | 'publish' | 'withdraw' | 'bring back';

/**
 * The step that updates the public review after a write of the saved restaurant. New or changed content is published
 * and needs a new decision of the admin. Unchanged content is restored in its previous state, so that undo works. A
 * member therefore cannot remove a rejection or report by un-sharing the review and sharing it again.
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

/** Whether all members see a shared review in this state; its author always does. */
export const isVisible = ({ status, mode }: { status: ModerationStatus; mode: ModerationMode }): boolean =>
  status === 'approved' || (status === 'pending' && mode === 'post');
