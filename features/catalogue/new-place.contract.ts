import { z } from 'zod';
import { LineOfText } from '#common/texts.ts';
import { Coordinates } from '#common/coordinates.ts';
import { defineProblems } from '#common/problem.ts';
import { PlaceId, SessionToken } from '#features/places/places.contract.ts';

export const newPlaceProblems = defineProblems({ 'restaurants.place_not_found': 404 });

export const PLACE_NAME_MAXIMUM = 100;
export const PLACE_ADDRESS_MAXIMUM = 200;

const address = LineOfText.max(PLACE_ADDRESS_MAXIMUM).default('');
const coordinates = Coordinates.nullable().default(null);

/** A place that a person enters by hand. An address or coordinates are required. */
export const ManualPlace = z
  .object({
    name: LineOfText.min(1, 'restaurants.name_missing').max(PLACE_NAME_MAXIMUM),
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
    // This check runs even if other fields are invalid, so that all errors are reported together.
    when: ({ value }) => z.object({ address, coordinates }).safeParse(value).success,
  });
export type ManualPlace = z.infer<typeof ManualPlace>;

export const NewPlace = z.discriminatedUnion('from', [
  z.object({ from: z.literal('maps'), placeId: PlaceId, sessionToken: SessionToken.optional() }),
  ManualPlace.safeExtend({ from: z.literal('hand') }),
]);
export type NewPlace = z.output<typeof NewPlace>;
