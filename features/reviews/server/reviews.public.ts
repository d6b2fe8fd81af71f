/** Code that deletes an account without the personal data registry must call `deleteReviewsOf` first. */
export { deleteReviewsOf } from './update-public-review.ts';
