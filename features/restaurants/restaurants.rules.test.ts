import { describe, expect, test } from 'vitest';
import {
  canAdd,
  canRestore,
  effectiveCategory,
  countsToLimit,
  UNDO_MILLISECONDS,
} from './restaurants.rules.ts';

const NOW = Date.UTC(2026, 10, 20);

describe('맛집을 더할 수 있는가', () => {
  test('무료 회원은 열 곳까지 더한다', () => {
    expect(canAdd({ tier: 'free', usedSlots: 9, existing: null })).toEqual({ allowed: true });
  });

  test('무료 회원은 열한 번째 맛집을 더할 수 없다', () => {
    expect(canAdd({ tier: 'free', usedSlots: 10, existing: null })).toEqual({
      allowed: false,
      reason: 'limit_reached',
      limit: 10,
    });
  });

  test('유료였던 회원이 무료가 되면 넘친 만큼은 그대로 두고 더하지만 못 한다', () => {
    expect(canAdd({ tier: 'free', usedSlots: 250, existing: null }).allowed).toBe(false);
  });

  test('유료 회원에게는 한도가 없다', () => {
    expect(canAdd({ tier: 'paid', usedSlots: 10_000, existing: null })).toEqual({ allowed: true });
  });

  test('이미 있는 곳은 언제 더했는지 알린다, 한도가 찼어도', () => {
    const existing = { linkedAt: NOW, deletedAt: null };
    expect(canAdd({ tier: 'free', usedSlots: 10, existing })).toEqual({
      allowed: false,
      reason: 'already_added',
      linkedAt: NOW,
    });
  });

  test('지운 곳은 다시 더할 수 있다', () => {
    const existing = { linkedAt: NOW - 5000, deletedAt: NOW };
    expect(canAdd({ tier: 'free', usedSlots: 3, existing })).toEqual({ allowed: true });
  });
});

describe('무엇이 한도에 드는가', () => {
  test('직접 더한 곳만', () => {
    expect(countsToLimit({ deletedAt: null, sharedListId: null })).toBe(true);
    expect(countsToLimit({ deletedAt: null, sharedListId: 'list-of-a-friend' })).toBe(false);
    expect(countsToLimit({ deletedAt: NOW, sharedListId: null })).toBe(false);
  });
});

describe('지운 것을 되돌릴 수 있는가', () => {
  const link = { deletedAt: NOW, sharedListId: null };

  test('하루 안에는 되돌린다', () => {
    expect(canRestore({ tier: 'free', usedSlots: 9, link, now: NOW + UNDO_MILLISECONDS })).toEqual({
      allowed: true,
    });
  });

  test('하루가 지나면 되돌리지 못한다', () => {
    expect(canRestore({ tier: 'paid', usedSlots: 0, link, now: NOW + UNDO_MILLISECONDS + 1 })).toEqual({
      allowed: false,
      reason: 'too_late',
    });
  });

  test('그사이 한도가 찼으면 되돌리지 못한다', () => {
    expect(canRestore({ tier: 'free', usedSlots: 10, link, now: NOW })).toEqual({
      allowed: false,
      reason: 'limit_reached',
      limit: 10,
    });
  });

  test('공유 리스트에서 온 곳은 한도가 차도 되돌린다', () => {
    const fromSharedList = { deletedAt: NOW, sharedListId: 'list-of-a-friend' };
    expect(canRestore({ tier: 'free', usedSlots: 10, link: fromSharedList, now: NOW })).toEqual({
      allowed: true,
    });
  });
});

test('분류는 회원이 고른 것이 먼저, 없으면 카탈로그의 것', () => {
  expect(effectiveCategory({ userCategoryOverrideId: 'bar', categoryId: 'korean' })).toBe('bar');
  expect(effectiveCategory({ userCategoryOverrideId: null, categoryId: 'korean' })).toBe('korean');
  expect(effectiveCategory({ userCategoryOverrideId: null, categoryId: null })).toBeNull();
});
