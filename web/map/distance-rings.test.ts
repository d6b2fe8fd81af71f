import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distanceMetres } from '#common/geo.ts';
import { circleAround, gridLines, labelPoint, ringRadii } from './distance-rings.ts';

const CITY_HALL = { lat: 37.5665, lng: 126.978 };

test('동네를 볼 때는 걷는 거리, 시내를 볼 때는 타고 가는 거리의 고리가 뜬다', () => {
  expect(ringRadii({ metresPerPixel: 3.8, widestPixels: 500 })).toEqual([300, 500, 1000]);
  expect(ringRadii({ metresPerPixel: 30, widestPixels: 500 })).toEqual([3000, 5000, 10_000]);
});

test('고리는 점에 붙지도 화면 밖으로 나가지도 않고 셋을 넘지 않는다', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.2, max: 5_000, noNaN: true }),
      fc.integer({ min: 200, max: 1_500 }),
      (metresPerPixel, widestPixels) => {
        const radii = ringRadii({ metresPerPixel, widestPixels });
        expect(radii.length).toBeLessThanOrEqual(3);
        for (const metres of radii) {
          expect(metres / metresPerPixel).toBeGreaterThanOrEqual(64);
          expect(metres / metresPerPixel).toBeLessThanOrEqual(widestPixels);
        }
      },
    ),
  );
});

test('고리 위의 모든 점은 가운데에서 그 거리만큼 떨어져 있다', () => {
  for (const metres of [100, 3_000, 100_000]) {
    for (const [lng, lat] of circleAround({ centre: CITY_HALL, metres })) {
      expect(Math.abs(distanceMetres(CITY_HALL, { lat, lng }) / metres - 1)).toBeLessThan(0.004);
    }
  }
});

test('고리는 닫혀 있다', () => {
  const circle = circleAround({ centre: CITY_HALL, metres: 500 });
  expect(circle.at(-1)).toEqual(circle[0]);
});

test('거리는 고리의 꼭대기에 적고, 꼭대기가 안 보이면 보이는 쪽에 적는다', () => {
  const circle = circleAround({ centre: CITY_HALL, metres: 500 });
  const top = labelPoint({ circle, isInSight: () => true });
  expect(top[1]).toBeGreaterThan(CITY_HALL.lat + 0.004);
  const bottom = labelPoint({ circle, isInSight: ({ lat }) => lat < CITY_HALL.lat - 0.004 });
  expect(bottom[1]).toBeLessThan(CITY_HALL.lat - 0.004);
});

test('모눈은 땅에 서 있어서 지도를 옮겨도 같은 자리에 그려진다', () => {
  const bounds = { south: 37.56, north: 37.57, west: 126.97, east: 126.98 };
  const moved = { south: 37.563, north: 37.573, west: 126.973, east: 126.983 };
  const latitudes = (lines: [number, number][][]) =>
    lines.flatMap(([from, to]) => (from && to && from[1] === to[1] ? [from[1]] : []));
  const here = latitudes(gridLines({ bounds, metres: 100 }));
  const there = new Set(latitudes(gridLines({ bounds: moved, metres: 100 })));
  expect(here.length).toBeGreaterThan(20);
  expect(here.filter((latitude) => there.has(latitude)).length).toBeGreaterThan(10);
});

test('모눈 한 칸은 말한 만큼이다', () => {
  const lines = gridLines({ bounds: { south: 36.49, north: 36.51, west: 127, east: 127.02 }, metres: 500 });
  const [one, other] = lines.filter(([from, to]) => from?.[0] === to?.[0]);
  const [west = 0] = one?.[0] ?? [];
  const [east = 0] = other?.[0] ?? [];
  expect(distanceMetres({ lat: 36.5, lng: west }, { lat: 36.5, lng: east })).toBeCloseTo(500, 0);
});
