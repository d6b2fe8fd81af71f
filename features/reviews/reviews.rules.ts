import type { LinkFields } from '#features/restaurants/restaurants.rules.ts';
import type { ModerationMode, ModerationStatus } from './reviews.contract.ts';

/** How long a withdrawn review can come back as it was, in milliseconds; afterwards it is purged. */
export const WITHDRAWN_MILLISECONDS = 24 * 60 * 60 * 1000;

/** What a link says about sharing; null for a link that is not on the list. */
export type SharedFields = Pick<
  LinkFields,
  'isShared' | 'isAnonymous' | 'rating' | 'review' | 'userPhotoFilenames'
> | null;

/** What other members read. */
export type ReviewContent = {
  rating: number | null;
  reviewText: string;
  isAnonymous: boolean;
  photoIds: readonly string[];
};

/** What the link shares; null if it is not shared or says nothing. */
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

/** What is to be done with the public review so that it follows its link. */
export type ReviewStep = 'nothing' | 'publish' | 'withdraw' | 'bring back';

/**
 * How a public review follows its link. Sharing something new or something else publishes it, to be decided on anew;
 * sharing the same again brings it back as it was, so that an undo undoes and nobody sheds a rejection or a report
 * by un-sharing.
 * @param existing the review as it is kept, withdrawn or not; null if there is none
 * @param content what the link shares now; null if nothing
 */
export function followingStep({
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

/** Whether all members see a shared review in this state; its writer always does. */
export const isVisible = ({ status, mode }: { status: ModerationStatus; mode: ModerationMode }): boolean =>
  status === 'approved' || (status === 'pending' && mode === 'post');
