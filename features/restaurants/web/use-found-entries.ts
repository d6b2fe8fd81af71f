import { useMemo } from 'react';
import { usePersonalSearch } from '#features/places/web/personal-search.public.ts';
import { useMinute } from '#web/browser/use-minute.ts';
import { hasFilters } from './filters/filters.ts';
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
  const isFiltered = hasFilters(search);
  // If no filter is active, a change of the URL must not start the search again.
  const active = isFiltered ? search : null;
  const found = useMemo(
    () =>
      personalSearch?.(
        entries,
        active && viewEntries(entries, { search: active, found: null, now }).entries,
      ) ?? null,
    [personalSearch, entries, active, now],
  );
  const filters = useMemo(() => ({ search, found, now }), [search, found, now]);
  return { found, filters, isFiltered };
}
