import type { ReviewSort } from '#features/reviews/reviews.contract.ts';

/** The order of reviews, as it stands in the address; newest first needs no word. */
export type ReviewsSearch = { sort?: Exclude<ReviewSort, 'newest'> };

export const readReviewsSearch = ({ sort }: Record<string, unknown>): ReviewsSearch =>
  sort === 'highest' ? { sort } : {};
