import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { paths } from '#web/paths.ts';
import type { HomeSearch } from '../home-search.rules.ts';

/** Changes to the address: `undefined` takes a value out. */
export type HomeSearchChanges = { [K in keyof HomeSearch]?: HomeSearch[K] | undefined };

/**
 * What the address says, and how to change it. A filter chosen with a tap is a step that the way back undoes; what is
 * merely looked at (the marked place, the order) and the letters of one word are not.
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
