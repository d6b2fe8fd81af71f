/** A deletion of an account that bypasses the personal data registry must call this first. */
export { deleteReviewsOf as eraseReviewsOf } from './update-public-review.ts';
