import { m } from '#messages';

/** Returns the label of the button that clears the search text and the filters. The label names only what is active. */
export function clearLabel({ hasText, hasFilters }: { hasText: boolean; hasFilters: boolean }): string {
  if (!hasText) return m.restaurants_clear_filters();
  return hasFilters ? m.restaurants_clear_all() : m.kit_search_clear();
}
