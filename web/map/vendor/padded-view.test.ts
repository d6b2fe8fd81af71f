import fc from 'fast-check';
import { expect, test } from 'vitest';
import { googleZoom } from '../google/google-zoom.ts';
import { kakaoZoom } from '../kakao/kakao-zoom.ts';
import { isWithin, metresPerPixel } from '../viewport.ts';
import { boxCentreFor, paddedViewport, viewOf, zoomAt } from './padded-view.ts';

const CITY_HALL = { lat: 37.5665, lng: 126.978 };
const PHONE = { width: 390, height: 844 };

const korea = fc.record({
  lat: fc.double({ min: 33, max: 39, noNaN: true }),
  lng: fc.double({ min: 124, max: 132, noNaN: true }),
});
const side = fc.integer({ min: 0, max: 180 });
const someView = fc.record({
  centre: korea,
  zoom: fc.double({ min: 5, max: 18, noNaN: true }),
  padding: fc.record({ top: side, right: side, bottom: side, left: side }),
});

test('판에 가린 지도의 가운데는 남은 곳의 가운데이고, 거꾸로도 같다', () => {
  fc.assert(
    fc.property(someView, ({ centre, zoom, padding }) => {
      const boxCentre = boxCentreFor({ centre, zoom, padding });
      const view = paddedViewport({ boxCentre, zoom, size: PHONE, padding });
      expect(view.centre.lat).toBeCloseTo(centre.lat, 8);
      expect(view.centre.lng).toBeCloseTo(centre.lng, 8);
    }),
  );
});

test('아래가 가려지면 가운데는 북쪽으로 간다', () => {
  const { centre } = paddedViewport({
    boxCentre: CITY_HALL,
    zoom: 14,
    size: PHONE,
    padding: { bottom: 400 },
  });
  const metres = (centre.lat - CITY_HALL.lat) * 111_195;
  expect(metres).toBeCloseTo(200 * metresPerPixel({ latitude: CITY_HALL.lat, zoom: 14 }), -1);
  expect(centre.lng).toBeCloseTo(CITY_HALL.lng, 9);
});

test('테두리는 가리지 않은 곳만큼이다', () => {
  const { bounds } = paddedViewport({
    boxCentre: CITY_HALL,
    zoom: 14,
    size: PHONE,
    padding: { left: 390, top: 10 },
  });
  expect(bounds.west).toBeCloseTo(bounds.east, 9);
  expect(bounds.south).toBeLessThan(bounds.north);
});

test('담아 보여 줄 곳은 언제나 보이는 곳 안에 있고, 정한 것보다 가까이 가지 않는다', () => {
  fc.assert(
    fc.property(korea, korea, someView, (one, other, { padding }) => {
      const bounds = {
        south: Math.min(one.lat, other.lat),
        north: Math.max(one.lat, other.lat),
        west: Math.min(one.lng, other.lng),
        east: Math.max(one.lng, other.lng),
      };
      const { centre, zoom } = viewOf({ bounds, size: PHONE, padding, margin: 10, nearest: 15 });
      expect(zoom).toBeLessThanOrEqual(15);
      const boxCentre = boxCentreFor({ centre, zoom, padding });
      const shown = paddedViewport({ boxCentre, zoom, size: PHONE, padding }).bounds;
      expect(isWithin(one, shown) && isWithin(other, shown)).toBe(true);
    }),
  );
});

test.each([
  ['Google', googleZoom],
  ['카카오', kakaoZoom],
])(
  '%s 지도가 쓰는 확대로도 담아 보여 줄 곳은 모두 보이고, 한 단계 넘게 멀어지지 않는다',
  (_, supportedZoom) => {
    const padding = { top: 110, right: 40, bottom: 300 };
    fc.assert(
      fc.property(korea, fc.double({ min: 0.001, max: 1.5, noNaN: true }), ({ lat, lng }, degrees) => {
        const bounds = { south: lat, north: lat + degrees, west: lng, east: lng + degrees };
        const view = viewOf({ bounds, size: PHONE, padding, margin: 10, nearest: 15 });
        const zoom = supportedZoom(view, { isNeverCloser: true });
        expect(view.zoom - zoom).toBeLessThanOrEqual(1);
        const boxCentre = boxCentreFor({ centre: view.centre, zoom, padding });
        const shown = paddedViewport({ boxCentre, zoom, size: PHONE, padding }).bounds;
        expect(isWithin({ lat, lng }, shown)).toBe(true);
        expect(isWithin({ lat: lat + degrees, lng: lng + degrees }, shown)).toBe(true);
      }),
    );
  },
);

test('한 픽셀이 몇 미터인지에서 확대를 안다', () => {
  const metres = metresPerPixel({ latitude: 35, zoom: 12.5 });
  expect(zoomAt({ metresPerPixel: metres, latitude: 35 })).toBeCloseTo(12.5, 9);
});
