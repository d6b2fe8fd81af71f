import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { paths } from '#web/paths.ts';
import type { JournalSearch, JournalSearchChanges } from './journal-search.rules.ts';

export function useJournalSearch() {
  const search = useSearch({ from: '/members/app/momokzi-journal' });
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
