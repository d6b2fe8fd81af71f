import { useInfiniteQuery } from '@tanstack/react-query';
import { EyeOff, Hourglass, Lock, Users } from 'lucide-react';
import { m } from '#messages';
import { PhotoStrip } from '#features/photos/web/photos.public.tsx';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import type { MyPublicReview } from '#features/reviews/reviews.contract.ts';
import { loadedReviews, reviewsQuery } from './reviews.queries.ts';

export function ReviewVisibility({ mine }: { mine: MyRestaurant }) {
  const reviews = useInfiniteQuery({
    ...reviewsQuery({ restaurantId: mine.id, sort: 'newest' }),
    select: loadedReviews,
  });
  const photos = reviews.data?.myPhotos ?? [];
  const review = reviews.data?.mine;
  return (
    <>
      {photos.length > 0 && (
        <div className="mt-3 overflow-hidden rounded-inner">
          <PhotoStrip photos={photos} />
        </div>
      )}
      {!mine.isShared ? (
        <Line icon={<Lock aria-hidden="true" />} text={m.restaurants_field_shared_nobody()} />
      ) : (
        review && <ReviewState review={review} />
      )}
    </>
  );
}

export function ReviewState({ review }: { review: MyPublicReview }) {
  if (review.moderationStatus === 'rejected') {
    return (
      <Line
        icon={<EyeOff aria-hidden="true" />}
        text={m.reviews_state_rejected({ reason: review.rejectionReason ?? '' })}
      />
    );
  }
  if (!review.isVisible)
    return <Line icon={<Hourglass aria-hidden="true" />} text={m.reviews_state_waiting()} />;
  return (
    <Line
      icon={<Users aria-hidden="true" />}
      text={
        review.userName === null
          ? m.reviews_state_shown_anonymously()
          : m.reviews_state_shown({ name: review.userName })
      }
    />
  );
}

function Line({ icon, text }: { icon: React.ReactNode; text: string }) {
  return (
    <p className="type-caption mt-3 flex items-start gap-1.5 text-ink-2 [&>svg]:mt-px [&>svg]:size-4 [&>svg]:flex-none">
      {icon}
      {text}
    </p>
  );
}
