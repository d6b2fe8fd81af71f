import { useInfiniteQuery } from '@tanstack/react-query';
import { m } from '#messages';
import { numberOf } from '#web/number-of.ts';
import { Star } from '#web/ui/Star.tsx';
import { loadedReviews, reviewsQuery } from './reviews.queries.ts';

/** The average of the public ratings of a restaurant and their number. It is absent if only the reader has rated it. */
export function OthersRating({ restaurantId }: { restaurantId: string }) {
  const { data } = useInfiniteQuery({
    ...reviewsQuery({ restaurantId, sort: 'newest' }),
    select: loadedReviews,
  });
  if (!data) return null;
  const { summary, mine } = data;
  const own = mine?.isVisible && mine.rating !== null ? 1 : 0;
  if (summary.publicAverageRating === null || summary.publicRatingCount <= own) return null;
  const rating = summary.publicAverageRating.toFixed(1);
  const count = numberOf(summary.publicRatingCount);
  return (
    <span>
      <span
        className="inline-flex items-baseline gap-1"
        role="img"
        aria-label={m.reviews_others_rating({ rating, count })}
      >
        <Star fill={1} className="size-4 self-center" />
        <b className="text-ink">{rating}</b> ({count})
      </span>
    </span>
  );
}
