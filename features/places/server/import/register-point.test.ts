import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { feature, type Topology } from 'topojson-client';
import { describe, expect, test } from 'vitest';
import { distanceMetres } from '#common/geo.ts';
import { isInKorea } from './korea.ts';
import { registerPoint } from './register-point.ts';

/**
 * Places in EPSG:5174 and in WGS84. They were converted with PROJ 9.1, which shares no code with proj4js:
 *
 *   echo "$LNG $LAT" | cs2cs -f %.4f +proj=longlat +datum=WGS84 +to +proj=tmerc +lat_0=38 +lon_0=127.0028902777778 \
 *     +k=1 +x_0=200000 +y_0=500000 +ellps=bessel +units=m +towgs84=-115.80,474.99,674.11,1.16,-2.31,-1.63,6.43
 */
const PLACES = [
  ['서울시청', '197983.9891', '451583.7791', 37.566535, 126.977969],
  ['부산역', '386111.5717', '181477.3950', 35.115225, 129.042243],
  ['울릉도', '545568.5549', '449261.2809', 37.481, 130.907],
  ['독도', '631714.3322', '426609.8301', 37.2415, 131.8647],
  ['백령도', '-871.6470', '498466.2412', 37.9667, 124.715],
  ['연평도', '85053.5613', '463500.3293', 37.6667, 125.698],
  ['교동도', '137382.9472', '475514.6915', 37.78, 126.29],
  ['고성군 대진', '324499.3216', '556493.7017', 38.503, 128.428],
  ['가거도', '27073.2376', '63207.4052', 34.052, 125.128],
  ['거문도', '228462.2471', '59004.2112', 34.028, 127.309],
  ['추자도', '134947.3301', '51753.2610', 33.961, 126.297],
  ['제주시청', '156361.0803', '451.0668', 33.4996, 126.5312],
  ['성산', '193974.0280', '-3816.3019', 33.462, 126.936],
  ['서귀포시 법환동 914', '154166.130335479', '-27615.1899714559', 33.2464668, 126.5090074],
  ['마라도', '131605.2329', '-41787.4280', 33.1175, 126.268],
] as const;

describe('좌표', () => {
  test.each(PLACES)('%s', (_, x, y, lat, lng) => {
    const { point, remark } = registerPoint(x, y);
    expect(remark).toBeNull();
    expect(distanceMetres(point as never, { lat, lng })).toBeLessThan(0.2);
  });

  test('제주도를 덮는 262곳', () => {
    const points = readFileSync(path.join(import.meta.dirname, 'jeju-points.txt'), 'utf8')
      .trim()
      .split('\n');
    expect(points).toHaveLength(262);
    for (const line of points) {
      const [x = '', y = '', lat, lng] = line.split(' ');
      const { point } = registerPoint(x, y);
      expect(distanceMetres(point as never, { lat: Number(lat), lng: Number(lng) })).toBeLessThan(0.2);
    }
  });

  test.each([
    ['', ''],
    ['198000', ''],
    ['0', '0'],
    ['0.0', '0'],
    ['없음', '451000'],
  ])('좌표가 없다: %j, %j', (x, y) =>
    expect(registerPoint(x, y)).toEqual({ point: null, remark: 'no_point' }),
  );

  test.each([
    ['1', '1'],
    ['0', '451000'],
    // In the first case x and y are swapped. In the second case degrees are given instead of metres.
    ['451000', '198000'],
    ['126.98', '37.57'],
    ['9999999', '1'],
    ['1e300', '-1e300'],
  ])('대한민국이 아니다: %s, %s', (x, y) =>
    expect(registerPoint(x, y)).toEqual({ point: null, remark: 'impossible_point' }),
  );
});

describe('대한민국', () => {
  const countries = JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('world-atlas/countries-10m.json'), 'utf8'),
  ) as Topology;
  /** Returns the corners of a country's coast and border in Natural Earth. `country` is the ISO 3166-1 number. */
  const cornersOf = (country: string) => {
    const { features } = feature(countries, countries.objects.countries) as unknown as {
      features: { id: string; geometry: { coordinates: unknown[] } }[];
    };
    const found = features.find(({ id }) => id === country);
    const numbers = (found?.geometry.coordinates.flat(Infinity) ?? []) as number[];
    return Array.from({ length: numbers.length / 2 }, (_, at) => ({
      lng: numbers[2 * at] as number,
      lat: numbers[2 * at + 1] as number,
    }));
  };

  test('본토와 섬이 모두 들어 있다', () => {
    const corners = cornersOf('410');
    expect(corners.length).toBeGreaterThan(2000);
    expect(corners.filter((corner) => !isInKorea(corner))).toEqual([]);
  });

  test('대마도와 일본, 국경에서 먼 북한은 들어 있지 않다', () => {
    const [korea, north, japan] = ['410', '408', '392'].map(cornersOf) as [Corners, Corners, Corners];
    expect(japan.filter(isInKorea)).toEqual([]);
    const far = north.filter((corner) => korea.every((near) => 15_000 < distanceMetres(corner, near)));
    expect(far.length).toBeGreaterThan(1000);
    expect(far.filter(isInKorea)).toEqual([]);
  });
});

type Corners = { lat: number; lng: number }[];
