import { koreanTimeOfWeek } from '#common/dates.ts';
import { isInKorea, MINUTES_OF_DAY, MINUTES_OF_WEEK, type OpeningSpan } from './open-now.rules.ts';
import type { OpeningHours, OpeningPeriod, PlaceDetails } from './places.contract.ts';

/**
 * Returns the index of today's line in `weekdayLines`. Monday has the index 0.
 * @param now milliseconds
 */
export const todaysIndex = (now: number): number => (koreanTimeOfWeek(now).weekday + 6) % 7;

/**
 * Returns today's line; null if the place does not have a line for each of the seven days.
 * @param now milliseconds
 */
export const todaysLine = (weekdayLines: readonly string[], now: number): string | null =>
  weekdayLines.length === 7 ? (weekdayLines[todaysIndex(now)] ?? null) : null;

/** Returns null if the opening hours are unknown, or if the place is not in the time zone of Seoul. */
export const openingSpansOf = ({
  openingHours,
  coordinates,
}: Pick<PlaceDetails, 'openingHours' | 'coordinates'>): OpeningSpan[] | null =>
  openingHours && coordinates && isInKorea(coordinates) ? openingSpans(openingHours) : null;

/**
 * Returns the opening spans; [] if the place never opens. The lines are used only if `periods` is null. If a line is
 * missing or cannot be parsed, the function returns null, because a day without spans would look like a closed day.
 */
export function openingSpans({ periods, weekdayLines }: OpeningHours): OpeningSpan[] | null {
  if (periods) return periods.map(spanOfPeriod);
  if (weekdayLines.length !== 7) return null;
  const days = weekdayLines.map(spansOfLine);
  return days.every((day) => day !== null) ? days.flat() : null;
}

function spanOfPeriod({ openDay, openMinute, closeDay, closeMinute }: OpeningPeriod): OpeningSpan {
  const begins = openDay * MINUTES_OF_DAY + openMinute;
  if (closeDay === null || closeMinute === null) return [begins, MINUTES_OF_WEEK];
  const ends = closeDay * MINUTES_OF_DAY + closeMinute;
  // A period whose start and end are equal is the whole week. A period whose end is earlier in the week than its
  // start continues past the end of the week.
  return [begins, (ends - begins + MINUTES_OF_WEEK) % MINUTES_OF_WEEK || MINUTES_OF_WEEK];
}

/**
 * Writes the times of a line in 24-hour form, like all other times on screen. Times that cannot be parsed stay as they are.
 * @example inTwentyFourHours('월요일: 오후 5:00 ~ 9:00') // '월요일: 17:00 ~ 21:00'
 */
export function inTwentyFourHours(line: string): string {
  let half = '';
  return line.replace(
    /(?:(오전|오후)\s*)?(\d{1,2}:\d{2})/g,
    (written, ownHalf: string | undefined, time: string) => {
      half = ownHalf ?? half;
      const minute = half === '' ? null : minuteOf(`${half} ${time}`);
      return minute === null ? written : clockOf(minute);
    },
  );
}

const clockOf = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

const DAYS = ['일', '월', '화', '수', '목', '금', '토'];
const TIME = /^(오전|오후)?\s*(\d{1,2})(?:[:시]\s*(\d{2})?\s*분?)?$/;

/**
 * Returns the parts of a line such as ‘월요일: 오전 11:00 ~ 오후 3:00’. `weekday` 0 is Sunday. `text` contains the times, or
 * what follows ‘휴무’ or ‘24시간 영업’. Returns null if the line does not begin with a weekday.
 */
export function partsOfLine(
  line: string,
): { weekday: number; kind: 'closed' | 'all_day' | 'times'; text: string } | null {
  const [, day = '', hours = ''] = /^([일월화수목금토])요일\s*:?\s*(.*)$/.exec(line.trim()) ?? [];
  if (day === '' || hours === '') return null;
  const weekday = DAYS.indexOf(day);
  const [closed] = /^(?:정기\s*)?(?:휴무일?|휴업일?|영업\s*안\s*함?)/.exec(hours) ?? [];
  const [allDay] = /^24\s*시간(?:\s*영업)?/.exec(hours) ?? [];
  const textAfter = (start: string) => hours.slice(start.length).trim();
  if (closed) return { weekday, kind: 'closed', text: textAfter(closed) };
  if (allDay) return { weekday, kind: 'all_day', text: textAfter(allDay) };
  return { weekday, kind: 'times', text: hours.trim() };
}

/** Parses a line such as ‘월요일: 오전 11:00 ~ 오후 3:00, 오후 5:00 ~ 9:00’. Returns null if the line cannot be parsed. */
function spansOfLine(line: string): OpeningSpan[] | null {
  const parts = partsOfLine(line);
  if (!parts) return null;
  const { weekday, kind, text } = parts;
  if (kind === 'closed') return [];
  const midnight = weekday * MINUTES_OF_DAY;
  if (kind === 'all_day') return [[midnight, MINUTES_OF_DAY]];
  const spans = text.split(/[,，]/).map((range) => spanOfRange(range, midnight));
  return spans.every((span) => span !== null) ? spans : null;
}

/** Parses a range of times. An end that is equal to or earlier than the start is on the next day. */
function spanOfRange(range: string, midnight: number): OpeningSpan | null {
  const [from = '', until = '', ...more] = range.split(/[~∼–—-]/).map((time) => time.trim());
  const opens = minuteOf(from);
  // In ‘오후 5:00 ~ 9:00’, 오후 applies to both times.
  const closes = minuteOf(TIME.exec(until)?.[1] ? until : `${TIME.exec(from)?.[1] ?? ''} ${until}`.trim());
  if (opens === null || closes === null || more.length > 0) return null;
  return [midnight + opens, closes > opens ? closes - opens : closes - opens + MINUTES_OF_DAY];
}

/** Returns the minutes since midnight of a time such as ‘오후 5:00’, ‘17:00’ or ‘24:00’. */
function minuteOf(time: string): number | null {
  const [, half, hours, minutes = '0'] = TIME.exec(time) ?? [];
  if (hours === undefined) return null;
  const minute = Number(hours) * 60 + Number(minutes);
  if (minute > MINUTES_OF_DAY || Number(minutes) > 59) return null;
  if (half === undefined) return minute;
  if (Number(hours) > 12) return null;
  // 오전 12:00 is midnight, and 오후 12:00 is noon.
  return (minute % (MINUTES_OF_DAY / 2)) + (half === '오전' ? 0 : MINUTES_OF_DAY / 2);
}
