import { useMemo } from 'react';
import { usePersonalSearch } from '#features/places/web/personal-search.public.ts';
import { useMinute } from '#web/use-minute.ts';
import { FILTERS, type HomeSearch } from './home-search.rules.ts';
import { filtersOf, type ListEntry, viewEntries } from './list-view.rules.ts';

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
  const isFiltered = FILTERS.some((filter) => search[filter] !== undefined);
  // If no filter is active, a change of the URL must not start the search again.
  const active = isFiltered ? search : null;
  const found = useMemo(
    () =>
      personalSearch?.(
        entries,
        active && viewEntries(entries, filtersOf({ search: active, found: null, now })).entries,
      ) ?? null,
    [personalSearch, entries, active, now],
  );
  const filters = useMemo(() => filtersOf({ search, found, now }), [search, found, now]);
  return { found, filters, isFiltered };
}
