import { m } from '#messages';
import { ADDED_KINDS, type Additions } from '#features/restaurants/another-source.rules.ts';
import { numberOf } from '#web/number-of.ts';

const TEXTS: Record<(typeof ADDED_KINDS)[number], (given: { count: string }) => string> = {
  tags: m.restaurants_added_tags,
  ratings: m.restaurants_added_ratings,
  reviews: m.restaurants_added_reviews,
  memos: m.restaurants_added_memos,
  visits: m.restaurants_added_visits,
  categories: m.restaurants_added_categories,
};

/** @example additionsText(additions) // '태그 2개, 평점 1개' */
export const additionsText = (additions: Additions): string =>
  ADDED_KINDS.filter((kind) => additions[kind] > 0)
    .map((kind) => TEXTS[kind]({ count: numberOf(additions[kind]) }))
    .join(', ');

/** Says how many values had no room. Returns '' if there are none. */
export const leftOutText = (count: number): string =>
  count === 0 ? '' : m.restaurants_left_out({ count: numberOf(count) });
