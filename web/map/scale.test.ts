import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundDistance, roundScale, scaleOf } from './scale.ts';

test('축척 막대는 칸에 들어가는 가장 긴 반듯한 길이다', () => {
  expect(roundScale({ metresPerPixel: 9.6, widestPixels: 96 })).toEqual({
    metres: 500,
    pixels: 52,
    label: '500m',
  });
  expect(roundScale({ metresPerPixel: 1, widestPixels: 100 })).toEqual({
    metres: 100,
    pixels: 100,
    label: '100m',
  });
  expect(roundScale({ metresPerPixel: 30, widestPixels: 96 })).toEqual({
    metres: 2000,
    pixels: 67,
    label: '2km',
  });
});

test('어느 확대에서나 막대는 칸의 사 할보다 길고 칸을 넘지 않는다', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.05, max: 50_000, noNaN: true }), (metresPerPixel) => {
      const { pixels } = roundScale({ metresPerPixel, widestPixels: 96 });
      expect(pixels).toBeGreaterThan(96 * 0.39);
      expect(pixels).toBeLessThanOrEqual(96);
    }),
  );
});

test('같은 확대라도 북쪽일수록 막대가 가리키는 거리가 짧다', () => {
  const view = (lat: number) => ({
    centre: { lat, lng: 127 },
    zoom: 10,
    bounds: { south: 0, north: 0, west: 0, east: 0 },
    radiusMetres: 1,
  });
  const metresEach = (lat: number) => scaleOf(view(lat)).metres / scaleOf(view(lat)).pixels;
  expect(metresEach(60)).toBeLessThan(metresEach(33));
});

test('반듯한 거리에는 소수점이 없다', () => {
  expect([50, 500, 1000, 3000].map(roundDistance)).toEqual(['50m', '500m', '1km', '3km']);
});
