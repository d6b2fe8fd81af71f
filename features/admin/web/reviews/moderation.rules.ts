import type { ModeratedReview } from '#features/reviews/moderation.contract.ts';

type State = Pick<ModeratedReview, 'moderationStatus' | 'reports'>;

/** A review is decided once, and again to settle reports. */
export const canApprove = ({ moderationStatus, reports }: State): boolean =>
  moderationStatus !== 'approved' || reports.length > 0;
export const canReject = ({ moderationStatus, reports }: State): boolean =>
  moderationStatus !== 'rejected' || reports.length > 0;
