import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { paths } from '#web/paths.ts';
import { type HomeSearch, readHomeSearch } from '#features/restaurants/home-search.rules.ts';

/** Changes to the URL parameters. The value `undefined` removes a parameter. */
export type HomeSearchChanges = { [K in keyof HomeSearch]?: HomeSearch[K] | undefined };

/**
 * Returns the URL parameters, and a function that changes them. A tap on a filter adds a history entry, so that Back
 * undoes the choice. A change of the selected place, the sort order or the typed text replaces the current history
 * entry.
 */
export function useHomeSearch() {
  // The router keeps parameters that `validateSearch` drops.
  const search = useSearch({ from: '/members/app', select: readHomeSearch, structuralSharing: true });
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
