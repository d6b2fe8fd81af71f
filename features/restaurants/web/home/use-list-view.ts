import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import type { Coordinates } from '#common/geo.ts';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import { NEARBY_RADIUS_METRES } from '#features/places/places.contract.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { type HomeSearch, parseArea, type Sort, statusOf } from '../home-search.rules.ts';
import {
  type ListFilters,
  listEntries,
  sortEntries,
  viewEntries,
  withoutLinked,
} from '../list-view.rules.ts';
import { providedQuery } from '../provided/provided.queries.ts';
import { myListQuery } from '../restaurants.queries.ts';
import { useLazyModule } from '#web/use-lazy-module.ts';

const NO_RESTAURANTS: readonly MyRestaurant[] = [];

const loadSearch = () => import('#features/places/personal-search.rules.ts');

/**
 * My list according to the URL and the search field. Each step is recomputed only when its input has changed, and
 * filtering by typed text is interrupted by the next key press.
 * @param around the point that distances are measured from; null: not known yet
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
  // After the list, which matters most.
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
  const entries = useMemo(
    () => listEntries({ restaurants, provided: unlinked, categoryNames, reader: around }),
    [restaurants, unlinked, categoryNames, around],
  );
  // Provided places alone: the latest programme may be at the other end of the country.
  const hasNone = list.data !== undefined && restaurants.length === 0;
  const defaultSort: Sort = hasNone ? 'distance' : 'recent';
  const sort = search.sort ?? defaultSort;
  const sorted = useMemo(() => sortEntries(entries, sort), [entries, sort]);

  const text = useDeferredValue(typed).trim();
  const searching = useLazyModule(loadSearch, text !== '');
  const found = useMemo(() => searching?.personalSearch(entries, text) ?? null, [searching, entries, text]);
  const { category, status, tag, near, area } = search;
  const filters = useMemo(
    (): ListFilters => ({
      found,
      categoryId: category ?? null,
      status: statusOf(status),
      tag: tag ?? null,
      within: near ? NEARBY_RADIUS_METRES : null,
      area: area ? parseArea(area) : null,
    }),
    [found, category, status, tag, near, area],
  );
  const view = useMemo(() => viewEntries(sorted, filters), [sorted, filters]);

  return {
    list,
    restaurants,
    provided,
    unlinked,
    view,
    /** The sort order without a URL parameter. */
    defaultSort,
    sort,
    /** No saved restaurants, and no active filter. */
    isFirstUse: hasNone && text === '' && !isFiltered(filters),
    found,
    typed: text,
    isFiltered: text !== '' || isFiltered(filters),
  };
}

/** Everything that `useListView` returns. */
export type HomeList = ReturnType<typeof useListView>;

const isFiltered = ({ categoryId, status, tag, within, area }: ListFilters): boolean =>
  categoryId !== null || status !== null || tag !== null || within !== null || area !== null;
