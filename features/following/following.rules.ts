import { DAY_MS, startOfKoreanDay, yearsLater } from '#common/dates.ts';
import type { MailKind } from './following.contract.ts';

/**
 * Version of the texts `following_consent_…` in messages/, recorded with every consent. A changed text
 * needs a new version (checked by a test).
 */
export const CONSENT_TEXT_VERSION = '2026-11-23';

const PAUSE_DAYS: Record<MailKind, number> = { episodes: 7, forgotten: 30 };
/** Days until the next attempt if there was nothing to send. */
const RETRY_DAYS = 7;

/** A mail is due at the beginning of a Korean day, so that the time of day does not drift. */
export const nextMailAt = ({
  kind,
  wasSent,
  now,
}: {
  kind: MailKind;
  wasSent: boolean;
  now: number;
}): number => startOfKoreanDay(now) + (wasSent ? PAUSE_DAYS[kind] : RETRY_DAYS) * DAY_MS;

/** A member is reminded of a consent after two years (정보통신망법 시행령 제62조의3). */
const REMINDER_YEARS = 2;

/** Consents given or confirmed before this time need a reminder. */
export const reminderDueBefore = (now: number): number => yearsLater({ from: now, years: -REMINDER_YEARS });
