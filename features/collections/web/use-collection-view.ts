import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useDeferredValue, useMemo } from 'react';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import type { Collection } from '#features/collections/collections.contract.ts';
import { type HomeSearch, readHomeSearch } from '#features/restaurants/home-search.rules.ts';
import { listEntries } from '#features/restaurants/list-view.rules.ts';
import {
  myListQuery,
  useDistanceOrigin,
  useFoundEntries,
  viewEntries,
} from '#features/restaurants/web/restaurants.public.ts';
import { paths } from '#web/paths.ts';
import { useTypedText } from '#web/form/use-typed-text.ts';
import { inOrder, splitByMine, wantedByAll } from './collection-view.rules.ts';

type Changes = { [K in keyof HomeSearch]?: HomeSearch[K] | undefined };

/**
 * Returns the places of a collection as the screen shows them. If a place is in my list, my own record of the place is
 * shown.
 */
export function useCollectionView(collection: Collection) {
  const { id: collectionId, places } = collection;
  // The router keeps parameters that `validateSearch` drops.
  const search = useSearch({
    from: '/members/app/collections/$collectionId',
    select: readHomeSearch,
    structuralSharing: true,
  });
  const navigate = useNavigate();
  const change = useCallback(
    (changes: Changes, { asStep }: { asStep: boolean }) =>
      void navigate({
        to: paths.collection,
        params: { collectionId },
        search: (before) => ({ ...before, ...changes }) as HomeSearch,
        replace: !asStep,
        resetScroll: false,
      }),
    [navigate, collectionId],
  );
  const typed = useTypedText({
    inAddress: search.q ?? '',
    onWrite: (q, how) => change({ q: q || undefined }, how),
  });
  const around = useDistanceOrigin({ asksAtOnce: false });
  const userLocation = around.isKnown ? around.around : null;
  const { data: mine, isPending: isListPending } = useQuery(myListQuery);
  const { list: categories, nameOf } = useCategories();

  const { saved, others } = useMemo(() => splitByMine(places, mine?.restaurants ?? []), [places, mine]);
  const categoryNames = useMemo(
    () => new Map(categories.map(({ id }) => [id, nameOf(id)])),
    [categories, nameOf],
  );
  const sort = search.sort ?? collection.sort;
  const first = useMemo(() => wantedByAll(collection), [collection]);
  const entries = useMemo(
    () =>
      inOrder({
        entries: listEntries({ restaurants: saved, provided: others, categoryNames, userLocation }),
        places,
        sort,
        first,
      }),
    [saved, others, categoryNames, userLocation, places, sort, first],
  );
  const text = useDeferredValue(typed.typed).trim();
  const { found, filters, isFiltered } = useFoundEntries({ text, entries, search });
  const view = useMemo(() => viewEntries(entries, filters), [entries, filters]);
  return {
    /** The value is true until my list is loaded. Before that, every place would look as if I had not saved it. */
    isPending: isListPending,
    search,
    change,
    typed,
    around,
    sort,
    wantedByAll: first,
    entries,
    found,
    view,
    isFiltered: text !== '' || isFiltered,
  };
}

export type CollectionListView = ReturnType<typeof useCollectionView>;
