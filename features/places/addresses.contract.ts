import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { Coordinates } from '#common/coordinates.ts';
import { serviceProblems } from './places.contract.ts';

export const ADDRESS_MAXIMUM = 200;
export const ADDRESS_MATCHES_MAXIMUM = 5;

export const AddressMatch = z.object({
  /** The address without the country. If `precision` is 'area', the name of the road, neighbourhood or station. */
  address: z.string(),
  coordinates: Coordinates,
  /**
   * `house`: the point is the building or lot. `area`: the point is a station, or the middle of a road or
   * neighbourhood.
   */
  precision: z.enum(['house', 'area']),
});
export type AddressMatch = z.infer<typeof AddressMatch>;

export const findAddresses = endpoint({
  method: 'GET',
  url: '/api/places/addresses',
  access: 'member',
  schema: {
    summary: 'Find the point of an address, road, neighbourhood or station (geocoding), best match first.',
    querystring: z.object({ q: z.string().trim().min(1).max(ADDRESS_MAXIMUM) }),
    response: { 200: z.object({ addresses: z.array(AddressMatch).max(ADDRESS_MATCHES_MAXIMUM) }) },
  },
  problems: serviceProblems,
});
