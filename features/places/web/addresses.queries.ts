import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Coordinates } from '#common/geo.ts';
import { ADDRESS_MAXIMUM, findAddresses } from '#features/places/addresses.contract.ts';
import { reverseGeocode } from '#features/places/places.contract.ts';
import { call } from '#web/api.ts';

/** Best first. Fails immediately while offline, because a pin can be set without an address. */
export const foundAddressesQuery = (typed: string) =>
  queryOptions({
    queryKey: ['places', 'addresses', typed],
    queryFn: async ({ signal }) =>
      (await call(findAddresses, { querystring: { q: typed.slice(0, ADDRESS_MAXIMUM) }, signal })).addresses,
    staleTime: 5 * 60_000,
    networkMode: 'always',
    retry: false,
  });

/** Sends no request for null. */
export const addressQuery = (point: Coordinates | null) =>
  queryOptions({
    queryKey: ['places', 'address', point],
    queryFn: point
      ? async ({ signal }) => (await call(reverseGeocode, { querystring: point, signal })).address
      : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    // Fails at once while offline, so that the member knows to type the address.
    networkMode: 'always',
  });
