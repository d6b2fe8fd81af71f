import allDistricts from '#common/districts.json' with { type: 'json' };
import type { Coordinates } from '#common/geo.ts';
import { formerProvinceOf, PROVINCES } from '#common/regions.ts';
import { STATION_REACH, stationName } from '#features/places/station-names.rules.ts';
import type { Connection } from '#server/database/database.ts';
import { cellOf, districts, type IndexPoint, indexPointOf } from './cells.ts';
import landmarks from './landmarks.json' with { type: 'json' };
import { streetTermPrefix } from './place-terms.ts';
import { selectMiddleOfTerms } from './place-terms.sql.ts';
import { type KnownProfiles, locationKey } from './search-words.ts';
import stations from './stations.json' with { type: 'json' };

/** A region that a typed word names. */
export type Region = {
  /**
   * The centre of the region. null in three cases: the region is the province in which the search starts, the address
   * word occurs in so many cells that it has no centre, or no open place has the address word.
   */
  point: IndexPoint | null;
  /** Radius of the region, in metres. */
  reach: number;
  /** The full name, if the region is a province. */
  province?: string;
};

/** The radius in metres that is assumed for a district, and for a neighbourhood or road. */
const REACH = { district: 6000, neighbourhood: 2500 };

/**
 * Metres. Some names, such as 시청, 중앙로 and 목동, occur in several towns. The name means a region only within this
 * distance.
 */
const AMBIGUOUS_REACH = 60_000;

/**
 * The maximum number of cells of a neighbourhood. An address word in more cells names a province, or occurs in many
 * towns.
 */
const PARTS_OF_A_NEIGHBOURHOOD = 4;

const provincesByName = groupProvinces();
const provinceByCell = new Map(districts.map(({ id, province }) => [id, province]));
const provinceAt = (point: IndexPoint) => provinceByCell.get(cellOf(point));
const stationsByName = groupByName([...stations, ...landmarks]);
const stationPoints = new Map<string, Coordinates[]>();
for (const { name, lat, lng } of stations) {
  const key = stationName(name);
  stationPoints.set(key, [...(stationPoints.get(key) ?? []), { lat, lng }]);
}

/** Returns the points of the stations that a word names, for example 성수역 or 홍대. */
export const stationsNamed = (word: string): readonly Coordinates[] =>
  stationPoints.get(stationName(word)) ?? [];

const districtsByName = groupByName(
  allDistricts.flatMap(({ id, province, district, formerly, lat, lng }) => {
    // 부천시 원미구 has no cell. The name 부천 means the row of the whole city.
    const name = id === undefined ? (district.split(' ').at(-1) ?? '') : district || province;
    return [name, ...(formerly ? [formerly] : [])].flatMap(namesOf).map((each) => ({ name: each, lat, lng }));
  }),
);

/**
 * Returns the region that a word names, or null if it names none. The first rule that applies decides:
 * 1. A province. If the search starts in another province, a district there with the same name is preferred.
 * 2. A station or landmark, if its name occurs only once or the nearest one is not far.
 * 3. A district. Those in the province that an earlier word named come first.
 * 4. Address words that begin with the word (성수 → 성수동).
 * If several regions of one kind have the name, the region nearest to `near` is returned.
 * @param within the province that an earlier word named
 */
export async function regionOf(
  connection: Connection,
  {
    word,
    near,
    within,
    profiles,
  }: { word: string; near: IndexPoint; within: string | undefined; profiles: KnownProfiles },
): Promise<Region | null> {
  const here = within ?? provinceAt(near);
  const namedDistricts = districtsByName.get(word) ?? [];
  const districtsHere = namedDistricts.filter((district) => provinceAt(district) === here);
  const province = provincesByName.get(word);
  // In 경기도, 광주 is the city 광주시. Elsewhere it is 광주광역시.
  if (province && (province.province === here || districtsHere.length === 0)) {
    const { cells, ...region } = province;
    return cells.has(cellOf(near)) ? { ...region, point: null, reach: Infinity } : region;
  }
  const known = stationsByName.get(word) ?? stationsByName.get(stationName(word));
  const station = nearestOf(known, near);
  if (station && (known?.length === 1 || distanceMetresOf(station, near) < AMBIGUOUS_REACH))
    return { point: station, reach: STATION_REACH };
  const district = nearestOf(within && 0 < districtsHere.length ? districtsHere : namedDistricts, near);
  if (district) return { point: district, reach: REACH.district };
  return await regionOfAddressWord(connection, { word, near, profiles });
}

