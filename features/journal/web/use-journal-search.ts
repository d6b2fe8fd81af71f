import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { paths } from '#web/paths.ts';
import { type JournalSearch, type JournalSearchChanges, readJournalSearch } from './journal-search.rules.ts';

export function useJournalSearch() {
  // The router keeps parameters that `validateSearch` drops.
  const search = useSearch({
    from: '/members/app/momokzi-journal',
    select: readJournalSearch,
    structuralSharing: true,
  });
  const navigate = useNavigate({ from: paths.journal });
  const change = useCallback(
    (changes: JournalSearchChanges, { asStep }: { asStep: boolean } = { asStep: true }) =>
      void navigate({
        to: paths.journal,
        search: (before) => ({ ...before, ...changes }) as JournalSearch,
        replace: !asStep,
        resetScroll: false,
      }),
    [navigate],
  );
  return { search, change };
}
