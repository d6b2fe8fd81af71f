import { type Coordinates, distanceMetres } from '#common/geo.ts';
import { boundsAround, isWithin } from './viewport.ts';

/** Radius in metres of a group: a city and its surroundings. */
const GROUP_METRES = 12_000;
/**
 * Maximum diagonal of all places in metres. If the diagonal is shorter, all places are shown, regardless of their
 * density.
 */
const SHOW_ALL_METRES = 40_000;
/** Minimum share of the places in the densest group. If the group has a smaller share, all places are shown. */
const LEAST_SHARE = 0.2;
/** Distance from a group to its neighbours, as a share of the longer side of the group. */
const NEIGHBOUR_SHARE = 0.6;
/** Minimum distance from a group to its neighbours in degrees of latitude: about 200 m. */
const NEIGHBOUR_MINIMUM = 0.002;
/** Side of a cell in degrees. In Korea, a cell is about 11 km high and 9 km wide. */
const CELL = 0.1;

/**
 * Returns the places that the map shows at first: all places, or only the densest group if the places span the country.
 * Of equally dense groups, returns the group that is nearest to the user's location.
 */
export function groupToShow<Place extends Coordinates>({
  places,
  userLocation,
}: {
  places: readonly Place[];
  userLocation: Coordinates;
}): readonly Place[] {
  const bounds = boundsAround(places);
  if (!bounds) return places;
  const { south, west, north, east } = bounds;
  if (distanceMetres({ lat: south, lng: west }, { lat: north, lng: east }) <= SHOW_ALL_METRES) return places;
  const cells = new Map<string, Place[]>();
  const cellOf = ({ lat, lng }: Coordinates) => [Math.floor(lat / CELL), Math.floor(lng / CELL)] as const;
  for (const place of places) {
    const key = cellOf(place).join();
    const cell = cells.get(key);
    if (cell) cell.push(place);
    else cells.set(key, [place]);
  }
  let densest: readonly Place[] = [];
  let nearest = Number.POSITIVE_INFINITY;
  for (const [first] of cells.values()) {
    if (!first) continue;
    const [row, column] = cellOf(first);
    const steps = [-1, 0, 1];
    const around = steps.flatMap((down) =>
      steps.flatMap((right) => cells.get(`${row + down},${column + right}`) ?? []),
    );
    const away = distanceMetres(userLocation, first);
    if (around.length < densest.length || (around.length === densest.length && away >= nearest)) continue;
    densest = around;
    nearest = away;
  }
  return densest.length < LEAST_SHARE * places.length ? places : densest;
}

/** Returns the places in the city around the place that is nearest to the user's location. */
export function groupNearest<Place extends Coordinates>({
  places,
  userLocation,
}: {
  places: readonly Place[];
  userLocation: Coordinates;
}): readonly Place[] {
  let nearest: Place | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const place of places) {
    const away = distanceMetres(userLocation, place);
    if (away >= least) continue;
    least = away;
    nearest = place;
  }
  if (!nearest) return [];
  // If the nearest place is close, the circle is around the user's location. If not, the circle is around the nearest
  // place.
  const centre = least <= GROUP_METRES ? userLocation : nearest;
  return places.filter((place) => distanceMetres(centre, place) <= GROUP_METRES);
}

/**
 * Returns the group and its neighbours among other places. A map that is fitted only to the group would show its
 * neighbours at the edge, half under the sheet.
 */
export function withNeighbours<Place extends Coordinates>({
  group,
  others,
}: {
  group: readonly Place[];
  others: readonly Place[];
}): readonly Place[] {
  const bounds = boundsAround(group);
  if (!bounds) return group;
  const { south, west, north, east } = bounds;
  const lngPerLat = 1 / Math.cos((south * Math.PI) / 180);
  const reach = Math.max(
    NEIGHBOUR_MINIMUM,
    NEIGHBOUR_SHARE * Math.max(north - south, (east - west) / lngPerLat),
  );
  const around = {
    south: south - reach,
    west: west - reach * lngPerLat,
    north: north + reach,
    east: east + reach * lngPerLat,
  };
  return [...group, ...others.filter((place) => isWithin(place, around))];
}
