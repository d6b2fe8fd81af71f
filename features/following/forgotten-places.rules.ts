import { DAY_MS } from '#common/dates.ts';
import { type Coordinates, distanceMetres } from '#common/geo.ts';

/** A saved place with its position. Times are in milliseconds. */
export type SavedPlace = { id: string; coordinates: Coordinates; isVisited: boolean; savedAt: number };

export const FORGOTTEN_PLACES = 3;
/** A saved place counts as forgotten after this number of milliseconds. */
const FORGOTTEN_AFTER_MS = 14 * DAY_MS;
/** Radius in metres of the area in which visits are counted. */
const AREA_METRES = 3_000;
/** Maximum distance in metres of a forgotten place from the centre of the usual area. */
const NEAR_METRES = 5_000;
/** If there are fewer visits than this, the usual area is determined from the visits and the saved places. */
const VISITS_MINIMUM = 3;

/**
 * Returns three unvisited places near the usual area. The place that was saved first comes first. Places of the last
 * mail are used only if there are not enough other places.
 * @param visits positions of recent visits, latest first
 * @returns null if there are fewer than three places
 */
export function forgottenPlaces({
  saved,
  visits,
  lastIds,
  now,
}: {
  saved: readonly SavedPlace[];
  visits: readonly Coordinates[];
  lastIds: readonly string[];
  now: number;
}): SavedPlace[] | null {
  const usual = usualArea(
    VISITS_MINIMUM <= visits.length ? visits : [...visits, ...saved.map(({ coordinates }) => coordinates)],
  );
  if (usual === null) return null;
  const last = new Set(lastIds);
  const near = saved
    .filter(
      ({ isVisited, savedAt, coordinates }) =>
        !isVisited &&
        savedAt <= now - FORGOTTEN_AFTER_MS &&
        distanceMetres(usual, coordinates) <= NEAR_METRES,
    )
    .sort((a, b) => Number(last.has(a.id)) - Number(last.has(b.id)) || a.savedAt - b.savedAt);
  return near.length < FORGOTTEN_PLACES ? null : near.slice(0, FORGOTTEN_PLACES);
}

/**
 * Returns the position that has the most other positions within `AREA_METRES`. If several positions have the same
 * number, returns the first of them.
 */
function usualArea(positions: readonly Coordinates[]): Coordinates | null {
  let best: Coordinates | null = null;
  let most = 0;
  for (const centre of positions) {
    const around = positions.filter((other) => distanceMetres(centre, other) <= AREA_METRES).length;
    if (around > most) [best, most] = [centre, around];
  }
  return best;
}
