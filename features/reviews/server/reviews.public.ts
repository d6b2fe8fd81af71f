/**
 * The interface of public reviews for other features. A write of a saved restaurant must call `updatePublicReview` in
 * the same transaction; a deletion of an account that bypasses the personal data registry must call
 * `deleteReviewsOf` first.
 */
export {
  deleteReviewsOf as eraseReviewsOf,
  updatePublicReview as followLink,
} from './update-public-review.ts';
