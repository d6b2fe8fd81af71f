import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import type { Coordinates } from '#common/geo.ts';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import { myOfficialListsQuery } from '#features/official-lists/web/list-filter.public.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import type { HomeSearch, Sort } from '#features/restaurants/home-search.rules.ts';
import { viewEntries } from '#features/restaurants/view-entries.rules.ts';
import { listEntries, sortEntries, withoutLinked } from '#features/restaurants/list-view.rules.ts';
import { providedQuery } from '../provided/provided.queries.ts';
import { myListQuery } from '../my-list.query.ts';
import { useFoundEntries } from '../use-found-entries.ts';

const NO_RESTAURANTS: readonly MyRestaurant[] = [];

/**
 * Returns my list as the URL and the search field require. Each step is computed again only if its input has changed.
 * The next key press interrupts the filtering by the typed text.
 * @param around the point that distances are measured from; null until it is known
 */
export function useListView({
  search,
  typed,
  around,
}: {
  search: HomeSearch;
  typed: string;
  around: Coordinates | null;
}) {
  const list = useQuery(myListQuery);
  // The provided restaurants are loaded after the list, because the list is needed first.
  const { data: provided } = useQuery({ ...providedQuery, enabled: list.data !== undefined });
  const { list: categories, nameOf } = useCategories();
  const restaurants = list.data?.restaurants ?? NO_RESTAURANTS;

  const unlinked = useMemo(
    () => withoutLinked(provided?.listed ?? NO_RESTAURANTS, restaurants),
    [provided, restaurants],
  );
  const categoryNames = useMemo(
    () => new Map(categories.map(({ id }) => [id, nameOf(id)])),
    [categories, nameOf],
  );
  const { data: official } = useQuery({ ...myOfficialListsQuery, enabled: list.data !== undefined });
  const entries = useMemo(
    () => listEntries({ restaurants, provided: unlinked, categoryNames, userLocation: around, official }),
    [restaurants, unlinked, categoryNames, around, official],
  );
  // 내 주변 3km is about distance.
  const hasNone = list.data !== undefined && restaurants.length === 0;
  const defaultSort: Sort = hasNone || search.near ? 'distance' : 'recent';
  const sort = search.sort ?? defaultSort;
  // The provided places are sorted by distance, because the places of the latest programme may be far away.
  const providedSort = search.sort ?? 'distance';
  const sorted = useMemo(() => sortEntries(entries, sort, providedSort), [entries, sort, providedSort]);

  const text = useDeferredValue(typed).trim();
  const { found, filters, isFiltered } = useFoundEntries({ text, entries, search });
  const view = useMemo(() => viewEntries(sorted, filters), [sorted, filters]);

  return {
    list,
    restaurants,
    provided,
    unlinked,
    view,
    /** The sort order that is used if the URL contains no sort order. */
    defaultSort,
    sort,
    providedSort,
    /** Whether there are no saved restaurants and no active filter. */
    isFirstUse: hasNone && text === '' && !isFiltered,
    found,
    typed: text,
    /**
     * Whether the entries already match the URL. The typed text is searched after the URL has changed, so the value is
     * false until the search has finished.
     */
    isUpToDate: text === (search.q ?? '').trim() && (text === '' || found !== null),
    isFiltered: text !== '' || isFiltered,
    /** All places and the filters. The dialog of the filters uses them for its counts. */
    entries: sorted,
    filters,
  };
}

/** The result of `useListView`. */
export type HomeList = ReturnType<typeof useListView>;
