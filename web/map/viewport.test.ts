import { expect, test } from 'vitest';
import type { Viewport } from './map.ts';
import { boundsAround, hasMovedFrom, isWithin, metresPerPixel } from './viewport.ts';

const CITY_HALL = { lat: 37.5665, lng: 126.978 };

test('한 픽셀이 몇 미터인지 웹 메르카토르대로 센다', () => {
  // The source is the OpenStreetMap wiki, "Zoom levels": 156 543 m per pixel for 256-pixel tiles at zoom 0. Our tiles
  // have 512 pixels.
  expect(metresPerPixel({ latitude: 0, zoom: 0 })).toBeCloseTo(78_271.5, 0);
  expect(metresPerPixel({ latitude: 60, zoom: 10 })).toBeCloseTo(78_271.5 / 1024 / 2, 1);
});

test('몇 곳을 모두 담는 가장 작은 테두리를 안다', () => {
  const bounds = boundsAround([CITY_HALL, { lat: 35.1577, lng: 129.0592 }]);
  expect(bounds).toEqual({ south: 35.1577, north: 37.5665, west: 126.978, east: 129.0592 });
  expect(boundsAround([])).toBeNull();
});

test('테두리 위의 곳은 안에 있다', () => {
  const bounds = { south: 37, north: 38, west: 126, east: 127 };
  expect(isWithin({ lat: 37, lng: 127 }, bounds)).toBe(true);
  expect(isWithin({ lat: 36.999, lng: 126.5 }, bounds)).toBe(false);
  expect(isWithin({ lat: 37.5, lng: 127.001 }, bounds)).toBe(false);
});

test('조금 움직인 지도는 다시 찾을 만큼 다르지 않다', () => {
  expect(hasMovedFrom({ from: view({}), to: view({}) })).toBe(false);
  expect(hasMovedFrom({ from: view({}), to: view({ lat: 37.5685 }) })).toBe(false);
  expect(hasMovedFrom({ from: view({}), to: view({ zoom: 14.5 }) })).toBe(false);
});

test('화면의 사분의 일을 넘게 옮기거나 거의 한 단계 확대하면 다른 지역이다', () => {
  expect(hasMovedFrom({ from: view({}), to: view({ lat: 37.5735 }) })).toBe(true);
  expect(hasMovedFrom({ from: view({}), to: view({ zoom: 15 }) })).toBe(true);
  expect(hasMovedFrom({ from: view({}), to: view({ zoom: 13 }) })).toBe(true);
});

function view({ lat = CITY_HALL.lat, zoom = 14 }): Viewport {
  const bounds = { south: 37.55, north: 37.58, west: 126.96, east: 127 };
  return { centre: { lat, lng: CITY_HALL.lng }, zoom, bounds, radiusMetres: 2_000 };
}
