import { expect, test } from 'vitest';
import { isLapsed, restaurantLimit, tierInForce, yearsLater } from './membership.rules.ts';

const now = Date.UTC(2026, 10, 20, 12);

test('기록이 없거나, 유료라고 적혀 있지 않거나, 기간이 지났으면 무료다', () => {
  expect(tierInForce(null, now)).toBe('free');
  expect(tierInForce({ accountTier: 'free', paidTierExpiresAt: now + 1 }, now)).toBe('free');
  expect(tierInForce({ accountTier: 'gold', paidTierExpiresAt: null }, now)).toBe('free');
  expect(tierInForce({ accountTier: 'paid', paidTierExpiresAt: now }, now)).toBe('free');
  expect(tierInForce({ accountTier: 'paid', paidTierExpiresAt: now + 1 }, now)).toBe('paid');
  expect(tierInForce({ accountTier: 'paid', paidTierExpiresAt: null }, now)).toBe('paid');
});

test('고쳐 적을 것은 기간이 지난 유료뿐이다', () => {
  expect(isLapsed({ accountTier: 'paid', paidTierExpiresAt: now }, now)).toBe(true);
  expect(isLapsed({ accountTier: 'paid', paidTierExpiresAt: now + 1 }, now)).toBe(false);
  expect(isLapsed({ accountTier: 'paid', paidTierExpiresAt: null }, now)).toBe(false);
  expect(isLapsed({ accountTier: 'free', paidTierExpiresAt: now - 1 }, now)).toBe(false);
});

test('무료는 열 곳, 유료는 끝이 없다', () => {
  expect(restaurantLimit('free')).toBe(10);
  expect(restaurantLimit('paid')).toBe(Infinity);
});

test('해를 더하면 달력의 같은 날이다', () => {
  expect(yearsLater({ from: now, years: 100 })).toBe(Date.UTC(2126, 10, 20, 12));
  expect(yearsLater({ from: Date.UTC(2028, 1, 29), years: 1 })).toBe(Date.UTC(2029, 2, 1));
});
