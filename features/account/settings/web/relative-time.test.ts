import { afterEach, describe, expect, test } from 'vitest';
import { formatCalendarDay } from '#features/restaurants/web/restaurant-messages.ts';
import { relativeTime } from './relative-time.ts';

const zoneBefore = process.env.TZ;
afterEach(() => {
  if (zoneBefore === undefined) delete process.env.TZ;
  else process.env.TZ = zoneBefore;
});

describe.each(['Asia/Seoul', 'UTC', 'America/Los_Angeles', 'Pacific/Kiritimati'])('%s에서', (zone) => {
  test('어제는 달력의 어제고, 마흔일곱 시간 전은 어제가 아니다', () => {
    process.env.TZ = zone;
    // Local time.
    const now = new Date(2026, 10, 20, 23, 30).getTime();
    const at = (day: number, hour: number) =>
      relativeTime({ at: new Date(2026, 10, day, hour).getTime(), now });
    expect(at(20, 23)).toBe('한 시간 안에');
    expect(at(20, 20)).toBe('3시간 전');
    expect(at(19, 23)).toBe('어제');
    expect(at(19, 1)).toBe('어제');
    expect(at(18, 23)).toBe('그저께');
    expect(at(18, 1)).toBe('그저께');
    const lateToday = new Date(2026, 10, 20, 0, 30).getTime();
    const hours = (ago: number) => relativeTime({ at: lateToday - ago * 3_600_000, now: lateToday });
    expect(hours(25)).toBe('그저께');
    expect(hours(47)).toBe('그저께');
    expect(hours(49)).toBe('3일 전');
  });

  test('방송한 날은 어디에서 읽어도 같은 날이다', () => {
    process.env.TZ = zone;
    expect(formatCalendarDay('2026-04-18')).toBe('2026년 4월 18일');
  });
});
