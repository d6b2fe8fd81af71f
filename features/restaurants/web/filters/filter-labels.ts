import { m } from '#messages';
import type { SourceKind } from '#features/restaurants/restaurants.contract.ts';
import { type Filter, FILTERS, type HomeSearch } from '../home-search.rules.ts';

const STATUS_LABELS = {
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

/**
 * Returns the active filters with their names on screen. @param categoryName returns the name of the category with this
 * id
 */
export function activeFilters(
  search: HomeSearch,
  categoryName: (id: string) => string,
): { filter: Filter; label: string }[] {
  return FILTERS.flatMap((filter) => {
    const label = labelOf(search, filter, categoryName);
    return label === null ? [] : [{ filter, label }];
  });
}

function labelOf(search: HomeSearch, filter: Filter, categoryName: (id: string) => string): string | null {
  const { status, category, rating, source, hood, tag } = search;
  if (search[filter] === undefined) return null;
  if (filter === 'area') return m.restaurants_area();
  if (filter === 'near') return m.restaurants_near();
  if (filter === 'status') return status ? STATUS_LABELS[status]() : null;
  if (filter === 'category') return categoryName(category ?? '');
  if (filter === 'open') return m.restaurants_filter_open();
  if (filter === 'parking') return m.restaurants_filter_parking();
  if (filter === 'rating') return m.restaurants_filter_rating({ rating: String(rating) });
  if (filter === 'source') return source ? SOURCE_LABELS[source]() : null;
  if (filter === 'hood') return hood ?? null;
  return `#${tag ?? ''}`;
}
