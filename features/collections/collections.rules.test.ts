import { expect, test } from 'vitest';
import { COLLECTION_PLACES_MAXIMUM } from './collections.contract.ts';
import { canAddPlaces, canCreateCollection, positionAfter } from './collections.rules.ts';

test('무료 회원은 세 개까지, 유료 회원은 몇 개든 만든다', () => {
  expect(canCreateCollection({ tier: 'free', owned: 2 })).toEqual({ allowed: true });
  expect(canCreateCollection({ tier: 'free', owned: 3 })).toEqual({ allowed: false, limit: 3 });
  // After a membership has ended, a member can have more collections than the limit.
  expect(canCreateCollection({ tier: 'free', owned: 12 })).toEqual({ allowed: false, limit: 3 });
  expect(canCreateCollection({ tier: 'paid', owned: 12 })).toEqual({ allowed: true });
});

test('한 모음에는 500곳까지 담긴다', () => {
  expect(canAddPlaces({ places: COLLECTION_PLACES_MAXIMUM - 2, adding: 2 }).allowed).toBe(true);
  expect(canAddPlaces({ places: COLLECTION_PLACES_MAXIMUM - 2, adding: 3 })).toEqual({
    allowed: false,
    limit: 500,
  });
});

test('옮긴 곳의 자리는 앞뒤 사이이고, 틈이 없으면 다시 매긴다', () => {
  const others = [
    { id: 'a', position: 10 },
    { id: 'b', position: 20 },
  ];
  expect(positionAfter({ others, after: null })).toBeLessThan(10);
  expect(positionAfter({ others, after: 'a' })).toBe(15);
  expect(positionAfter({ others, after: 'b' })).toBeGreaterThan(20);
  expect(positionAfter({ others, after: 'c' })).toBeUndefined();
  expect(positionAfter({ others: [], after: null })).toEqual(expect.any(Number));
  const tight = [
    { id: 'a', position: 1 },
    { id: 'b', position: 1 + 1e-9 },
  ];
  expect(positionAfter({ others: tight, after: 'a' })).toBeNull();
});
