import { DAY_MS } from '#common/dates.ts';
import type { Me } from '#features/account/account.contract.ts';

/** The notice is shown for this number of days before and after the end of a membership. */
const NOTICE_DAYS = 30;

/** The status of a membership as the screen shows it. Times are in milliseconds. */
export type MembershipStatus =
  | { is: 'free' }
  /** `until` is null for a membership without an end. */
  | { is: 'paid'; until: number | null }
  | { is: 'lapsed'; since: number }
  | { is: 'refunded'; since: number }
  | { is: 'admin' };

export function membershipStatusOf({
  me: { accountTier, paidTierExpiresAt, endedByRefund, isAdmin },
  now,
}: {
  me: Pick<Me, 'accountTier' | 'paidTierExpiresAt' | 'endedByRefund' | 'isAdmin'>;
  now: number;
}): MembershipStatus {
  if (isAdmin) return { is: 'admin' };
  const hasEnded = paidTierExpiresAt !== null && paidTierExpiresAt <= now;
  if (hasEnded) return { is: endedByRefund ? 'refunded' : 'lapsed', since: paidTierExpiresAt };
  return accountTier === 'paid' ? { is: 'paid', until: paidTierExpiresAt } : { is: 'free' };
}

/** Notice about the end of a membership. `at` is the time of the end. */
export type ExpiryNotice = { kind: 'ending' | 'ended' | 'refunded'; at: number };

export function expiryNoticeOf({
  status,
  now,
}: {
  status: MembershipStatus;
  now: number;
}): ExpiryNotice | null {
  if (status.is === 'paid' && status.until !== null && status.until - now <= NOTICE_DAYS * DAY_MS)
    return { kind: 'ending', at: status.until };
  if (status.is === 'lapsed' && now - status.since <= NOTICE_DAYS * DAY_MS)
    return { kind: 'ended', at: status.since };
  if (status.is === 'refunded' && now - status.since <= NOTICE_DAYS * DAY_MS)
    return { kind: 'refunded', at: status.since };
  return null;
}
