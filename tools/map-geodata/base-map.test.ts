import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { distanceMetres } from '#common/geo.ts';
import { clipRing, type Position, smooth, splitByGap } from './shapes.ts';

type Feature = {
  properties: { kind?: string; name?: string; lines?: number; detail?: string };
  geometry: { type: string; coordinates: never };
};

const read = (file: string): Feature[] =>
  JSON.parse(readFileSync(new URL(`../../web/map/geodata/${file}`, import.meta.url), 'utf8')).features;
const names = read('names.geojson');
const named = (kind: string) => names.filter(({ properties }) => properties.kind === kind);
const at = ({ geometry }: Feature): Position => geometry.coordinates;
const land: Position[][][] = read('land.geojson')
  .filter(({ properties }) => !properties.kind)
  .map(({ geometry }) => geometry.coordinates);

test('열일곱 시도와 모든 시군의 이름이 있다', () => {
  expect(named('province')).toHaveLength(17);
  // Korea has 75 cities, 82 counties, and two cities in Jeju that the official count of cities excludes.
  expect(named('city').length).toBeGreaterThanOrEqual(159);
  expect(named('district').length).toBeGreaterThanOrEqual(100);
});

test('이름은 하나도 바다에 빠지지 않는다', () => {
  const drowned = names.filter((feature) => feature.properties.kind !== 'sea' && !isOnLand(at(feature)));
  expect(drowned.map(({ properties }) => properties.name)).toEqual([]);
});

test('바다 이름은 바다에 있다 (위의 기준이 바다와 육지를 구분한다)', () => {
  expect(named('sea').filter((feature) => isOnLand(at(feature)))).toEqual([]);
});

test('같은 역은 한 번만 나오고, 갈아타는 역은 그렇다고 적혀 있다', () => {
  const wangsimni = named('station').filter(({ properties }) => properties.name === '왕십리역');
  expect(wangsimni).toHaveLength(1);
  expect(wangsimni[0]?.properties.lines).toBe(4);
  const cityHalls = named('station').filter(({ properties }) => properties.name === '시청역');
  expect(cityHalls).toHaveLength(3);
});

test('지하철은 역에서 역으로 이어지고, 먼 사이는 어림이라고 적혀 있다', () => {
  const railways = read('lines.geojson').filter(({ properties }) => properties.kind === 'railway');
  const circle = railways.find(({ properties }) => properties.name === '2호선');
  const points: Position[] = circle?.geometry.coordinates ?? [];
  expect(circle?.properties.detail).toBe('fine');
  expect(points.at(0)).toEqual(points.at(-1));
  expect(
    railways.some(({ properties }) => properties.name === '경부선' && properties.detail === 'coarse'),
  ).toBe(true);
});

test('네모로 오려 낸 테두리는 네모 안에 있고 닫혀 있다', () => {
  const ring = [
    [0, 0],
    [4, 0],
    [4, 4],
    [0, 4],
    [0, 0],
  ];
  const clipped = clipRing({ ring, rectangle: [1, 1, 3, 6] });
  expect(clipped.at(-1)).toEqual(clipped[0]);
  expect(new Set(clipped.map(String))).toEqual(new Set(['1,1', '3,1', '3,4', '1,4']));
  expect(clipRing({ ring, rectangle: [5, 5, 6, 6] })).toEqual([]);
});

test('부드러운 선은 주어진 점을 모두 지난다', () => {
  const points = [
    [0, 0],
    [1, 2],
    [3, 1],
    [4, 4],
  ];
  const curve = smooth(points).map(String);
  for (const point of points) expect(curve).toContain(String(point));
});

test('멀리 건너뛰는 데에서 선을 나눈다', () => {
  const points = [
    [0, 0],
    [0.01, 0],
    [1, 0],
    [1.01, 0],
  ];
  const runs = splitByGap({ points, gap: 0.1 });
  expect(runs.map(({ isGap }) => isGap)).toEqual([false, true, false]);
  expect(runs[1]?.line[0]).toEqual([0.01, 0]);
});

/** Points up to 700 m beyond the coast count as land, because the map draws land wider than the data. */
function isOnLand(point: Position): boolean {
  return land.some((rings) => isInside(point, rings[0] ?? []) || isNear(point, rings[0] ?? [], 700));
}

function isInside([x = 0, y = 0]: Position, ring: Position[]): boolean {
  let isIn = false;
  for (const [index, [x1 = 0, y1 = 0]] of ring.entries()) {
    const [x2 = 0, y2 = 0] = ring.at(index - 1) ?? [];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isIn = !isIn;
  }
  return isIn;
}

function isNear([lng = 0, lat = 0]: Position, ring: Position[], metres: number): boolean {
  return ring.some(([x2 = 0, y2 = 0], index) => {
    const [x1 = 0, y1 = 0] = ring.at(index - 1) ?? [];
    const length = (x2 - x1) ** 2 + (y2 - y1) ** 2;
    const along = length ? ((lng - x1) * (x2 - x1) + (lat - y1) * (y2 - y1)) / length : 0;
    const t = Math.max(0, Math.min(1, along));
    return distanceMetres({ lat, lng }, { lat: y1 + t * (y2 - y1), lng: x1 + t * (x2 - x1) }) < metres;
  });
}
