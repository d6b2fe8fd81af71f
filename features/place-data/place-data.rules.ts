import { DAY_MS, HOUR_MS } from '#common/dates.ts';
import type { ProvinceCode } from '#common/regions.ts';

/** A refreshed file with less than this share of the rows of the file before is refused. */
const ROWS_SHARE_MINIMUM = 0.8;

/** Whether a file lacks too many of the rows of the last imported file of its province and kind. */
export const lacksRows = ({ rows, before }: { rows: number; before: number | null }): boolean =>
  before !== null && rows < ROWS_SHARE_MINIMUM * before;

/** A little less than a week, because each night has a random time. */
const DUE_AFTER_MS = 6.5 * DAY_MS;
/** Milliseconds after a failure in which a province that was never imported is not tried again by the schedule. */
const RETRY_AFTER_MS = 18 * HOUR_MS;
/** The nightly job runs at midnight in Korea. The refreshes begin at a random time within these milliseconds. */
export const NIGHT_MS = 4 * HOUR_MS;

export type ProvinceState = {
  province: ProvinceCode;
  /** Time in milliseconds of the last complete refresh; null if there was none. */
  refreshedAt: number | null;
  /** Time in milliseconds of the last request; null if there was none. */
  requestedAt: number | null;
};

/**
 * Returns the provinces that the schedule refreshes now. Every night, these are the provinces whose last complete
 * refresh is a week old: a refresh that failed is repeated in the next night. When a server starts, these are the
 * provinces that were never imported.
 */
export const dueProvinces = (
  provinces: readonly ProvinceState[],
  { now, isNight }: { now: number; isNight: boolean },
): ProvinceCode[] =>
  provinces.filter((state) => isDue(state, { now, isNight })).map(({ province }) => province);

/** Whether the schedule refreshes a province or an official list now. */
export function isDue(
  { refreshedAt, requestedAt }: Pick<ProvinceState, 'refreshedAt' | 'requestedAt'>,
  { now, isNight }: { now: number; isNight: boolean },
): boolean {
  if (refreshedAt === null) return isNight || requestedAt === null || RETRY_AFTER_MS < now - requestedAt;
  return isNight && DUE_AFTER_MS < now - refreshedAt;
}

/** Estimates the milliseconds until the end of the current step; null if nothing is known yet. */
export function remainingMs({
  done,
  total,
  stepStartedAt,
  now,
}: {
  done: number;
  total: number;
  stepStartedAt: number | null;
  now: number;
}): number | null {
  if (stepStartedAt === null || done === 0 || total <= done || now <= stepStartedAt) return null;
  return ((now - stepStartedAt) * (total - done)) / done;
}
