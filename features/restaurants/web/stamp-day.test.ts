import { expect, test } from 'vitest';
import { getLocale, overwriteGetLocale } from '#messages/runtime.js';
import { formatCalendarStamp, formatStampDay } from './stamp-day.ts';

const inKorea = (written: string) => Date.parse(`${written}+09:00`);
const now = inKorea('2026-11-22T12:00');

test('도장의 날짜는 어느 시간대에서 보아도 한국의 날짜다', () => {
  expect(formatStampDay(inKorea('2026-04-18T00:10'), now)).toBe('4.18');
  expect(formatStampDay(inKorea('2026-04-18T23:50'), now)).toBe('4.18');
});

test('지난해의 도장에는 해를 적는다', () => {
  expect(formatStampDay(inKorea('2025-11-27T09:00'), now)).toBe('2025.11.27');
  expect(formatStampDay(inKorea('2025-12-31T23:50'), inKorea('2026-01-01T00:10'))).toBe('2025.12.31');
});

test('달력의 날은 어느 시간대에서나 그날이다', () => {
  expect(formatCalendarStamp(Date.UTC(2026, 3, 18), now)).toBe('4.18');
  expect(formatCalendarStamp(Date.UTC(2025, 11, 31), now)).toBe('2025.12.31');
});

test('영어 도장에는 달을 이름으로 적는다', () => {
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
