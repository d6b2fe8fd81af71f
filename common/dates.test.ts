import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  CALENDAR,
  type DateFormat,
  dayIn,
  daysLeft,
  fieldsOf,
  formatDate,
  KOREA,
  koreanTimeOfWeek,
  localMoment,
  localZone,
  parseDay,
  startOfKoreanDay,
  writtenDay,
  yearsLater,
} from './dates.ts';

const zoneBefore = process.env.TZ;
afterEach(() => {
  if (zoneBefore === undefined) delete process.env.TZ;
  else process.env.TZ = zoneBefore;
});

/** A moment with different dates: in Korea it is already 20 November, and in America it is still 19 November. */
const AT = Date.parse('2026-11-19T15:30:00Z');

describe.each([
  ['Asia/Seoul', '2026-11-20'],
  ['UTC', '2026-11-19'],
  ['America/Los_Angeles', '2026-11-19'],
  ['Pacific/Kiritimati', '2026-11-20'],
])('기기의 시간대가 %s일 때', (zone, localDay) => {
  test('기기의 오늘은 그 시간대의 날이다', () => {
    process.env.TZ = zone;
    expect(localZone()).toBe(zone);
    expect(writtenDay(dayIn(localZone(), AT))).toBe(localDay);
  });

  test('한국의 날과 달력의 날은 어디에서나 같다', () => {
    process.env.TZ = zone;
    expect(writtenDay(dayIn(KOREA, AT))).toBe('2026-11-20');
    expect(startOfKoreanDay(AT)).toBe(Date.parse('2026-11-20T00:00:00+09:00'));
    expect(startOfKoreanDay(AT - 30 * 60_000 - 1)).toBe(Date.parse('2026-11-19T00:00:00+09:00'));
    expect(koreanTimeOfWeek(AT)).toEqual({ weekday: 5, minute: 30 });
    expect(fieldsOf(parseDay('2026-11-19') ?? 0)).toEqual({ year: 2026, month: 11, date: 19, weekday: 4 });
    expect(formatDate(AT, { zone: KOREA, language: 'ko' })).toBe('2026년 11월 20일');
    expect(formatDate(Date.parse('2026-11-19'), { zone: CALENDAR, language: 'ko' })).toBe('2026년 11월 19일');
  });
});

test('브라우저가 쓸 수 없는 시간대를 알려 주면 한국의 날이다', () => {
  const options = vi
    .spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
    .mockReturnValue({ timeZone: 'Etc/Nowhere' } as Intl.ResolvedDateTimeFormatOptions);
  const zone = localZone();
  options.mockRestore();
  expect(zone).toBe('Asia/Seoul');
});

test('서머타임이 시작하고 끝나는 날에도 날짜는 하루씩 간다', () => {
  const day = (at: string) => writtenDay(dayIn('America/New_York', Date.parse(at)));
  expect(day('2026-03-08T04:59:00Z')).toBe('2026-03-07');
  expect(day('2026-03-08T05:00:00Z')).toBe('2026-03-08');
  expect(day('2026-03-09T03:59:00Z')).toBe('2026-03-08');
  expect(day('2026-03-09T04:00:00Z')).toBe('2026-03-09');
  expect(day('2026-11-02T04:59:00Z')).toBe('2026-11-01');
});

test('날짜마다 정한 꼴이 있다', () => {
  const ko = (as: NonNullable<DateFormat['as']>) => formatDate(AT, { zone: KOREA, as, language: 'ko' });
  expect(ko('weekdayDate')).toBe('2026년 11월 20일 금요일');
  expect(ko('month')).toBe('2026년 11월');
  expect(ko('weekday')).toBe('금');
  expect(ko('time')).toBe('00:30');
  expect(ko('dateTime')).toBe('2026년 11월 20일 00:30');
  expect(ko('dayTime')).toBe('11월 20일 00:30');
  const en = (as: NonNullable<DateFormat['as']>) => formatDate(AT, { zone: KOREA, as, language: 'en' });
  expect(en('date')).toBe('20 November 2026');
  expect(en('dateTime')).toBe('20 November 2026 at 00:30');
  expect(en('time')).toBe('00:30');
});

test('날은 적은 그대로 읽고, 없는 날은 읽지 않는다', () => {
  expect(parseDay('2026-04-18')).toBe(Date.UTC(2026, 3, 18));
  expect(writtenDay(Date.UTC(2026, 3, 18))).toBe('2026-04-18');
  for (const wrong of ['2026-02-30', '2026-13-01', '2026-4-1', '', '어제'])
    expect(parseDay(wrong)).toBe(null);
});

test('날과 시각은 기기가 있는 곳의 시각이다', () => {
  process.env.TZ = 'America/Lima';
  const at = localMoment({ day: Date.UTC(2026, 3, 18), time: '18:40' });
  expect(new Date(at).toISOString()).toBe('2026-04-18T23:40:00.000Z');
});

test('해를 더하면 달력의 같은 날이다', () => {
  expect(yearsLater({ from: AT, years: 100 })).toBe(Date.parse('2126-11-19T15:30:00Z'));
  expect(yearsLater({ from: Date.UTC(2028, 1, 29), years: 1 })).toBe(Date.UTC(2029, 2, 1));
  const koreanTime = (time: string) => Date.parse(`${time}+09:00`);
  for (const time of ['00:00', '08:59', '09:00', '23:59']) {
    expect(yearsLater({ from: koreanTime(`2027-03-01T${time}`), years: 1 })).toBe(
      koreanTime(`2028-03-01T${time}`),
    );
  }
});

test('남은 날은 시작한 날도 하루로 센다', () => {
  const day = 24 * 60 * 60 * 1000;
  expect(daysLeft({ until: AT + 1, now: AT })).toBe(1);
  expect(daysLeft({ until: AT + 30 * day, now: AT })).toBe(30);
  expect(daysLeft({ until: AT + 30 * day + 1, now: AT })).toBe(31);
  expect(daysLeft({ until: AT - day, now: AT })).toBe(1);
});
