import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Coordinates } from '#common/geo.ts';
import { ADDRESS_MAXIMUM, findAddresses } from '#features/places/addresses.contract.ts';
import { reverseGeocode } from '#features/places/places.contract.ts';
import { call } from '#web/api.ts';

/**
 * The addresses that match the typed text, best match first. The query fails immediately while the device is offline,
 * because the member can set a pin without an address.
 */
export const foundAddressesQuery = (typed: string) =>
  queryOptions({
    queryKey: ['places', 'addresses', typed],
    queryFn: async ({ signal }) =>
      (await call(findAddresses, { querystring: { q: typed.slice(0, ADDRESS_MAXIMUM) }, signal })).addresses,
    staleTime: 5 * 60_000,
    networkMode: 'always',
    retry: false,
  });

/** The address at a point. No request is sent if the point is null. */
export const addressQuery = (point: Coordinates | null) =>
  queryOptions({
    queryKey: ['places', 'address', point],
    queryFn: point
      ? async ({ signal }) => (await call(reverseGeocode, { querystring: point, signal })).address
      : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    // The query fails immediately while the device is offline. The member then knows that the address must be typed.
    networkMode: 'always',
  });
