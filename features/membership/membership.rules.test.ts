import { expect, test } from 'vitest';
import { yearsLater } from '#common/dates.ts';
import {
  isExpired,
  needsNoPayment,
  nextPeriod,
  providedVisibleUntil,
  restaurantLimit,
  canSeeProvided,
  effectiveTier,
} from './membership.rules.ts';

const now = Date.UTC(2026, 10, 20, 12);

test('기록이 없거나, 유료라고 적혀 있지 않거나, 기간이 지났으면 무료다', () => {
  expect(effectiveTier(null, now)).toBe('free');
  expect(effectiveTier({ accountTier: 'free', paidTierExpiresAt: now + 1 }, now)).toBe('free');
  expect(effectiveTier({ accountTier: 'gold', paidTierExpiresAt: null }, now)).toBe('free');
  expect(effectiveTier({ accountTier: 'paid', paidTierExpiresAt: now }, now)).toBe('free');
  expect(effectiveTier({ accountTier: 'paid', paidTierExpiresAt: now + 1 }, now)).toBe('paid');
  expect(effectiveTier({ accountTier: 'paid', paidTierExpiresAt: null }, now)).toBe('paid');
});

test('고쳐 적을 것은 기간이 지난 유료뿐이다', () => {
  expect(isExpired({ accountTier: 'paid', paidTierExpiresAt: now }, now)).toBe(true);
  expect(isExpired({ accountTier: 'paid', paidTierExpiresAt: now + 1 }, now)).toBe(false);
  expect(isExpired({ accountTier: 'paid', paidTierExpiresAt: null }, now)).toBe(false);
  expect(isExpired({ accountTier: 'free', paidTierExpiresAt: now - 1 }, now)).toBe(false);
});

test('무료는 열 곳, 유료는 끝이 없다', () => {
  expect(restaurantLimit('free')).toBe(10);
  expect(restaurantLimit('paid')).toBe(Infinity);
});

test('지금 내면 무료 회원은 지금부터, 유료 회원은 끝난 뒤부터 한 해다', () => {
  const free = { isAdmin: false, tier: 'free', paidTierExpiresAt: null } as const;
  const year = (from: number) => ({ from, to: yearsLater({ from, years: 1 }) });
  expect(nextPeriod({ payer: free, now })).toEqual(year(now));
  expect(nextPeriod({ payer: { ...free, paidTierExpiresAt: now - 1 }, now })).toEqual(year(now));
  expect(nextPeriod({ payer: { ...free, tier: 'paid', paidTierExpiresAt: now + 1 }, now })).toEqual(
    year(now + 1),
  );
});

test('끝이 없는 회원과 관리자는 낼 것이 없다', () => {
  const endless = { isAdmin: false, tier: 'paid', paidTierExpiresAt: null } as const;
  const admin = { isAdmin: true, tier: 'paid', paidTierExpiresAt: now + 1 } as const;
  for (const payer of [endless, admin]) {
    expect(needsNoPayment(payer)).toBe(true);
    expect(nextPeriod({ payer, now })).toBeNull();
  }
  expect(needsNoPayment({ ...admin, isAdmin: false })).toBe(false);
});

test('제공 맛집은 무료 회원에게 가입한 때부터 정한 날수만, 유료 회원에게는 늘 보인다', () => {
  const week = 7 * 24 * 60 * 60 * 1000;
  const free = { tier: 'free', createdAt: now, visibilityDays: 7 } as const;
  expect(providedVisibleUntil(free)).toBe(now + week);
  expect(canSeeProvided({ ...free, now: now + week - 1 })).toBe(true);
  expect(canSeeProvided({ ...free, now: now + week })).toBe(false);
  expect(canSeeProvided({ ...free, visibilityDays: 0, now })).toBe(false);
  const paid = { ...free, tier: 'paid' } as const;
  expect(providedVisibleUntil(paid)).toBeNull();
  expect(canSeeProvided({ ...paid, now: now + 100 * week })).toBe(true);
});
