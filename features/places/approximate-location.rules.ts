import { type Coordinates, distanceMetres } from '#common/geo.ts';
import type { PlaceSuggestion } from './places.contract.ts';

/**
 * Rounds the member's location to 0.01 degrees, which is about 1 km. Requests contain only this point, so that the
 * server never gets the exact location (위치정보법, docs/running-in-korea.md).
 */
export const approximateLocation = ({ lat, lng }: Coordinates): Coordinates => ({
  lat: Number(lat.toFixed(2)),
  lng: Number(lng.toFixed(2)),
});

/**
 * Replaces the distances, which the server measured from the rounded location, by the distances from the exact
 * location. The distance becomes null if the coordinates of the place are unknown. Neighbours that match the typed
 * text equally well are sorted by distance.
 */
export function measuredFrom(
  suggestions: readonly PlaceSuggestion[],
  location: Coordinates | null,
): PlaceSuggestion[] {
  if (!location) return [...suggestions];
  const groups: PlaceSuggestion[][] = [];
  for (const suggestion of suggestions) {
    const group = groups.at(-1);
    if (group?.[0] && matchOf(group[0]) === matchOf(suggestion)) group.push(suggestion);
    else groups.push([suggestion]);
  }
  return groups.flatMap((group) => nearestFirst(group, location));
}

/** Returns the places with their distances from the exact location, nearest first. */
export const nearestFirst = (places: readonly PlaceSuggestion[], location: Coordinates): PlaceSuggestion[] =>
  places
    .map((place) => ({
      ...place,
      distanceMetres: place.coordinates && Math.round(distanceMetres(location, place.coordinates)),
    }))
    .toSorted((a, b) => (a.distanceMetres ?? Infinity) - (b.distanceMetres ?? Infinity));

/** Describes how a place matches the typed text. */
const matchOf = ({ name, nameMatches, isGuess, businessStatus, dish }: PlaceSuggestion) => {
  const matched = nameMatches.reduce((length, [start, end]) => length + end - start, 0);
  return JSON.stringify([nameMatches, matched === name.length, isGuess, businessStatus, dish]);
};
