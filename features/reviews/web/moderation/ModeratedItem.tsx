import { Check, Flag, X } from 'lucide-react';
import { m } from '#messages';
import { localZone } from '#common/dates.ts';
import { PhotoStrip } from '#features/photos/web/photos.public.tsx';
import type { ModeratedReview } from '#features/reviews/moderation.contract.ts';
import { dateOf } from '#web/date-of.ts';
import { Button } from '#web/ui/Button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Pill } from '#web/ui/Pill.tsx';
import { Rating } from '#web/ui/Rating.tsx';
import { canApprove, canReject } from './moderation.rules.ts';

export function ModeratedItem({
  review,
  isCurrent,
  onFocus,
  onApprove,
  onReject,
}: {
  review: ModeratedReview;
  /** Whether the keys a and r apply to this review. */
  isCurrent: boolean;
  onFocus: () => void;
  onApprove: () => void;
  onReject: () => void;
}) {
  const { userName, restaurantName, moderationStatus, rejectionReason, reports } = review;
  const hasPhotos = review.photos.length > 0;
  return (
    // The section handles the keys j and k. They move the focus to this element.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      tabIndex={-1}
      onFocus={onFocus}
      aria-label={m.admin_review_of({ name: userName, restaurant: restaurantName })}
      aria-current={isCurrent || undefined}
      className={classes(
        'grid scroll-mt-20 gap-3 rounded-card bg-surface p-4 shadow-1 outline-none',
        hasPhotos && 'lg:grid-cols-[minmax(0,1fr)_280px] lg:grid-rows-[auto_1fr] lg:gap-x-6',
        isCurrent && 'lg:inset-ring-2 lg:inset-ring-focus',
      )}
    >
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="type-body font-bold">{restaurantName}</h3>
          <Pill kind={moderationStatus === 'rejected' ? 'danger' : 'plain'}>
            {STATES[moderationStatus]()}
          </Pill>
        </div>
        <p className="type-caption flex flex-wrap items-center gap-x-2 text-ink-2">
          {review.rating !== null && <Rating value={review.rating} size="row" />}
          <span>
            {userName}
            {review.isAnonymous && ` (${m.reviews_anonymous()})`}
          </span>
          <time dateTime={new Date(review.createdAt).toISOString()}>
            {dateOf(review.createdAt, { zone: localZone(), as: 'dateTime' })}
          </time>
          {review.editedAt !== null && <span>{m.reviews_edited()}</span>}
        </p>
      </div>
      {hasPhotos && (
        <div className="max-w-[480px] overflow-hidden rounded-inner lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start">
          <PhotoStrip photos={review.photos} />
        </div>
      )}
      <div className="grid content-start gap-3">
        {review.reviewText !== '' && <p className="type-body whitespace-pre-line">{review.reviewText}</p>}
        {rejectionReason !== null && (
          <p className="type-sub text-ink-2">{m.admin_rejected_because({ reason: rejectionReason })}</p>
        )}
        {reports.length > 0 && (
          <ul className="grid gap-1.5 rounded-inner bg-danger-tint p-3" aria-label={m.admin_field_reports()}>
            {reports.map((report) => (
              <li key={`${report.createdAt} ${report.details}`} className="type-sub flex gap-2">
                <Flag className="mt-0.5 size-4 flex-none text-danger" aria-hidden="true" />
                <span className="min-w-0">
                  <b className="font-semibold">{REASONS[report.reason]()}</b>
                  {report.details !== '' && ` — ${report.details}`}
                </span>
              </li>
            ))}
          </ul>
        )}
        <div className="flex flex-wrap gap-2">
          {canApprove(review) && (
            <Button size="small" look="secondary" className="flex-1 sm:flex-none" onClick={onApprove}>
              <Check aria-hidden="true" />
              {m.admin_approve()}
            </Button>
          )}
          {canReject(review) && (
            <Button size="small" look="secondary" className="flex-1 sm:flex-none" onClick={onReject}>
              <X aria-hidden="true" />
              {m.admin_reject()}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}

const STATES: Record<ModeratedReview['moderationStatus'], () => string> = {
  pending: m.reviews_pending,
  approved: m.reviews_approved,
  rejected: m.reviews_rejected,
};

const REASONS: Record<ModeratedReview['reports'][number]['reason'], () => string> = {
  advertising: m.reviews_report_advertising,
  abuse: m.reviews_report_abuse,
  untrue: m.reviews_report_untrue,
  privacy: m.reviews_report_privacy,
  other: m.reviews_report_other,
};
