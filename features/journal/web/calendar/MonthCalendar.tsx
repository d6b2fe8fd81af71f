import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { CALENDAR, DAY_MS, writtenDay, fieldsOf } from '#common/dates.ts';
import type { JournalEntrySummary } from '#features/journal/journal.contract.ts';
import { photoUrl } from '#features/photos/photos.rules.ts';
import { dateOf } from '#web/date-of.ts';
import { paths } from '#web/paths.ts';
import { classes } from '#web/ui/classes.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { firstDayOf, type Month } from '../../months.rules.ts';
import { formatMonth } from '../format-dates.ts';
import { monthsLater, weekToShow, weeksOf } from './weeks.rules.ts';
import { intensityOf } from '../journal-view.rules.ts';

/** The first day of a month that begins with a Sunday. It is used for the names of the weekdays. */
const SOME_SUNDAY = firstDayOf('2026-11');

/**
 * The calendar of one month. A phone shows one week of the month until the member unfolds the calendar. Therefore the
 * first entries are visible without scrolling.
 */
export function MonthCalendar({
  month,
  entriesByDay,
  today,
  selectedDay,
  onMonth,
  onDay,
}: {
  month: Month;
  entriesByDay: ReadonlyMap<number, readonly JournalEntrySummary[]>;
  today: number;
  selectedDay: number | null;
  onMonth: (month: Month) => void;
  /** Called with the selected day. Called with null if the member cancels the selection. */
  onDay: (day: number | null) => void;
}) {
  const [isUnfolded, setUnfolded] = useState(false);
  const weeks = weeksOf(month);
  const shownWeek = weekToShow({ weeks, selectedDay, today, entriesByDay });
  return (
    <>
      <div className="-mx-2 -mt-2 mb-2 flex items-center justify-between">
        <IconButton label={m.journal_month_before()} onClick={() => onMonth(monthsLater(month, -1))}>
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <div className="relative flex min-h-11 items-center">
          <h2 className="journal-month type-h2 numbers text-center" aria-live="polite">
            {formatMonth(month)}
          </h2>
          <button
            type="button"
            className="journal-unfold"
            aria-expanded={isUnfolded}
            aria-label={m.journal_whole_month()}
            onClick={() => setUnfolded(!isUnfolded)}
          >
            <ChevronDown aria-hidden="true" />
          </button>
        </div>
        <IconButton label={m.journal_month_after()} onClick={() => onMonth(monthsLater(month, 1))}>
          <ChevronRight aria-hidden="true" />
        </IconButton>
      </div>
      <div className="journal-calendar numbers text-center" data-folded={!isUnfolded || undefined}>
        {Array.from({ length: 7 }, (_, at) => (
          <span key={at} className="journal-weekday font-semibold text-ink-3" aria-hidden="true">
            {dateOf(SOME_SUNDAY + at * DAY_MS, { zone: CALENDAR, as: 'weekday' })}
          </span>
        ))}
        {weeks.map((week, position) => (
          <div key={position} className="journal-week" data-shown={week === shownWeek || undefined}>
            {week.map((day, at) =>
              day === null ? (
                <span key={`blank ${at}`} />
              ) : (
                <DayCell
                  key={day}
                  day={day}
                  entries={entriesByDay.get(day) ?? []}
                  isToday={day === today}
                  isFuture={day > today}
                  isSelected={day === selectedDay}
                  onDay={onDay}
                />
              ),
            )}
          </div>
        ))}
      </div>
    </>
  );
}

function DayCell({
  day,
  entries,
  isToday,
  isFuture,
  isSelected,
  onDay,
}: {
  day: number;
  entries: readonly JournalEntrySummary[];
  isToday: boolean;
  isFuture: boolean;
  isSelected: boolean;
  onDay: (day: number | null) => void;
}) {
  const date = fieldsOf(day).date;
  const face = <span aria-hidden="true">{date}</span>;
  const photo = entries.find(({ photos }) => photos.length > 0)?.photos[0];
  const shared = { className: 'journal-cell', 'data-today': isToday || undefined };
  if (entries.length > 0)
    return (
      <button
        type="button"
        {...shared}
        className={classes('journal-cell', photo && 'journal-cell-photo')}
        data-heat={intensityOf(entries.length)}
        aria-pressed={isSelected}
        onClick={() => onDay(isSelected ? null : day)}
      >
        {photo && <img src={photoUrl({ photoId: photo.id, size: 'small' })} alt="" loading="lazy" />}
        {face}
        <span className="sr-only">
          {m.journal_day_entries({
            day: dateOf(day, { zone: CALENDAR, as: 'weekdayDate' }),
            count: entries.length,
          })}
        </span>
      </button>
    );
  if (isFuture)
    return (
      <span {...shared}>
        <span>{date}</span>
      </span>
    );
  return (
    <Link to={paths.writeJournalEntry} search={{ day: writtenDay(day) }} {...shared}>
      {face}
      <span className="sr-only">
        {m.journal_day_write({ day: dateOf(day, { zone: CALENDAR, as: 'weekdayDate' }) })}
      </span>
    </Link>
  );
}