function distanceMetresOf(a: IndexPoint, b: IndexPoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

async function regionOfAddressWord(
  connection: Connection,
  { word, near, profiles }: { word: string; near: IndexPoint; profiles: KnownProfiles },
): Promise<Region | null> {
  if ([...word].length < 2) return null;
  const key = locationKey(word);
  const { length } = profiles.cellsOf(key);
  if (length === 0) return null;
  if (PARTS_OF_A_NEIGHBOURHOOD < length) return { point: null, reach: Infinity };
  const reach = REACH.neighbourhood;
  const point = await selectMiddleOfTerms(connection, {
    prefix: streetTermPrefix(key),
    point: near,
    near: AMBIGUOUS_REACH,
    across: 2 * reach,
  });
  return { point, reach };
}

function nearestOf(points: readonly IndexPoint[] | undefined, near: IndexPoint): IndexPoint | null {
  const [nearest] = (points ?? []).toSorted((a, b) => distanceMetresOf(a, near) - distanceMetresOf(b, near));
  return nearest ?? null;
}

function groupByName(list: readonly (Coordinates & { name: string })[]): ReadonlyMap<string, IndexPoint[]> {
  const groups = new Map<string, IndexPoint[]>();
  for (const { name, lat, lng } of list)
    groups.set(name, [...(groups.get(name) ?? []), indexPointOf({ lat, lng })]);
  return groups;
}

/**
 * Returns the names of a district. 강남구 is also called 강남. 수원시 장안구 is also called 수원 and 장안. Names with one syllable
 * are left out, so 중구 and 동구 have no short name.
 */
function namesOf(district: string): string[] {
  const words = district.split(' ');
  const short = words.map((word) => word.replace(/(특별자치시|특별시|광역시|시|군|구)$/, ''));
  return [...new Set([words.join(''), ...words, ...short.filter((name) => 2 <= [...name].length)])];
}

type Province = Region & { province: string; cells: ReadonlySet<number> };

/**
 * Groups the provinces by their names of today and from before. 부산광역시 is also called 부산 and 부산시, and 강원특별자치도 is also
 * called 강원 and 강원도. 광주 and 전남 are the two parts of 전남광주통합특별시.
 */
function groupProvinces(): ReadonlyMap<string, Province> {
  const byName = new Map<string, Province>();
  const add = (names: readonly string[], list: typeof districts) => {
    const points = list.map(indexPointOf);
    const mean = (values: number[]) => Math.round(values.reduce((a, b) => a + b) / values.length);
    const point = { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) };
    const reach = Math.max(...points.map((each) => distanceMetresOf(each, point))) + REACH.district;
    const cells = new Set(list.map(({ id }) => id));
    for (const name of names) byName.set(name, { province: list[0]?.province ?? '', point, reach, cells });
  };
  const formerly = Map.groupBy(districts, (each) => formerProvinceOf(each)?.name);
  for (const [name, list] of formerly) {
    const former = list[0] && formerProvinceOf(list[0]);
    // A part of a province that still exists, such as 군위군, does not have the name of that province.
    if (name && former && !PROVINCES.some((each) => each.name === name))
      add(namesOfProvince(name, former), list);
  }
  for (const [name, list] of Map.groupBy(districts, (each) => each.province))
    add(
      namesOfProvince(
        name,
        PROVINCES.find((each) => each.name === name),
      ),
      list,
    );
  return byName;
}

function namesOfProvince(name: string, { shortName }: { shortName: string } = { shortName: name }): string[] {
  return [name, shortName, `${shortName}${name.endsWith('시') ? '시' : '도'}`];
}
