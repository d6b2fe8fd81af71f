import { ChevronDown, Clock } from 'lucide-react';
import { m } from '#messages';
import { openingSpansOf, todaysIndex, todaysLine } from '#features/places/opening-hours.rules.ts';
import type { PlaceDetails } from '#features/places/places.contract.ts';
import { useMinute } from '#web/use-minute.ts';
import { openingText } from '../opening-text.ts';
import { Fact } from './Fact.tsx';

/** Whether the place is open now, today's hours, and the week on demand. */
export function OpeningHoursFact({
  place,
}: {
  place: Pick<PlaceDetails, 'openingHours' | 'coordinates' | 'businessStatus'>;
}) {
  const now = useMinute();
  const weekdayLines = place.openingHours?.weekdayLines ?? [];
  const today = todaysLine(weekdayLines, now);
  const opening = openingText(
    { openingSpans: openingSpansOf(place), businessStatus: place.businessStatus },
    now,
  );
  if (today === null && opening === null && weekdayLines.length === 0) return null;
  return (
    <Fact icon={<Clock />} label={m.restaurants_hours()}>
      <p className="numbers flex flex-wrap gap-x-2">
        {opening && <b className={opening.isOpen ? 'text-done-text' : 'text-ink-2'}>{opening.text}</b>}
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
              <li key={line} className={todaysIndex(now) === day ? 'font-semibold text-ink' : undefined}>
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
