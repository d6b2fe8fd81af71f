import { expect, test } from 'vitest';
import { distanceMetres } from '#common/geo.ts';
import { type MapName, nearestStation, pointAside, signpostsOf, walkingMinutes } from './map-names.ts';

const SEONGSU = { lat: 37.5446, lng: 127.056 };
const station = (name: string, lat: number, lng: number): MapName => ({
  kind: 'station',
  name,
  coordinates: { lat, lng },
});
const names = [
  station('성수역', 37.5446, 127.056),
  station('뚝섬역', 37.5472, 127.0474),
  station('건대입구역', 37.5404, 127.0693),
  station('해운대역', 35.1635, 129.1587),
  { kind: 'quarter', name: '화양동', coordinates: { lat: 37.5465, lng: 127.0713 } },
];
const size = { width: 358, height: 288 };
const inset = { top: 52, bottom: 28 };

test('가장 가까운 역과, 걸어서 몇 분인지', () => {
  const nearest = nearestStation({ lat: 37.5446, lng: 127.0596 }, names);
  expect(nearest?.name).toBe('성수역');
  expect(walkingMinutes(nearest?.metres ?? 0)).toBe(5);
  expect(nearest?.metres).toBeCloseTo(317, -1);
  expect(walkingMinutes(3)).toBe(1);
});

test('역이 없는 곳에서는 말하지 않는다', () => {
  expect(nearestStation({ lat: 37.5, lng: 130.87 }, names)).toBeNull();
});

test('보이는 이름은 빼고, 화면 밖의 이름을 그 방향의 가장자리에 겹치지 않게 둔다', () => {
  const posts = signpostsOf({ names, viewport: { centre: SEONGSU, zoom: 16 }, size, inset });
  expect(posts.map(({ name }) => name)).not.toContain('성수역');
  expect(posts.map(({ name }) => name)).not.toContain('해운대역');
  const east = posts.find(({ name }) => name === '건대입구역');
  expect(east?.x).toBeGreaterThan(0);
  expect(east?.y).toBeGreaterThan(0);
  expect(east?.angle).toBeGreaterThan(90);
  for (const { x, y } of posts) {
    expect(Math.abs(x)).toBeLessThanOrEqual(size.width / 2 - 75);
    expect(y).toBeGreaterThanOrEqual(-size.height / 2 + inset.top);
    expect(y).toBeLessThanOrEqual(size.height / 2 - inset.bottom);
  }
});

test('가까이에 이름이 없으면 먼 도시와 역을 알린다', () => {
  const towns = [...names, { kind: 'city', name: '양평', coordinates: { lat: 37.49, lng: 127.49 } }];
  const posts = signpostsOf({
    names: towns,
    viewport: { centre: { lat: 37.55, lng: 127.4 }, zoom: 16 },
    size,
    inset,
  });
  expect(posts.map(({ name }) => name)).toContain('양평');
});

test('화면의 거리는 땅의 거리와 맞다', () => {
  const aside = pointAside({ centre: SEONGSU, zoom: 16 }, { x: 300, y: 0 });
  expect(distanceMetres(SEONGSU, aside)).toBeCloseTo(284, -1);
  const above = pointAside({ centre: SEONGSU, zoom: 16 }, { x: 0, y: -300 });
  expect(above.lat).toBeGreaterThan(SEONGSU.lat);
  expect(distanceMetres(SEONGSU, above)).toBeCloseTo(284, -1);
});
