/** Code that deletes an account without the personal data registry must call this first. */
export { deleteReviewsOf } from './update-public-review.ts';
