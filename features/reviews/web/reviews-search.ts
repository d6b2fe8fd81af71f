import type { ReviewSort } from '#features/reviews/reviews.contract.ts';

/** Absent for newest first. */
export type ReviewsSearch = { sort?: Exclude<ReviewSort, 'newest'> };

export const readReviewsSearch = ({ sort }: Record<string, unknown>): ReviewsSearch =>
  sort === 'highest' ? { sort } : {};
