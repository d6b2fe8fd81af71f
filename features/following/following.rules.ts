import { DAY_MS, startOfKoreanDay, yearsLater } from '#common/dates.ts';
import type { MailKind } from './following.contract.ts';

/**
 * The version of the texts `following_consent_…` in messages/. The version is recorded with every consent. If a text
 * changes, the version must change too; a test checks this.
 */
export const CONSENT_TEXT_VERSION = '2026-11-29.2';

const PAUSE_DAYS: Record<MailKind, number> = { episodes: 7, forgotten: 30 };
/** Days until the next attempt if there was nothing to send. */
const RETRY_DAYS = 7;

/**
 * Returns the time from which the next mail is due, rounded to the beginning of a day in Korea. Without the rounding,
 * each mail would be sent later in the day than the mail before.
 */
export const nextMailAt = ({
  kind,
  wasSent,
  now,
}: {
  kind: MailKind;
  wasSent: boolean;
  now: number;
}): number => startOfKoreanDay(now) + (wasSent ? PAUSE_DAYS[kind] : RETRY_DAYS) * DAY_MS;

/** A member must be reminded of a consent after this number of years (정보통신망법 시행령 제62조의3). */
const REMINDER_YEARS = 2;

/**
 * Returns the time before which a consent is old enough for a reminder. A consent that was given or confirmed before
 * this time needs a reminder.
 */
export const reminderDueBefore = (now: number): number => yearsLater({ from: now, years: -REMINDER_YEARS });
