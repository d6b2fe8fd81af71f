import { type Coordinates, DEFAULT_CENTRE } from '#common/geo.ts';
import allDistricts from '#common/districts.json' with { type: 'json' };

/**
 * The country is divided into cells. Every place belongs to the district (시·군·구) whose centre is nearest. The index
 * stores in which cells a word of an address occurs, which shows whether the word names a location, and how large it is.
 * Districts that were established later have no cell, because all stored numbers would change.
 */
export const districts: readonly District[] = allDistricts.flatMap(({ id, ...district }) =>
  id === undefined ? [] : { id, ...district },
);

/** A district with its centre, which is accurate to about a kilometre. */
export type District = { id: number; province: string; district: string; lat: number; lng: number };

/** The cell of places without coordinates. */
export const UNKNOWN_CELL = 0;

/**
 * A point of the plane on which distances between places are measured. x is in whole metres to the east, y in whole
 * metres to the north.
 */
export type IndexPoint = { x: number; y: number };

export const METRES_PER_DEGREE = 111_195;
/**
 * Metres per degree of longitude, for the whole country. The value is exact at 36.5° north, 3 % too large at the
 * northern end of the country and 4 % too small at the southern end. This is enough to sort places.
 */
export const EAST = METRES_PER_DEGREE * Math.cos((36.5 * Math.PI) / 180);

export const indexPointOf = ({ lat, lng }: Coordinates): IndexPoint => ({
  x: Math.round(lng * EAST),
  y: Math.round(lat * METRES_PER_DEGREE),
});

const middles = districts.map((district) => ({ id: district.id, ...indexPointOf(district) }));

/** Returns the distance on the plane in metres. */
const distanceBetween = (a: IndexPoint, b: IndexPoint) => Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2);

export const cellOf = (point: IndexPoint): number => nearestCentre(point).id;

const eastings = Float64Array.from(middles, ({ x }) => x);
const northings = Float64Array.from(middles, ({ y }) => y);

function nearestCentre(point: IndexPoint): IndexPoint & { id: number } {
  let nearest = 0;
  let least = Infinity;
  for (let at = 0; at < eastings.length; at++) {
    const east = (eastings[at] as number) - point.x;
    const north = (northings[at] as number) - point.y;
    const squared = east * east + north * north;
    if (squared < least) {
      nearest = at;
      least = squared;
    }
  }
  return middles[nearest] as IndexPoint & { id: number };
}

/**
 * Metres. A location farther than this from the centres of all districts counts as abroad. The Korean island farthest
 * from a centre is 백령도. It is 161 km from the centre of 강화군.
 */
const DISTRICT_REACH = 170_000;

/**
 * Returns the point at which a search starts. If the location is abroad, all places are about equally far away, so
 * the search starts at the centre of the nearest district. If no location is given, the search starts at the map's
 * default centre.
 */
export function searchPoint(near: Coordinates | undefined): IndexPoint {
  const point = indexPointOf(near ?? DEFAULT_CENTRE);
  const home = nearestCentre(point);
  return distanceBetween(home, point) <= DISTRICT_REACH ? point : { x: home.x, y: home.y };
}
