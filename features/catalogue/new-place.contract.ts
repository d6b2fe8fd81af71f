import { z } from 'zod';
import { Coordinates } from '#common/geo.ts';
import { defineProblems } from '#common/problem.ts';
import { PlaceId, SessionToken } from '#features/places/places.contract.ts';

export const newPlaceProblems = defineProblems({ 'restaurants.place_not_found': 404 });

const address = z.string().trim().max(200).default('');
const coordinates = Coordinates.nullable().default(null);

/** Needs an address or coordinates. */
export const ManualPlace = z
  .object({
    name: z.string().trim().min(1, 'restaurants.name_missing').max(100),
    address,
    coordinates,
    phoneNumber: z
      .string()
      .trim()
      .max(30)
      .regex(/^[0-9+()\-\s]*$/, 'restaurants.phone_invalid')
      .default(''),
  })
  .refine((place) => place.address !== '' || place.coordinates !== null, {
    path: ['address'],
    error: 'restaurants.address_or_pin_missing',
    // A separate check, so that it reports its error together with those of other fields.
    when: ({ value }) => z.object({ address, coordinates }).safeParse(value).success,
  });
export type ManualPlace = z.infer<typeof ManualPlace>;

export const NewPlace = z.discriminatedUnion('from', [
  z.object({ from: z.literal('maps'), placeId: PlaceId, sessionToken: SessionToken.optional() }),
  ManualPlace.safeExtend({ from: z.literal('hand') }),
]);
export type NewPlace = z.output<typeof NewPlace>;
