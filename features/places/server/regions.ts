import type { Coordinates } from '#common/geo.ts';
import type { Connection } from '#server/database/database.ts';
import { districts, type IndexPoint, indexPointOf } from './cells.ts';
import landmarks from './landmarks.json' with { type: 'json' };
import { selectAreasOfWords, selectPointsByAddress } from './places.sql.ts';
import { blockOf } from './search-plan.ts';
import { locationKey } from './search-words.ts';
import stations from './stations.json' with { type: 'json' };

/** A region that a word of a search names. */
export type Region = {
  /** Its centre; null if it is too large to be searched around a point. */
  point: IndexPoint | null;
  /** Radius of the region, in metres. */
  reach: number;
};

/** Radius around a station or landmark; a district; a neighbourhood or road. Metres. */
const REACH = { station: 1500, district: 6000, neighbourhood: 2500 };

/** Common names of the surroundings of a station. */
const STATION_NICKNAMES: Record<string, string> = {
  ...{
    홍대: '홍대입구',
    건대: '건대입구',
    이대: '이대',
    숙대: '숙대입구',
    성신여대: '성신여대입구',
    서울대: '서울대입구',
  },
  ...{
    대학로: '혜화',
    가산: '가산디지털단지',
    가디: '가산디지털단지',
    구디: '구로디지털단지',
    고터: '고속터미널',
  },
  ...{
    강남터미널: '고속터미널',
    디엠시: '디지털미디어시티',
    DMC: '디지털미디어시티',
    동역사: '동대문역사문화공원',
  },
};

const stationsByName = groupByName([...stations, ...landmarks]);
const districtsByName = groupByName(
  districts.flatMap(({ province, district, lat, lng }) =>
    namesOf(district || province).map((name) => ({ name, lat, lng })),
  ),
);

/**
 * The region that a word names: a station or landmark, a district, or the start of an address word (성수 → 성수동). Of
 * several with the same name the one nearest to `near`. null: no region.
 */
export async function regionOf(
  connection: Connection,
  { word, near }: { word: string; near: IndexPoint },
): Promise<Region | null> {
  const known = stationsByName.get(word) ?? stationsByName.get(stationName(word));
  const station = nearestOf(known, near);
  if (station && (known?.length === 1 || distanceMetresOf(station, near) < AMBIGUOUS_REACH))
    return { point: station, reach: REACH.station };
  const district = nearestOf(districtsByName.get(word), near);
  if (district) return { point: district, reach: REACH.district };
  return await regionOfAddressWord(connection, word);
}

/** A name shared by several towns means the one within this distance: 시청, 중앙로. */
const AMBIGUOUS_REACH = 60_000;

const distanceMetresOf = (a: IndexPoint, b: IndexPoint) => Math.hypot(a.x - b.x, a.y - b.y);

const stationName = (word: string) => STATION_NICKNAMES[word] ?? word.replace(/(?<=.)역$/u, '');

/** More cells mean a province, or a name that many towns have. */
const PARTS_OF_A_NEIGHBOURHOOD = 4;

async function regionOfAddressWord(connection: Connection, word: string): Promise<Region | null> {
  if ([...word].length < 2) return null;
  const key = locationKey(word);
  const [cells = []] = await selectAreasOfWords(connection, [key]);
  if (cells.length === 0) return null;
  if (PARTS_OF_A_NEIGHBOURHOOD < cells.length) return { point: null, reach: Infinity };
  const blocks = cells.map((cell) => blockOf({ cell, match: 'start' }));
  const points = await selectPointsByAddress(connection, { blocks, keys: [key], limit: 100 });
  return { point: middleOf(points), reach: REACH.neighbourhood };
}

/** The median on each axis, which a few places with a wrong point do not move; null if there are none. */
function middleOf(points: readonly Coordinates[]): IndexPoint | null {
  if (points.length === 0) return null;
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] as number;
  return indexPointOf({
    lat: median(points.map(({ lat }) => lat)),
    lng: median(points.map(({ lng }) => lng)),
  });
}

function nearestOf(spots: readonly IndexPoint[] | undefined, near: IndexPoint): IndexPoint | null {
  const [nearest] = (spots ?? []).toSorted((a, b) => distanceMetresOf(a, near) - distanceMetresOf(b, near));
  return nearest ?? null;
}

function groupByName(list: readonly (Coordinates & { name: string })[]): ReadonlyMap<string, IndexPoint[]> {
  const groups = new Map<string, IndexPoint[]>();
  for (const { name, lat, lng } of list)
    groups.set(name, [...(groups.get(name) ?? []), indexPointOf({ lat, lng })]);
  return groups;
}

/** 강남구 is also called 강남, 수원시 장안구 also 수원 and 장안; 중구 and 동구 are never shortened to one syllable. */
function namesOf(district: string): string[] {
  const words = district.split(' ');
  const short = words.map((word) => word.replace(/(특별자치시|특별시|광역시|시|군|구)$/, ''));
  return [...new Set([words.join(''), ...words, ...short.filter((name) => 2 <= [...name].length)])];
}
