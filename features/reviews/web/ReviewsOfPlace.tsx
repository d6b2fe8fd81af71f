import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '#messages';
import type { PublicReview } from '#features/reviews/reviews.contract.ts';
import { useMyRestaurant } from '#features/restaurants/web/restaurants.public.ts';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { messageOf } from '#web/error-messages.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { ReportDialog } from './ReportDialog.tsx';
import { ReviewSummaryView } from './ReviewSummaryView.tsx';
import { ReviewItem } from './ReviewItem.tsx';
import { loadedReviews, reviewsQuery } from './reviews.queries.ts';

const SHOWN = 2;

export function ReviewsOfPlace({ restaurantId }: { restaurantId: string }) {
  const { data, error, refetch } = useInfiniteQuery({
    ...reviewsQuery({ restaurantId, sort: 'newest' }),
    select: loadedReviews,
  });
  const [reported, setReported] = useState<PublicReview | null>(null);
  const { mine } = useMyRestaurant(restaurantId);
  const count = data?.summary.reviewCount ?? 0;
  return (
    <section className="min-w-0 rounded-card bg-surface p-5 shadow-1" aria-labelledby="reviews-of-place">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 id="reviews-of-place" className="type-h3">
          {m.reviews_of_visitors()} {data && <span className="numbers">{numberOf(count)}</span>}
        </h2>
        {(count > 0 || mine) && (
          <Link
            to={paths.restaurantReviews}
            params={{ restaurantId }}
            className="link -my-2.5 inline-flex min-h-11 items-center"
          >
            {count > 0 ? m.reviews_see_all() : m.reviews_write()}
          </Link>
        )}
      </div>
      {data ? (
        <>
          {count === 0 && (
            <p className="type-body mt-1 text-ink-2">{mine ? m.reviews_none_yet() : m.reviews_add_first()}</p>
          )}
          <div className="mt-3 empty:hidden">
            <ReviewSummaryView summary={data.summary} />
          </div>
          {data.reviews.length > 0 && (
            <div className="mt-5 divide-y divide-line">
              {data.reviews.slice(0, SHOWN).map((review) => (
                <ReviewItem key={review.id} review={review} onReport={setReported} />
              ))}
            </div>
          )}
        </>
      ) : error ? (
        <p className="type-sub mt-1 text-ink-2">
          {messageOf(error)}{' '}
          <button type="button" className="link -my-2.5 min-h-11" onClick={() => void refetch()}>
            {m.kit_reload()}
          </button>
        </p>
      ) : (
        <Skeleton className="mt-1 h-[1.625rem] w-full" />
      )}
      <ReportDialog restaurantId={restaurantId} review={reported} onClose={() => setReported(null)} />
    </section>
  );
}
