import { ChevronDown, Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { m } from '#messages';
import { closesIn, koreanWeekday, openingSpans, todaysLine } from '#features/places/opening-hours.rules.ts';
import type { PlaceDetails } from '#features/places/places.contract.ts';
import { Fact } from './Fact.tsx';

const MINUTE_MS = 60_000;

/** Whether the place is open now, today's hours, and the week on demand. */
export function OpeningHoursFact({
  hours,
  isInBusiness,
}: {
  hours: NonNullable<PlaceDetails['openingHours']>;
  /** A place that has closed temporarily or permanently is never open. */
  isInBusiness: boolean;
}) {
  const now = useNow();
  const { weekdayLines } = hours;
  const spans = isInBusiness ? openingSpans(hours) : null;
  const today = todaysLine(weekdayLines, now);
  const isOpen = spans && closesIn(spans, now) !== null;
  if (today === null && isOpen === null && weekdayLines.length === 0) return null;
  return (
    <Fact icon={<Clock />} label={m.restaurants_hours()}>
      <p className="numbers flex flex-wrap gap-x-2">
        {isOpen !== null && (
          <b className={isOpen ? 'text-done-text' : 'text-ink-2'}>
            {isOpen ? m.restaurants_open_now() : m.restaurants_closed_now()}
          </b>
        )}
        {today !== null && (
          <span>
            {m.restaurants_hours_today()} {withoutDay(today)}
          </span>
        )}
      </p>
      {weekdayLines.length > 0 && (
        <details className="group">
          <summary className="link -ml-1 inline-flex min-h-11 list-none items-center gap-1 px-1 [&::-webkit-details-marker]:hidden">
            {m.restaurants_hours_all()}
            <ChevronDown className="size-4 transition-transform group-open:rotate-180" aria-hidden="true" />
          </summary>
          <ul className="numbers type-sub grid gap-1 text-ink-2">
            {weekdayLines.map((line, day) => (
              <li
                key={line}
                className={(koreanWeekday(now) + 6) % 7 === day ? 'font-semibold text-ink' : undefined}
              >
                {line}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Fact>
  );
}

/** ‘월요일: 오전 11:00 ~ 오후 9:00’ without the day, next to 오늘. */
const withoutDay = (line: string) => line.replace(/^[^:0-9]+:\s*/, '');

/** The time in milliseconds, to the minute. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
