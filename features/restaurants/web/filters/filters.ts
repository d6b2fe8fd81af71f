import { m } from '#messages';
import { OFFICIAL_NAMES } from '#features/official-lists/web/list-filter.public.ts';
import type { HomeSearch } from '#features/restaurants/home-search.rules.ts';
import { type Filter, FILTER_NAMES } from '#features/restaurants/list-filters.rules.ts';
import type { SourceKind } from '#features/restaurants/restaurants.contract.ts';

export const STATUS_LABELS = {
  todo: m.kit_status_todo,
  done: m.kit_status_done,
  provided: m.provided_badge,
} as const;

export const SOURCE_LABELS: Record<SourceKind, () => string> = {
  tv: m.restaurants_source_tv,
  magazine: m.restaurants_source_magazine,
  person: m.restaurants_source_person,
  own: m.restaurants_source_own,
};

/** Returns the name of an active filter on screen. */
type Label<Value> = (value: Value, categoryName: (id: string) => string) => string;

const FILTER_LABELS: { [F in Filter]: Label<NonNullable<HomeSearch[F]>> } = {
  area: () => m.restaurants_area(),
  near: () => m.restaurants_near(),
  status: (value) => STATUS_LABELS[value](),
  category: (value, categoryName) => categoryName(value),
  open: () => m.restaurants_filter_open(),
  parking: () => m.restaurants_filter_parking(),
  rating: (value) => m.restaurants_filter_rating({ rating: String(value) }),
  source: (value) => SOURCE_LABELS[value](),
  official: (value) => OFFICIAL_NAMES[value](),
  hood: (value) => value,
  tag: (value) => `#${value}`,
};

/** The changes that remove every filter. */
export const NO_FILTERS = Object.fromEntries(FILTER_NAMES.map((filter) => [filter, undefined])) as {
  [F in Filter]: undefined;
};

export const hasFilters = (search: HomeSearch): boolean =>
  FILTER_NAMES.some((filter) => search[filter] !== undefined);

/** Returns the active filters with their names on screen. */
export function activeFilters(
  search: HomeSearch,
  categoryName: (id: string) => string,
): { filter: Filter; label: string }[] {
  const labelOf = <F extends Filter>(filter: F) => {
    const value = search[filter];
    return value === undefined ? [] : [{ filter, label: FILTER_LABELS[filter](value, categoryName) }];
  };
  return FILTER_NAMES.flatMap((filter) => labelOf(filter));
}
