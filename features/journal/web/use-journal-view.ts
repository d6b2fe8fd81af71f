import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { koreanQuery } from '#common/korean.ts';
import type { JournalEntrySummary } from '#features/journal/journal.contract.ts';
import { parseDay } from '../days.rules.ts';
import type { JournalSearch } from './journal-search.rules.ts';
import { filterEntries, type JournalFilters } from './journal-view.rules.ts';
import { journalQuery, searchQuery } from './journal.queries.ts';

const NO_ENTRIES: readonly JournalEntrySummary[] = [];
const NONE_FOUND: readonly string[] = [];

/** My journal according to the URL and the search field. The server searches the full texts. */
export function useJournalView({ search, typed }: { search: JournalSearch; typed: string }) {
  const journal = useQuery(journalQuery);
  const entries = journal.data?.entries ?? NO_ENTRIES;
  const hasLongTexts = useMemo(() => entries.some(({ isTextTruncated }) => isTextTruncated), [entries]);
  const { q = '', tag, restaurant, month, day } = search;
  const { data: found = NONE_FOUND } = useQuery({
    ...searchQuery(q),
    enabled: hasLongTexts && q.trim() !== '',
  });

  const text = useDeferredValue(typed);
  const filters = useMemo(
    (): JournalFilters => ({
      text: koreanQuery(text),
      // The server searched for the text in the URL; the field may already be ahead of it.
      foundInWhole: new Set(text === q ? found : NONE_FOUND),
      tag: tag ?? null,
      restaurantId: restaurant ?? null,
      month: month ?? null,
      day: day === undefined ? null : parseDay(day),
    }),
    [text, q, found, tag, restaurant, month, day],
  );
  const shown = useMemo(() => filterEntries(entries, filters), [entries, filters]);
  return { journal, entries, shown };
}
