import { DAY_MS, fieldsOf } from '#common/dates.ts';
import { firstDayOf, type Month, monthOf } from '../../months.rules.ts';

/** Returns the month that is `count` months later. A negative `count` returns an earlier month. */
export function monthsLater(month: Month, count: number): Month {
  const first = fieldsOf(firstDayOf(month));
  return monthOf(Date.UTC(first.year, first.month - 1 + count, 1));
}

export const daysIn = (month: Month): number =>
  (firstDayOf(monthsLater(month, 1)) - firstDayOf(month)) / DAY_MS;

/** Returns the weeks of a month. A week begins with Sunday. Days of adjacent months are null. */
export function weeksOf(month: Month): (number | null)[][] {
  const first = firstDayOf(month);
  const before = fieldsOf(first).weekday;
  const cells = Array.from({ length: Math.ceil((before + daysIn(month)) / 7) * 7 }, (_, at) => {
    const day = first + (at - before) * DAY_MS;
    return monthOf(day) === month ? day : null;
  });
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

type Weeks = ReturnType<typeof weeksOf>;

/**
 * Returns the week that a folded calendar shows. It is the week of the selected day. If no day is selected, it is the
 * week of today. If today is in another month, it is the last week of the month that has an entry.
 */
export function weekToShow({
  weeks,
  selectedDay,
  today,
  entriesByDay,
}: {
  weeks: Weeks;
  selectedDay: number | null;
  today: number;
  entriesByDay: ReadonlyMap<number, unknown>;
}): Weeks[number] | undefined {
  return (
    weeks.find((week) => selectedDay !== null && week.includes(selectedDay)) ??
    weeks.find((week) => week.includes(today)) ??
    weeks.findLast((week) => week.some((day) => day !== null && entriesByDay.has(day))) ??
    weeks[0]
  );
}
