import type { ModeratedReview } from '#features/reviews/moderation.contract.ts';

type State = Pick<ModeratedReview, 'moderationStatus' | 'reports'>;

/** Whether the admin can approve the review. While a review has open reports, the same decision can be made again. */
export const canApprove = ({ moderationStatus, reports }: State): boolean =>
  moderationStatus !== 'approved' || reports.length > 0;
export const canReject = ({ moderationStatus, reports }: State): boolean =>
  moderationStatus !== 'rejected' || reports.length > 0;
