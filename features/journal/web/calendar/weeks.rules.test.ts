import { expect, test } from 'vitest';
import { isMonth, type Month, monthOf } from '../../months.rules.ts';
import { daysIn, monthsLater, weekToShow, weeksOf } from './weeks.rules.ts';

const day = (written: string) => Date.parse(`${written}T00:00:00Z`);

test('달은 해와 달로 적는다', () => {
  expect([isMonth('2026-04'), isMonth('2026-00'), isMonth('4월')]).toEqual([true, false, false]);
});

test('달은 해를 넘어간다', () => {
  expect(monthsLater('2026-01', -1)).toBe('2025-12');
  expect(monthsLater('2025-11', 3)).toBe('2026-02');
  expect([daysIn('2024-02'), daysIn('2026-02'), daysIn('2026-12')]).toEqual([29, 28, 31]);
});

test('달력은 일요일부터, 그 달의 날만', () => {
  const weeks = weeksOf('2026-04');
  expect(weeks[0]).toEqual([
    null,
    null,
    null,
    day('2026-04-01'),
    day('2026-04-02'),
    day('2026-04-03'),
    day('2026-04-04'),
  ]);
  expect(weeks).toHaveLength(5);
  expect(
    weeks
      .flat()
      .filter((cell) => cell !== null)
      .every((cell) => monthOf(cell) === '2026-04'),
  ).toBe(true);
  expect([weeksOf('2026-02').length, weeksOf('2026-08').length]).toEqual([4, 6]);
});

test('접힌 달력은 고른 날, 오늘, 마지막 일지의 주를 차례로 보여 준다', () => {
  const shown = (month: Month, selectedDay: number | null, entries: readonly string[]) => {
    const weeks = weeksOf(month);
    const entriesByDay = new Map(entries.map((written) => [day(written), []]));
    const week = weekToShow({ weeks, selectedDay, today: day('2026-11-26'), entriesByDay });
    return week ? weeks.indexOf(week) : -1;
  };
  expect(shown('2026-11', day('2026-11-03'), ['2026-11-10'])).toBe(0);
  expect(shown('2026-11', null, ['2026-11-10'])).toBe(3);
  expect(shown('2026-04', day('2026-11-03'), ['2026-04-07', '2026-04-20'])).toBe(3);
  expect(shown('2026-04', null, [])).toBe(0);
});
