/** A deletion of an account that bypasses the personal data registry must call this first. */
export { deleteReviewsOf } from './update-public-review.ts';
