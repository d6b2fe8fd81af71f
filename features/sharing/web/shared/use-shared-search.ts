import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { paths } from '#web/paths.ts';
import { useTypedText } from '#web/form/use-typed-text.ts';
import type { SharedSearch } from '../shared-search.rules.ts';

/** Changes to the URL parameters. The value `undefined` removes a parameter. */
export type SharedSearchChanges = { [K in keyof SharedSearch]?: SharedSearch[K] | undefined };

export function useSharedSearch() {
  const search = useSearch({ from: '/shared/shared/$shareId' });
  const { shareId } = useParams({ from: '/shared/shared/$shareId' });
  const navigate = useNavigate();
  const change = useCallback(
    (changes: SharedSearchChanges, { asStep }: { asStep: boolean }) =>
      void navigate({
        to: paths.sharedList,
        params: { shareId },
        search: (before) => ({ ...before, ...changes }) as SharedSearch,
        replace: !asStep,
        resetScroll: false,
      }),
    [navigate, shareId],
  );
  const typed = useTypedText({
    inAddress: search.q ?? '',
    onWrite: (q, how) => change({ q: q || undefined }, how),
  });
  return { search, change, typed };
}
