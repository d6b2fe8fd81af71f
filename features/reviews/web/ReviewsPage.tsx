import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '#messages';
import { RestaurantUnavailable } from '#features/restaurants/web/restaurants.public.ts';
import type { PublicReview, ReviewSort } from '#features/reviews/reviews.contract.ts';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { OfflineStrip } from '#web/ui/OfflineStrip.tsx';
import { SkeletonPanels } from '#web/ui/Skeleton.tsx';
import { MyReviewCard } from './MyReviewCard.tsx';
import { ReportDialog } from './ReportDialog.tsx';
import { ReviewSummaryView } from './ReviewSummaryView.tsx';
import { ReviewItem } from './ReviewItem.tsx';
import { loadedReviews, reviewsQuery } from './reviews.queries.ts';
import { readReviewsSearch } from './reviews-search.ts';

export function ReviewsPage() {
  const { restaurantId } = useParams({ from: '/members/app/restaurant/$restaurantId/reviews' });
  // The router keeps parameters that `validateSearch` drops.
  const { sort = 'newest' } = useSearch({
    from: '/members/app/restaurant/$restaurantId/reviews',
    select: readReviewsSearch,
    structuralSharing: true,
  });
  const query = useInfiniteQuery({
    ...reviewsQuery({ restaurantId, sort }),
    select: loadedReviews,
    // While the reviews in a new order load, the reviews in the previous order stay on screen.
    placeholderData: (before) => before,
  });
  const { data, error } = query;
  const title = data ? m.reviews_title_of({ name: data.restaurantName }) : m.reviews_title();
  return (
    <Page title={title} className="grid max-w-[720px] grid-cols-[minmax(0,1fr)] gap-3">
      <OfflineStrip
        of={reviewsQuery({ restaurantId, sort }).queryKey}
        isEditable
        offlineText={m.reviews_needs_network()}
      />
      {data ? (
        <>
          <section className="rounded-card bg-surface p-5 shadow-1" aria-label={m.reviews_figures()}>
            {data.summary.publicAverageRating === null ? (
              <p className="type-body text-ink-2">{m.reviews_no_rating_yet()}</p>
            ) : (
              <ReviewSummaryView summary={data.summary} />
            )}
          </section>
          <MyReviewCard key={restaurantId} restaurantId={restaurantId} review={data.mine} />
          <OthersReviews
            restaurantId={restaurantId}
            reviews={data.reviews}
            count={data.summary.reviewCount - (data.mine?.isVisible ? 1 : 0)}
            sort={sort}
          />
          {query.hasNextPage && (
            <Button
              look="secondary"
              isBusy={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {m.reviews_more()}
            </Button>
          )}
        </>
      ) : error ? (
        <div className="py-4">
          <RestaurantUnavailable
            error={error}
            text={m.reviews_load_failed}
            onRetry={() => void query.refetch()}
          />
        </div>
      ) : (
        <SkeletonPanels shapes={['h-36', 'h-24', 'h-64']} />
      )}
    </Page>
  );
}

function OthersReviews({
  restaurantId,
  reviews,
  count,
  sort,
}: {
  restaurantId: string;
  reviews: PublicReview[];
  /** Number of reviews, including reviews that are not loaded yet. */
  count: number;
  sort: ReviewSort;
}) {
  const [reported, setReported] = useState<PublicReview | null>(null);
  return (
    <section className="rounded-card bg-surface p-5 shadow-1" aria-labelledby="others-reviews">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 id="others-reviews" className="type-h3">
          {m.reviews_of_others()} <span className="numbers">{numberOf(count)}</span>
        </h2>
        {reviews.length > 1 && <SortChips sort={sort} />}
      </div>
      {reviews.length === 0 ? (
        <EmptyState title={m.reviews_none_title()} text={m.reviews_none_text()} />
      ) : (
        <div className="divide-y divide-line">
          {reviews.map((review) => (
            <ReviewItem key={review.id} review={review} onReport={setReported} />
          ))}
        </div>
      )}
      <ReportDialog restaurantId={restaurantId} review={reported} onClose={() => setReported(null)} />
    </section>
  );
}

function SortChips({ sort }: { sort: ReviewSort }) {
  const navigate = useNavigate({ from: paths.restaurantReviews });
  const choose = (wanted: ReviewSort) =>
    void navigate({
      search: wanted === 'newest' ? {} : { sort: wanted },
      replace: true,
      resetScroll: false,
    });
  return (
    <div role="group" aria-label={m.reviews_sort()} className="flex gap-2">
      <Chip isSelected={sort === 'newest'} onClick={() => choose('newest')}>
        {m.reviews_sort_newest()}
      </Chip>
      <Chip isSelected={sort === 'highest'} onClick={() => choose('highest')}>
        {m.reviews_sort_highest()}
      </Chip>
    </div>
  );
}
