import { expect, test } from 'vitest';
import { DAY_MS } from '#common/dates.ts';
import type { Coordinates } from '#common/geo.ts';
import { forgottenPlaces, type SavedPlace } from './forgotten-places.rules.ts';

const now = Date.parse('2026-11-23T02:00:00Z');
const SEONGSU = { lat: 37.5446, lng: 127.0557 };
const BUSAN = { lat: 35.1587, lng: 129.1604 };
const near = ({ lat, lng }: Coordinates, metres: number) => ({ lat: lat + metres / 111_000, lng });

const place = (id: string, coordinates: Coordinates, daysAgo: number, isVisited = false): SavedPlace => ({
  id,
  coordinates,
  isVisited,
  savedAt: now - daysAgo * DAY_MS,
});
const visits = [SEONGSU, near(SEONGSU, 500), near(SEONGSU, 900), BUSAN];
const idsOf = (given: Partial<Parameters<typeof forgottenPlaces>[0]>) =>
  forgottenPlaces({ saved: [], visits, lastIds: [], now, ...given })?.map(({ id }) => id) ?? null;

const saved = [
  place('셋째', near(SEONGSU, 300), 40),
  place('첫째', near(SEONGSU, 2_000), 400),
  place('둘째', near(SEONGSU, -1_000), 90),
  place('넷째', near(SEONGSU, 100), 30),
  place('다녀온 집', SEONGSU, 500, true),
  place('부산', BUSAN, 600),
  place('어제 담은 집', SEONGSU, 1),
];

test('자주 가는 동네에 담아 두고 가지 않은 집을 오래된 순서로 세 곳', () => {
  expect(idsOf({ saved })).toEqual(['첫째', '둘째', '셋째']);
});

test('지난 메일에 있던 집은 다른 집이 모자랄 때만', () => {
  expect(idsOf({ saved, lastIds: ['첫째', '둘째', '셋째'] })).toEqual(['넷째', '첫째', '둘째']);
});

test('세 곳이 안 되면 보내지 않는다', () => {
  expect(idsOf({ saved: saved.slice(0, 2) })).toBeNull();
  expect(idsOf({ saved: [], visits: [] })).toBeNull();
});

test('다녀온 곳이 적으면 담아 둔 곳이 많은 동네', () => {
  expect(idsOf({ saved, visits: [BUSAN] })).toEqual(['첫째', '둘째', '셋째']);
});
