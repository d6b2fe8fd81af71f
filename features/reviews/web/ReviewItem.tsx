import { Flag } from 'lucide-react';
import { m } from '#messages';
import { KOREA } from '#common/dates.ts';
import { PhotoStrip } from '#features/photos/web/photos.public.tsx';
import type { PublicReview } from '#features/reviews/reviews.contract.ts';
import { dateOf } from '#web/date-of.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Rating } from '#web/ui/Rating.tsx';

export function ReviewItem({
  review,
  onReport,
}: {
  review: PublicReview;
  onReport: (review: PublicReview) => void;
}) {
  const name = review.userName ?? m.reviews_anonymous();
  return (
    <article className="py-4 first:pt-0 last:pb-0" aria-label={m.reviews_by({ name })}>
      <div className="flex items-center gap-3">
        <span
          aria-hidden="true"
          className="type-sub grid size-9 flex-none place-items-center rounded-inner bg-sunken font-bold text-ink-2"
        >
          {[...name][0]}
        </span>
        <div className="min-w-0 flex-1">
          <p className="type-sub truncate font-bold">{name}</p>
          <ReviewFacts review={review} />
        </div>
        {review.isReported ? (
          <span className="type-caption text-ink-3">{m.reviews_reported()}</span>
        ) : (
          <IconButton
            label={m.reviews_report_label({ name })}
            className="-mr-2.5"
            onClick={() => onReport(review)}
          >
            <Flag className="size-5!" aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {review.photos.length > 0 && (
        <div className="mt-3 overflow-hidden rounded-inner">
          <PhotoStrip photos={review.photos} />
        </div>
      )}
      {review.reviewText !== '' && <p className="type-body mt-2 whitespace-pre-line">{review.reviewText}</p>}
    </article>
  );
}

export function ReviewFacts({
  review: { rating, createdAt, editedAt },
}: {
  review: Pick<PublicReview, 'rating' | 'createdAt' | 'editedAt'>;
}) {
  return (
    <p className="type-caption flex flex-wrap items-center gap-x-2 text-ink-2">
      {rating !== null && <Rating value={rating} size="row" />}
      <time dateTime={new Date(createdAt).toISOString()}>{dateOf(createdAt, { zone: KOREA })}</time>
      {editedAt !== null && <span>{m.reviews_edited()}</span>}
    </p>
  );
}
