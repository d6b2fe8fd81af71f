import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { paths } from '#web/paths.ts';
import type { HomeSearch } from '../home-search.rules.ts';

/** Changes to the URL parameters: `undefined` removes a value. */
export type HomeSearchChanges = { [K in keyof HomeSearch]?: HomeSearch[K] | undefined };

/**
 * The URL parameters, and how to change them. A filter chosen with a tap adds a history entry that Back undoes. The
 * selected place, the sort order and typed letters replace the current entry.
 */
export function useHomeSearch() {
  const search = useSearch({ from: '/members/app' });
  const navigate = useNavigate({ from: paths.home });
  const change = useCallback(
    (changes: HomeSearchChanges, { asStep }: { asStep: boolean }) =>
      void navigate({
        to: paths.home,
        search: (before) => ({ ...before, ...changes }) as HomeSearch,
        replace: !asStep,
        resetScroll: false,
      }),
    [navigate],
  );
  return { search, change };
}
