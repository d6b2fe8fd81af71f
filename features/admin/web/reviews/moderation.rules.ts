import type { ModeratedReview } from '#features/reviews/moderation.contract.ts';

type State = Pick<ModeratedReview, 'moderationStatus' | 'reports'>;

/** A review can be decided once, and again while it has open reports. */
export const canApprove = ({ moderationStatus, reports }: State): boolean =>
  moderationStatus !== 'approved' || reports.length > 0;
export const canReject = ({ moderationStatus, reports }: State): boolean =>
  moderationStatus !== 'rejected' || reports.length > 0;
