import type { ModeratedReview } from '#features/reviews/moderation.contract.ts';

type State = Pick<ModeratedReview, 'moderationStatus' | 'reports'>;

/** A decision may be made once; also again when it settles reports. */
export const canApprove = ({ moderationStatus, reports }: State): boolean =>
  moderationStatus !== 'approved' || reports.length > 0;
export const canReject = ({ moderationStatus, reports }: State): boolean =>
  moderationStatus !== 'rejected' || reports.length > 0;
