import { m } from '#messages';
import type { ReviewSummary } from '#features/reviews/reviews.contract.ts';
import { numberOf } from '#web/number-of.ts';
import { Star } from '#web/ui/Star.tsx';
import { starFill } from '#web/ui/rating.rules.ts';

/** The average and the distribution of the ratings. Nothing is rendered if there are no ratings. */
export function ReviewSummaryView({ summary }: { summary: ReviewSummary }) {
  const { publicAverageRating, publicRatingCount, ratingCounts } = summary;
  if (publicAverageRating === null) return null;
  const most = Math.max(...ratingCounts);
  const average = publicAverageRating.toFixed(1);
  return (
    <div className="flex items-center gap-5">
      <p
        role="img"
        aria-label={m.reviews_average_of({ rating: average, count: numberOf(publicRatingCount) })}
        className="grid flex-none justify-items-center gap-1"
      >
        <b className="numbers text-[2.5rem] leading-none tracking-[-.04em]">{average}</b>
        <span className="flex gap-px">
          {[1, 2, 3, 4, 5].map((position) => (
            <Star
              key={position}
              fill={starFill({ rating: publicAverageRating, position })}
              className="size-3.5"
            />
          ))}
        </span>
      </p>
      <ul
        aria-label={m.reviews_distribution()}
        className="type-caption numbers grid min-w-0 flex-1 gap-1 text-ink-2"
      >
        {[5, 4, 3, 2, 1].map((stars) => {
          const count = ratingCounts[stars - 1] ?? 0;
          return (
            <li
              key={stars}
              aria-label={m.reviews_distribution_line({ stars, count: numberOf(count) })}
              className="flex items-center gap-2.5"
            >
              <span className="w-2 text-center">{stars}</span>
              <span className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-soft forced-color-adjust-none">
                <i
                  className="block h-full rounded-full bg-ink"
                  style={{ width: `${most === 0 ? 0 : (count / most) * 100}%` }}
                />
              </span>
              <span className="min-w-5 text-right">{numberOf(count)}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
