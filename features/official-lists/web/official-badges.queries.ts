import { queryOptions } from '@tanstack/react-query';
import type { Call } from '#common/endpoint.ts';
import type * as contract from '#features/official-lists/official-lists.contract.ts';
import { call } from '#web/api.ts';

const listOfficialBadges: Call<typeof contract.listOfficialBadges> = {
  method: 'GET',
  url: '/api/official-lists/badges',
};
const listMyOfficialBadges: Call<typeof contract.listMyOfficialBadges> = {
  method: 'GET',
  url: '/api/official-lists/my-badges',
};

/** Lists change once a week at most. */
const STALE_MS = 60 * 60_000;

/** The entries of these places in official lists. Without a network, no badge is shown. */
export function officialBadgesQuery(placeIds: readonly string[]) {
  const registered = placeIds.filter(isInRegister);
  return queryOptions({
    queryKey: ['official-badges', registered],
    queryFn: async ({ signal }) =>
      (await call(listOfficialBadges, { querystring: { placeIds: registered.join(',') }, signal })).badges,
    enabled: registered.length > 0,
    staleTime: STALE_MS,
    retry: false,
  });
}

/** Whether a place is one of the licence register. Only such places are matched with official lists. */
export const isInRegister = (placeId: string): boolean => placeId.startsWith('kr:');

export const myOfficialBadgesQuery = queryOptions({
  queryKey: ['official-badges', 'mine'],
  queryFn: async ({ signal }) => (await call(listMyOfficialBadges, { signal })).badges,
  staleTime: STALE_MS,
  retry: false,
});
