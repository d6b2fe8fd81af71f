export { useSubmitReview } from './reviews.queries.ts';
