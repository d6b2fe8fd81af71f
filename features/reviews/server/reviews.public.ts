export { readReviews } from './reviews.service.ts';
/** If an account is deleted without the personal data registry, `deleteReviewsOf` must be called first. */
export { deleteReviewsOf, updatePublicReview } from './update-public-review.ts';
