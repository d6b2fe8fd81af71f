import { useState } from 'react';
import { m } from '#messages';
import { useMyRestaurant } from '#features/restaurants/web/restaurants.public.ts';
import type { MyPublicReview } from '#features/reviews/reviews.contract.ts';
import { PhotoStrip } from '#features/photos/web/photos.public.tsx';
import { useIsWaiting } from '#web/outbox/page-outbox.ts';
import { WaitingMark } from '#web/outbox/WaitingMark.tsx';
import { paths } from '#web/paths.ts';
import { Button, LinkButton } from '#web/ui/Button.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { ReviewEditor } from './ReviewEditor.tsx';
import { ReviewFacts } from './ReviewItem.tsx';
import { ReviewState } from './ReviewVisibility.tsx';
import { useWithdrawReview } from './reviews.queries.ts';

export function MyReviewCard({
  restaurantId,
  review,
}: {
  restaurantId: string;
  review: MyPublicReview | null;
}) {
  const { mine: link, detail } = useMyRestaurant(restaurantId);
  const [isEditing, setEditing] = useState(false);
  const isWaiting = useIsWaiting(restaurantId);
  const withdraw = useWithdrawReview(restaurantId);
  // Without the shape, the reviews below would move when the card appears, and a press on them could be lost. A card
  // with a review needs the place only for editing.
  if (!link && !review && detail.isPending) return <Skeleton className="h-[150px] rounded-card" />;
  return (
    <section className="rounded-card bg-surface p-5 shadow-1" aria-labelledby="my-public-review">
      <div className="flex items-center gap-2">
        <h2 id="my-public-review" className="type-h3">
          {m.reviews_mine()}
        </h2>
        {isWaiting ? <WaitingMark /> : review && <StatePill review={review} />}
      </div>
      {link && isEditing ? (
        <ReviewEditor mine={link} onDone={() => setEditing(false)} />
      ) : review ? (
        <>
          <div className="mt-2">
            <ReviewFacts review={review} />
          </div>
          {review.photos.length > 0 && (
            <div className="mt-3 overflow-hidden rounded-inner">
              <PhotoStrip photos={review.photos} />
            </div>
          )}
          {review.reviewText !== '' && (
            <p className="type-body mt-2 whitespace-pre-line">{review.reviewText}</p>
          )}
          <ReviewState review={review} />
          <div className="mt-4 grid grid-cols-2 gap-2">
            <Button look="soft" size="small" onClick={() => setEditing(true)}>
              {m.reviews_edit()}
            </Button>
            <Button look="soft" size="small" onClick={withdraw}>
              {m.reviews_withdraw()}
            </Button>
          </div>
        </>
      ) : link ? (
        <>
          <p className="type-body mt-1 text-ink-2">
            {link.rating !== null || link.review !== '' ? m.reviews_only_mine() : m.reviews_write_text()}
          </p>
          <Button size="small" className="mt-3" onClick={() => setEditing(true)}>
            {link.rating !== null || link.review !== '' ? m.reviews_share() : m.reviews_write()}
          </Button>
        </>
      ) : (
        <>
          <p className="type-body mt-1 text-ink-2">{m.reviews_add_first()}</p>
          <LinkButton
            to={paths.restaurant}
            params={{ restaurantId }}
            look="secondary"
            size="small"
            className="mt-3"
          >
            {m.reviews_to_place()}
          </LinkButton>
        </>
      )}
    </section>
  );
}

function StatePill({ review }: { review: MyPublicReview }) {
  if (review.moderationStatus === 'rejected') return <Pill kind="danger">{m.reviews_rejected()}</Pill>;
  if (review.moderationStatus === 'pending') return <Pill kind="plain">{m.reviews_pending()}</Pill>;
  return <Pill kind="done">{m.reviews_approved()}</Pill>;
}
