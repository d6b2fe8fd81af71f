import { queryOptions, replaceEqualDeep } from '@tanstack/react-query';
import type { Call } from '#common/endpoint.ts';
import type * as contract from '#features/restaurants/restaurants.contract.ts';
import type { MyList } from '#features/restaurants/restaurants.contract.ts';
import { call } from '#web/api.ts';

const listMyRestaurants: Call<typeof contract.listMyRestaurants> = {
  method: 'GET',
  url: '/api/my-restaurants',
};

export const LIST_KEY = ['my-restaurants'] as const;

/**
 * My list as one document. If the request is repeated, the HTTP cache of the browser adds the ETag of the list. If the
 * list is unchanged, the server answers with 304. Nothing is then computed again, because the version is the same.
 */
export const myListQuery = queryOptions({
  queryKey: LIST_KEY,
  queryFn: async ({ signal, client }) => {
    const now = await call(listMyRestaurants, { signal });
    return keepUnchangedEntries(client.getQueryData<MyList>(LIST_KEY), now);
  },
  structuralSharing: false,
  refetchOnWindowFocus: 'always',
});

/**
 * Returns the new list, in which unchanged places are the same objects as before, even if their position has changed.
 * Therefore reading the list again after one write renders one ticket, not ten thousand.
 */
function keepUnchangedEntries(before: MyList | undefined, now: MyList): MyList {
  if (!before) return now;
  if (before.version === now.version) return before;
  const known = new Map(before.restaurants.map((restaurant) => [restaurant.id, restaurant]));
  return {
    ...now,
    restaurants: now.restaurants.map((restaurant) => replaceEqualDeep(known.get(restaurant.id), restaurant)),
  };
}
