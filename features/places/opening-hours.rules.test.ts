import { describe, expect, test } from 'vitest';
import { isOpenAt, koreanWeekday, todaysLine } from './opening-hours.rules.ts';

const at = (text: string) => Date.parse(`${text}+09:00`);
const at9to21 = (day: number) => ({ openDay: day, openMinute: 540, closeDay: day, closeMinute: 1260 });

describe('영업시간', () => {
  test.each([
    ['2026-11-20T08:59', false],
    ['2026-11-20T09:00', true],
    ['2026-11-20T20:59', true],
    ['2026-11-20T21:00', false],
    ['2026-11-21T12:00', false],
  ])('금요일 9시에서 21시: %s', (when, expected) => {
    expect(isOpenAt([at9to21(5)], at(when))).toBe(expected);
  });

  test.each([
    ['2026-11-21T17:59', false],
    ['2026-11-21T18:00', true],
    ['2026-11-22T01:59', true],
    ['2026-11-22T02:00', false],
    ['2026-11-20T01:00', false],
  ])('토요일 18시에서 다음 주 일요일 2시: %s', (when, expected) => {
    expect(isOpenAt([{ openDay: 6, openMinute: 1080, closeDay: 0, closeMinute: 120 }], at(when))).toBe(
      expected,
    );
  });

  test('닫는 때가 없으면 늘 열려 있고, 여는 때가 없으면 늘 닫혀 있다', () => {
    expect(
      isOpenAt([{ openDay: 0, openMinute: 0, closeDay: null, closeMinute: null }], at('2026-11-20T03:00')),
    ).toBe(true);
    expect(isOpenAt([], at('2026-11-20T12:00'))).toBe(false);
  });

  test('오늘은 한국의 오늘이다', () => {
    expect(koreanWeekday(Date.parse('2026-11-19T15:00Z'))).toBe(5);
    expect(koreanWeekday(Date.parse('2026-11-19T14:59Z'))).toBe(4);
    const lines = ['월', '화', '수', '목', '금', '토', '일'];
    expect(todaysLine(lines, at('2026-11-20T12:00'))).toBe('금');
    expect(todaysLine(lines, at('2026-11-22T12:00'))).toBe('일');
    expect(todaysLine(['월', '화'], at('2026-11-20T12:00'))).toBeNull();
  });
});
