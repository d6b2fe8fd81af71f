import type { ReviewSort } from '#features/reviews/reviews.contract.ts';

/** The search parameters of the reviews page. If `sort` is missing, the newest reviews come first. */
export type ReviewsSearch = { sort?: Exclude<ReviewSort, 'newest'> };

export const readReviewsSearch = ({ sort }: Record<string, unknown>): ReviewsSearch =>
  sort === 'highest' ? { sort } : {};
