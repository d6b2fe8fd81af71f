import { useMemo, useState } from 'react';
import { usePersonalSearch } from '#features/places/web/personal-search.public.ts';
import { useMinute } from '#web/browser/use-minute.ts';
import { hasFilters } from './filters/filters.ts';
import { FILTER_NAMES } from '#features/restaurants/list-filters.rules.ts';
import { viewEntries } from '#features/restaurants/view-entries.rules.ts';
import type { HomeSearch } from '#features/restaurants/home-search.rules.ts';
import type { ListEntry } from '#features/restaurants/list-view.rules.ts';

/**
 * Searches the entries for the typed text. Less exact matches are added if too few exact matches pass the active
 * filters. `found` is null while no text is typed, and until the search has finished.
 */
export function useFoundEntries({
  text,
  entries,
  search,
}: {
  text: string;
  entries: readonly ListEntry[];
  search: HomeSearch;
}) {
  const personalSearch = usePersonalSearch(text, entries);
  const minute = useMinute();
  const now = search.open ? minute : 0;
  // The URL also contains the typed text, the sort order and the selected place. When only these change, the list is not
  // filtered again, so that the map does not draw all pins again.
  const [filtered, setFiltered] = useState(search);
  if (FILTER_NAMES.some((filter) => filtered[filter] !== search[filter])) setFiltered(search);
  const isFiltered = hasFilters(filtered);
  // If no filter is active, a change of the URL must not start the search again.
  const active = isFiltered ? filtered : null;
  const found = useMemo(
    () =>
      personalSearch?.(
        entries,
        active && viewEntries(entries, { search: active, found: null, now }).entries,
      ) ?? null,
    [personalSearch, entries, active, now],
  );
  const filters = useMemo(() => ({ search: filtered, found, now }), [filtered, found, now]);
  return { found, filters, isFiltered };
}
