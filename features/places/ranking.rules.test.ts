import { describe, expect, test } from 'vitest';
import {
  distanceCost,
  ACTIVITY_MAXIMUM,
  liveliness,
  matchPenalty,
  multiWordPenalty,
} from './ranking.rules.ts';

const NOW = Date.UTC(2026, 10, 20);
const YEAR = 365 * 24 * 60 * 60 * 1000;

describe('무엇이 먼저인가', () => {
  test('멀수록 뒤로, 모르는 곳은 300km쯤 떨어진 것으로 본다', () => {
    const costs = [0, 100, 200, 1000, 10_000, 300_000].map(distanceCost);
    expect(costs).toEqual(costs.toSorted((a, b) => a - b));
    expect(costs[0]).toBe(0);
    expect(distanceCost(200)).toBe(1);
    expect(distanceCost(null)).toBeGreaterThan(distanceCost(280_000));
    expect(distanceCost(null)).toBeLessThan(distanceCost(300_000));
  });

  test('이름 가운데에서 맞는 집보다 세 배 먼, 처음부터 맞는 집이 먼저다', () => {
    const inside = matchPenalty('inside', 6) + distanceCost(1000);
    expect(matchPenalty('start', 6) + distanceCost(2800)).toBeLessThan(inside);
    expect(matchPenalty('start', 6) + distanceCost(4000)).toBeGreaterThan(inside);
  });

  test('한두 자만 쳤으면 이름의 처음을 찾는다', () => {
    expect(matchPenalty('inside', 1)).toBeGreaterThan(matchPenalty('inside', 3));
  });

  test('문 닫은 집은 열린 집 다음이다', () => {
    expect(matchPenalty('closed', 6) + distanceCost(0)).toBeGreaterThan(
      matchPenalty('inside', 6) + distanceCost(3000),
    );
    expect(multiWordPenalty('closed')).toBeGreaterThan(multiWordPenalty('inside'));
  });

  test('사람들이 담고, 새로 고친 지 오래지 않은 집이 앞선다', () => {
    const alive = (savedCount: number, years: number | null) =>
      liveliness({ savedCount, updatedAt: years === null ? null : NOW - years * YEAR, now: NOW });
    expect(alive(0, null)).toBe(0);
    expect(alive(0, 5)).toBe(0);
    expect(alive(0, 1)).toBeGreaterThan(0);
    expect(alive(10, 1)).toBeGreaterThan(alive(1, 1));
    expect(alive(1_000_000, 0)).toBe(ACTIVITY_MAXIMUM);
  });
});
