import { expect, test } from 'vitest';
import { getLocale, overwriteGetLocale } from '#messages/runtime.js';
import { formatCalendarStamp, formatStampDay } from './stamp-day.ts';

test('지난해의 도장에는 해를 적는다', () => {
  const now = new Date(2026, 10, 22).getTime();
  expect(formatStampDay(new Date(2026, 3, 18).getTime(), now)).toBe('4.18');
  expect(formatStampDay(new Date(2025, 10, 27).getTime(), now)).toBe('2025.11.27');
});

test('달력의 날은 어느 시간대에서나 그날이다', () => {
  const now = new Date(2026, 10, 22).getTime();
  expect(formatCalendarStamp(Date.UTC(2026, 3, 18), now)).toBe('4.18');
  expect(formatCalendarStamp(Date.UTC(2025, 11, 31), now)).toBe('2025.12.31');
});

test('영어 도장에는 달을 이름으로 적는다', () => {
  const now = new Date(2026, 10, 22).getTime();
  const original = getLocale;
  overwriteGetLocale(() => 'en');
  try {
    expect(formatCalendarStamp(Date.UTC(2026, 10, 7), now)).toBe('7 Nov');
    expect(formatCalendarStamp(Date.UTC(2026, 8, 15), now)).toBe('15 Sep');
    expect(formatCalendarStamp(Date.UTC(2025, 11, 31), now)).toBe('31 Dec 2025');
  } finally {
    overwriteGetLocale(original);
  }
});
