/**
 * What other features may do with public reviews. Whoever writes a link calls `followLink` in the same transaction,
 * and whoever ends an account without the list of personal data calls `eraseReviewsOf` before.
 */
export { eraseReviewsOf, followLink } from './follow-link.ts';
