import type { PlaceDetails } from '#features/places/places.contract.ts';

export type WheelchairPart = 'entrance' | 'seating' | 'restroom' | 'parking';

/**
 * Returns two lists: the parts of a place that are wheelchair accessible, and the parts that are not. Neither list
 * contains parts for which this is unknown.
 */
export function wheelchairParts(
  place: Pick<
    PlaceDetails,
    | 'wheelchairAccessibleEntrance'
    | 'wheelchairAccessibleSeating'
    | 'wheelchairAccessibleRestroom'
    | 'wheelchairAccessibleParking'
  >,
): { can: WheelchairPart[]; cannot: WheelchairPart[] } {
  const known = {
    entrance: place.wheelchairAccessibleEntrance,
    seating: place.wheelchairAccessibleSeating,
    restroom: place.wheelchairAccessibleRestroom,
    parking: place.wheelchairAccessibleParking,
  };
  const parts = Object.keys(known) as WheelchairPart[];
  return {
    can: parts.filter((part) => known[part] === true),
    cannot: parts.filter((part) => known[part] === false),
  };
}
