import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { VISITED } from '#common/visit-status.ts';
import { m } from '#messages';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { paths } from '#web/paths.ts';
import { Rating } from '#web/ui/Rating.tsx';
import { Tag } from '#web/ui/Tag.tsx';
import type { RestaurantPageParts } from './page-parts.ts';

/** My rating, my one-line review and my tags. The rating and the review can be edited here. */
export function MyReview({
  mine,
  parts: { ReviewEditor, ReviewVisibility },
}: {
  mine: MyRestaurant;
  parts: Pick<RestaurantPageParts, 'ReviewEditor' | 'ReviewVisibility'>;
}) {
  const [isEditing, setEditing] = useState(false);
  const { rating, review, customTags, status } = mine;
  const isVisited = status === VISITED;
  const hasReview = rating !== null || review !== '';
  if (!isVisited && !hasReview && customTags.length === 0) return null;
  return (
    <section className="rounded-card bg-surface p-5 shadow-1" aria-labelledby="my-review">
      <div className="flex items-center justify-between gap-3">
        <h2 id="my-review" className="type-h3">
          {isVisited || hasReview ? m.restaurants_my_review() : m.restaurants_field_tags()}
        </h2>
        {(isVisited || hasReview) && !isEditing && (
          <button type="button" className="link -my-2.5 min-h-11" onClick={() => setEditing(true)}>
            {hasReview ? m.restaurants_change() : m.restaurants_leave()}
          </button>
        )}
      </div>
      {isEditing ? (
        <Suspense>
          <ReviewEditor mine={mine} onDone={() => setEditing(false)} />
        </Suspense>
      ) : (
        <>
          {rating !== null && (
            <p className="mt-2">
              <Rating value={rating} size="large" />
            </p>
          )}
          {review !== '' && <p className="type-body mt-3 whitespace-pre-line">{review}</p>}
          {!hasReview && isVisited && (
            <p className="type-body mt-1 text-ink-2">{m.restaurants_leave_a_line()}</p>
          )}
          {(hasReview || mine.userPhotoFilenames.length > 0) && (
            <Suspense>
              <ReviewVisibility mine={mine} />
            </Suspense>
          )}
        </>
      )}
      {customTags.length > 0 && (
        <ul aria-label={m.restaurants_field_tags()} className="mt-3.5 flex flex-wrap gap-2">
          {customTags.map((tag) => (
            <li key={tag} className="max-w-full">
              <Link
                to={paths.home}
                search={{ tag }}
                aria-label={m.restaurants_tag_show({ tag })}
                className="chip inline-flex max-w-full rounded-small"
              >
                <Tag>{tag}</Tag>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
