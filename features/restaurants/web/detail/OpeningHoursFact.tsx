import { ChevronDown, Clock } from 'lucide-react';
import { CALENDAR } from '#common/dates.ts';
import { m } from '#messages';
import {
  inTwentyFourHours,
  partsOfLine,
  todaysIndex,
  todaysLine,
} from '#features/places/opening-hours.rules.ts';
import type { PlaceDetails } from '#features/places/places.contract.ts';
import { dateOf } from '#web/date-of.ts';
import { useMinute } from '#web/browser/use-minute.ts';
import { Fact } from './Fact.tsx';

/** Shows today's hours. The hours of the week can be expanded. */
export function OpeningHoursFact({ place }: { place: Pick<PlaceDetails, 'openingHours'> }) {
  const now = useMinute();
  const weekdayLines = place.openingHours?.weekdayLines ?? [];
  const today = todaysLine(weekdayLines, now);
  if (today === null && weekdayLines.length === 0) return null;
  const line = (
    <span className="numbers flex min-w-0 flex-wrap gap-x-2">
      {today !== null && (
        <span>
          {m.restaurants_hours_today()} {hoursOf(today)}
        </span>
      )}
    </span>
  );
  return (
    <Fact icon={<Clock />} label={m.restaurants_hours()}>
      {weekdayLines.length === 0 ? (
        line
      ) : (
        <details
          className="group scroll-mb-24"
          onToggle={({ currentTarget }) =>
            currentTarget.open && currentTarget.scrollIntoView({ block: 'nearest' })
          }
        >
          <summary className="-my-3 flex cursor-pointer list-none items-center gap-2 py-3 [&::-webkit-details-marker]:hidden">
            {line}
            <span className={today !== null ? 'sr-only' : 'link'}>{m.restaurants_hours_all()}</span>
            <ChevronDown
              className="size-4 flex-none transition-transform group-open:rotate-180"
              aria-hidden="true"
            />
          </summary>
          <ul className="numbers type-sub mt-3 grid gap-1 text-ink-2">
            {weekdayLines.map((line, day) => (
              <li key={line} className={todaysIndex(now) === day ? 'font-semibold text-ink' : undefined}>
                {lineOf(line)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Fact>
  );
}

/** Sunday, 4 January 1970, in milliseconds. */
const A_SUNDAY = 3 * 86_400_000;

/** Formats a line in the language of the app: `월요일: 오전 11:00 ~ 오후 9:00` → `월요일: 11:00–21:00`. */
function lineOf(line: string): string {
  const parts = partsOfLine(line);
  if (!parts) return times(line);
  const day = dateOf(A_SUNDAY + parts.weekday * 86_400_000, { zone: CALENDAR, as: 'longWeekday' });
  return `${day}: ${hoursOf(line)}`;
}

/** Formats a line without its day. */
function hoursOf(line: string): string {
  const parts = partsOfLine(line);
  if (!parts) return times(line.replace(/^[^:0-9]+:\s*/, ''));
  const { kind, text } = parts;
  if (kind === 'times') return times(text);
  return [kind === 'closed' ? m.restaurants_hours_closed() : m.restaurants_hours_all_day(), text]
    .join(' ')
    .trim();
}

/** Formats the times like the other times on screen. */
const times = (text: string) => inTwentyFourHours(text).replace(/\s*~\s*/g, '–');
