import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { parseDay } from '#common/dates.ts';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import type { JournalEntrySummary } from '#features/journal/journal.contract.ts';
import { usePersonalSearch } from '#features/places/web/personal-search.public.ts';
import type { JournalSearch } from './journal-search.rules.ts';
import {
  filterEntries,
  type JournalFilters,
  searchableEntries,
  searchEntries,
} from './journal-view.rules.ts';
import { journalQuery, searchQuery } from './journal.queries.ts';
import { useMyPlaces } from './use-my-places.ts';

const NO_ENTRIES: readonly JournalEntrySummary[] = [];
const NONE_FOUND: readonly string[] = [];

/**
 * Filters and searches the journal. The server searches long texts, because the journal document contains only their
 * beginning.
 */
export function useJournalView({ search, typed }: { search: JournalSearch; typed: string }) {
  const journal = useQuery(journalQuery);
  const entries = journal.data?.entries ?? NO_ENTRIES;
  const hasLongTexts = useMemo(() => entries.some(({ isTextTruncated }) => isTextTruncated), [entries]);
  const { q = '', tag, restaurant, month, day } = search;
  const { data: serverMatches = NONE_FOUND } = useQuery({
    ...searchQuery(q),
    enabled: hasLongTexts && q.trim() !== '',
  });

  const text = useDeferredValue(typed).trim();
  const places = useMyPlaces();
  const { nameOf } = useCategories();
  const searched = useMemo(() => searchableEntries({ entries, places, nameOf }), [entries, places, nameOf]);
  const personalSearch = usePersonalSearch(text, searched);
  // The result of the server belongs to the text in the URL. This text may be older than the text in the field.
  const foundByServer = text === q.trim() ? serverMatches : NONE_FOUND;
  const found = useMemo(
    () => searchEntries(searched, { personalSearch, foundByServer }),
    [searched, personalSearch, foundByServer],
  );
  const filters = useMemo(
    (): JournalFilters => ({
      found,
      tag: tag ?? null,
      restaurantId: restaurant ?? null,
      month: month ?? null,
      day: day === undefined ? null : parseDay(day),
    }),
    [found, tag, restaurant, month, day],
  );
  const shown = useMemo(() => filterEntries(entries, filters), [entries, filters]);
  return { journal, entries, shown, found, text };
}
