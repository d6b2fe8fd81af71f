import { expect, test } from 'vitest';
import { expiryNoticeOf, membershipStatusOf } from './membership-status.rules.ts';
import { pricePerDay } from '../membership.rules.ts';

const now = Date.UTC(2026, 10, 21, 3);
const DAY = 24 * 60 * 60 * 1000;

const free = { accountTier: 'free', paidTierExpiresAt: null, endedByRefund: false, isAdmin: false } as const;
const paidUntil = (until: number | null) =>
  ({ accountTier: 'paid', paidTierExpiresAt: until, endedByRefund: false, isAdmin: false }) as const;

test('무료, 유료, 끝난 유료, 관리자를 가른다', () => {
  expect(membershipStatusOf({ me: free, now })).toEqual({ is: 'free' });
  expect(membershipStatusOf({ me: paidUntil(now + 1), now })).toEqual({ is: 'paid', until: now + 1 });
  expect(membershipStatusOf({ me: paidUntil(null), now })).toEqual({ is: 'paid', until: null });
  // The browser's data may be older than the end of the membership.
  expect(membershipStatusOf({ me: paidUntil(now), now })).toEqual({ is: 'lapsed', since: now });
  expect(membershipStatusOf({ me: { ...free, paidTierExpiresAt: now - DAY }, now })).toEqual({
    is: 'lapsed',
    since: now - DAY,
  });
  expect(membershipStatusOf({ me: { ...paidUntil(now + DAY), isAdmin: true }, now })).toEqual({
    is: 'admin',
  });
});

test('환불로 끝난 것과 기간이 지나 끝난 것을 가른다', () => {
  const refunded = { ...free, paidTierExpiresAt: now - DAY, endedByRefund: true };
  const status = membershipStatusOf({ me: refunded, now });
  expect(status).toEqual({ is: 'refunded', since: now - DAY });
  expect(expiryNoticeOf({ status, now })).toEqual({ kind: 'refunded', at: now - DAY });
});

test('끝나기 30일 전부터 끝난 뒤 30일까지만 알린다', () => {
  const notice = (me: Parameters<typeof membershipStatusOf>[0]['me']) =>
    expiryNoticeOf({ status: membershipStatusOf({ me, now }), now });
  expect(notice(paidUntil(now + 30 * DAY))).toEqual({ kind: 'ending', at: now + 30 * DAY });
  expect(notice(paidUntil(now + 30 * DAY + 1))).toBeNull();
  expect(notice({ ...free, paidTierExpiresAt: now - 30 * DAY })).toEqual({
    kind: 'ended',
    at: now - 30 * DAY,
  });
  expect(notice({ ...free, paidTierExpiresAt: now - 30 * DAY - 1 })).toBeNull();
  expect(notice(free)).toBeNull();
  expect(notice(paidUntil(null))).toBeNull();
  expect(notice({ ...paidUntil(now + DAY), isAdmin: true })).toBeNull();
});

test('하루 값은 10원 단위로 어림한다', () => {
  expect(pricePerDay(9_900)).toBe(30);
});
