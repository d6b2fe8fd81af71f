import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clusterShares } from './cluster-share.ts';

const sum = ({ todo, done, prov }: { todo: number; done: number; prov: number }) => todo + done + prov;

test('막대는 종류별 비율대로 나뉜다', () => {
  expect(clusterShares({ counts: { todo: 2, done: 1, prov: 1 }, slots: 24 })).toEqual({
    todo: 12,
    done: 6,
    prov: 6,
  });
  expect(clusterShares({ counts: { todo: 5, done: 0, prov: 0 }, slots: 24 })).toEqual({
    todo: 24,
    done: 0,
    prov: 0,
  });
});

test('천 곳 가운데 한 곳뿐인 종류도 막대에 보인다', () => {
  expect(clusterShares({ counts: { todo: 999, done: 1, prov: 0 }, slots: 24 })).toEqual({
    todo: 23,
    done: 1,
    prov: 0,
  });
});

test('아무것도 없으면 막대도 비어 있다', () => {
  expect(clusterShares({ counts: { todo: 0, done: 0, prov: 0 }, slots: 24 })).toEqual({
    todo: 0,
    done: 0,
    prov: 0,
  });
});

test('어떤 묶음이든 칸이 남거나 모자라지 않고, 있는 종류는 모두 보이며, 많은 쪽이 더 짧지 않다', () => {
  const count = fc.integer({ min: 0, max: 10_000 });
  fc.assert(
    fc.property(fc.record({ todo: count, done: count, prov: count }), (counts) => {
      const shares = clusterShares({ counts, slots: 24 });
      const kinds = ['todo', 'done', 'prov'] as const;
      if (sum(counts) > 0) expect(sum(shares)).toBe(24);
      for (const kind of kinds) expect(shares[kind] > 0).toBe(counts[kind] > 0);
      for (const one of kinds)
        for (const other of kinds)
          if (counts[one] > counts[other]) expect(shares[one]).toBeGreaterThanOrEqual(shares[other]);
    }),
  );
});
