import { DAY_MS, HOUR_MS, startOfKoreanDay } from '#common/dates.ts';
import type { NotificationKind } from './notifications.contract.ts';

const QUIET_FROM = 21;
const QUIET_UNTIL = 8;

/**
 * The time at which a push message may be sent: now, or 8:00 in Korea if it is between 21:00 and 8:00.
 * @param now milliseconds
 */
export function pushTime(now: number): number {
  const today = startOfKoreanDay(now);
  const hours = (now - today) / HOUR_MS;
  if (hours < QUIET_UNTIL) return today + QUIET_UNTIL * HOUR_MS;
  return hours < QUIET_FROM ? now : today + DAY_MS + QUIET_UNTIL * HOUR_MS;
}

/** Whether the account is at least a day old. On its first day a member is not asked for permission. */
export const isOldEnoughForPush = ({ createdAt, now }: { createdAt: number; now: number }): boolean =>
  DAY_MS <= now - createdAt;

/** The seconds for which a push service keeps a message for a device without a network. */
export const timeToLive = (kind: NotificationKind): number =>
  (kind === 'vote_day' ? 12 * HOUR_MS : DAY_MS) / 1000;

/** Whether the host is in the list. An entry `*.example.com` allows all hosts below example.com. */
export const isAllowedHost = (host: string, allowed: string): boolean =>
  allowed
    .split(',')
    .map((entry) => entry.trim())
    .some((entry) => (entry.startsWith('*.') ? host.endsWith(entry.slice(1)) : host === entry));
