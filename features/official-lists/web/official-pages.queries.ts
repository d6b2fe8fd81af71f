import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Coordinates } from '#common/geo.ts';
import {
  listOfficialLists,
  listOfficialPlaces,
  listOfficialRegions,
  OFFICIAL_PLACES_AT_ONCE,
  type OfficialList,
  type Region,
} from '#features/official-lists/official-lists.contract.ts';
import { call } from '#web/api.ts';

/** Lists change once a week at most. */
const STALE_MS = 60 * 60_000;

export const officialIndexQuery = queryOptions({
  queryKey: ['official-lists', 'index'],
  queryFn: async ({ signal }) => (await call(listOfficialLists, { signal })).lists,
  staleTime: STALE_MS,
});

export const officialRegionsQuery = (list: OfficialList) =>
  queryOptions({
    queryKey: ['official-lists', list, 'regions'],
    queryFn: async ({ signal }) => (await call(listOfficialRegions, { params: { list }, signal })).regions,
    staleTime: STALE_MS,
  });

/** @param near the rounded location, around which places come first; null while it is unknown */
export const officialPlacesQuery = ({
  list,
  region,
  near,
}: {
  list: OfficialList;
  region: Region;
  near: Coordinates | null;
}) =>
  infiniteQueryOptions({
    queryKey: ['official-lists', list, 'places', region, near],
    queryFn: ({ signal, pageParam: offset }) =>
      call(listOfficialPlaces, {
        params: { list },
        querystring: { ...region, ...near, offset },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, _, offset) =>
      offset + OFFICIAL_PLACES_AT_ONCE < total ? offset + OFFICIAL_PLACES_AT_ONCE : undefined,
    staleTime: STALE_MS,
  });
