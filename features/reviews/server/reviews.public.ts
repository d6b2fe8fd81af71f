/**
 * The interface of public reviews for other features. A write of a saved restaurant must call `followLink` in
 * the same transaction; a deletion of an account that bypasses the personal data registry must call
 * `eraseReviewsOf` first.
 */
export { eraseReviewsOf, followLink } from './follow-link.ts';
