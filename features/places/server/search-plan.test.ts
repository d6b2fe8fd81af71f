import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  distanceCost,
  ACTIVITY_MAXIMUM,
  matchPenalty,
  WHOLE_NAME_BONUS,
} from '#features/places/ranking.rules.ts';
import {
  cellNumbers,
  cellOf,
  cellsAround,
  districts,
  UNKNOWN_CELL,
  searchPoint,
  indexPointOf,
} from './cells.ts';
import { blockOf, planBlocks } from './search-plan.ts';

/** The points are on 백령도, 흑산도, 가거도 and 독도. */
const REMOTE_ISLANDS = [
  { lat: 37.957, lng: 124.71 },
  { lat: 34.685, lng: 125.435 },
  { lat: 34.05, lng: 125.13 },
  { lat: 37.24, lng: 131.87 },
];

const somewhere = fc.record({
  lat: fc.double({ min: 33, max: 39, noNaN: true }),
  lng: fc.double({ min: 124.5, max: 131.5, noNaN: true }),
});

describe('나라를 나눈 칸', () => {
  test('한가운데는 제 칸에 있고, 번호가 겹치지 않는다', () => {
    for (const district of districts) expect(cellOf(indexPointOf(district))).toBe(district.id);
    expect(new Set(districts.map(({ id }) => id)).size).toBe(districts.length);
    expect(districts.some(({ id }) => id === UNKNOWN_CELL)).toBe(false);
  });

  test('어느 칸의 곳도 그 칸에 약속한 것보다 가깝지 않다', () => {
    fc.assert(
      fc.property(somewhere, somewhere, (from, to) => {
        const [point, spot] = [indexPointOf(from), indexPointOf(to)];
        const atLeast = cellsAround(point)[cellNumbers.indexOf(cellOf(spot))] ?? Infinity;
        expect(Math.hypot(spot.x - point.x, spot.y - point.y)).toBeGreaterThanOrEqual(atLeast);
      }),
      { numRuns: 5000 },
    );
  });

  test('먼 섬에서는 그 자리에서, 외국에서는 가장 가까운 시군구에서 찾는다', () => {
    const middles = districts.map(indexPointOf);
    expect(middles).toContainEqual(searchPoint({ lat: 35.68, lng: 139.76 }));
    const seoul = { lat: 37.5665, lng: 126.978 };
    expect(searchPoint(seoul)).toEqual(indexPointOf(seoul));
    for (const island of REMOTE_ISLANDS) expect(searchPoint(island)).toEqual(indexPointOf(island));
    expect(searchPoint(undefined)).toEqual(indexPointOf(seoul));
  });
});

describe('찾는 차례', () => {
  const plan = (point: { lat: number; lng: number }) =>
    planBlocks({
      point: indexPointOf(point),
      penalties: {
        start: matchPenalty('start', 6),
        inside: matchPenalty('inside', 6),
        closed: matchPenalty('closed', 6),
      },
      wholeNameBonus: WHOLE_NAME_BONUS,
    });

  test('가망이 큰 것부터이고, 어느 집도 그 칸에 약속한 것보다 앞서지 않는다', () => {
    fc.assert(
      fc.property(
        somewhere,
        somewhere,
        fc.constantFrom('start', 'inside', 'closed'),
        fc.double({ min: 0, max: ACTIVITY_MAXIMUM, noNaN: true }),
        fc.boolean(),
        (near, at, match, alive, isWhole) => {
          const { blocks, costsAtLeast } = plan(near);
          expect([...costsAtLeast]).toEqual([...costsAtLeast].toSorted((a, b) => a - b));
          const [point, spot] = [indexPointOf(near), indexPointOf(at)];
          const cost =
            distanceCost(Math.hypot(spot.x - point.x, spot.y - point.y)) +
            matchPenalty(match, 6) -
            alive -
            (isWhole && match !== 'inside' ? WHOLE_NAME_BONUS : 0);
          const own = blocks.indexOf(blockOf({ cell: cellOf(spot), match }));
          expect(cost).toBeGreaterThanOrEqual((costsAtLeast[own] ?? Infinity) - 1e-9);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('동네를 알면 그 동네와, 어디인지 모르는 문 닫은 집만 찾는다', () => {
    const { blocks } = planBlocks({
      point: indexPointOf({ lat: 37, lng: 127 }),
      penalties: { start: 0, inside: 0, closed: 0 },
      wholeNameBonus: 0,
      cells: new Set([3]),
    });
    expect([...blocks].toSorted((a, b) => a - b)).toEqual([2, 9, 10, 11]);
  });
});
