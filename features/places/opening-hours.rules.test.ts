import { describe, expect, test } from 'vitest';
import { closesIn, openingToday } from './open-now.rules.ts';
import {
  inTwentyFourHours,
  openingSpans,
  openingSpansOf,
  partsOfLine,
  todaysLine,
} from './opening-hours.rules.ts';

const at = (text: string) => Date.parse(`${text}+09:00`);
const at9to21 = (day: number) => ({ openDay: day, openMinute: 540, closeDay: day, closeMinute: 1260 });
const spansOf = (...periods: ReturnType<typeof at9to21>[]) =>
  openingSpans({ periods, weekdayLines: [] }) ?? [];
const HOUR = 60;

describe('영업시간', () => {
  test.each([
    ['2026-11-20T08:59', null],
    ['2026-11-20T09:00', 12 * HOUR],
    ['2026-11-20T20:59', 1],
    ['2026-11-20T21:00', null],
    ['2026-11-21T12:00', null],
  ])('금요일 9시에서 21시: %s', (when, expected) => {
    expect(closesIn(spansOf(at9to21(5)), at(when))).toBe(expected);
  });

  test.each([
    ['2026-11-21T17:59', null],
    ['2026-11-21T18:00', 8 * HOUR],
    ['2026-11-22T01:59', 1],
    ['2026-11-22T02:00', null],
    ['2026-11-20T01:00', null],
  ])('토요일 18시에서 다음 주 일요일 2시: %s', (when, expected) => {
    const overMidnight = { openDay: 6, openMinute: 1080, closeDay: 0, closeMinute: 120 };
    expect(closesIn(spansOf(overMidnight), at(when))).toBe(expected);
  });

  test('닫는 때가 없으면 늘 열려 있고, 여는 때가 없으면 늘 닫혀 있다', () => {
    const always = [{ openDay: 0, openMinute: 0, closeDay: null, closeMinute: null }];
    const spans = openingSpans({ periods: always, weekdayLines: [] }) ?? [];
    expect(closesIn(spans, at('2026-11-20T03:00'))).toBe(Infinity);
    expect(closesIn(spansOf(), at('2026-11-20T12:00'))).toBeNull();
  });

  test('오늘은 한국의 오늘이다', () => {
    const lines = ['월', '화', '수', '목', '금', '토', '일'];
    expect(todaysLine(lines, Date.parse('2026-11-19T15:00Z'))).toBe('금');
    expect(todaysLine(lines, Date.parse('2026-11-19T14:59Z'))).toBe('목');
    expect(todaysLine(lines, at('2026-11-20T12:00'))).toBe('금');
    expect(todaysLine(lines, at('2026-11-22T12:00'))).toBe('일');
    expect(todaysLine(['월', '화'], at('2026-11-20T12:00'))).toBeNull();
  });
});

describe('요일마다 적힌 줄만 알 때', () => {
  const lines = [
    '월요일: 휴무일',
    '화요일: 오전 11:00 ~ 오후 3:00, 오후 5:00~9:00',
    '수요일: 11:30~24:00',
    '목요일: 24시간 영업',
    '금요일: 오전 12:00 ~ 오전 3:00',
    '토요일: 오후 6:00 – 오전 2:00',
    '일요일: 오후 12시 ~ 오후 8시 30분',
  ];
  const spans = openingSpans({ periods: null, weekdayLines: lines }) ?? [];

  test.each([
    ['월요일은 쉰다', '2026-11-16T12:00', null],
    ['점심과 저녁 사이는 닫는다', '2026-11-17T16:00', null],
    ['저녁은 9시까지', '2026-11-17T17:00', 4 * HOUR],
    ['자정에 닫고 목요일 온종일과 금요일 새벽 3시까지 이어진다', '2026-11-18T23:00', 28 * HOUR],
    ['금요일 새벽 3시에는 닫혀 있다', '2026-11-20T03:00', null],
    ['토요일 밤은 일요일 새벽 2시까지', '2026-11-22T01:30', 30],
    ['일요일 낮', '2026-11-22T12:00', 8.5 * HOUR],
    ['세계 어디에서 물어도 한국의 시간이다', '2026-11-22T21:00', null],
  ])('%s', (_what, when, expected) => {
    expect(closesIn(spans, at(when))).toBe(expected);
  });

  test('한 줄이라도 읽을 수 없으면 아무것도 안다고 하지 않는다', () => {
    const unreadable = (line: string) => openingSpans({ periods: null, weekdayLines: lines.with(2, line) });
    for (const line of [
      '수요일: 라스트오더 8시',
      '수요일: 오후 17:00 ~ 오후 9:00',
      '수요일: 25:00~26:00',
      '수요일:',
      '',
    ])
      expect(unreadable(line), line).toBeNull();
    expect(openingSpans({ periods: null, weekdayLines: lines.slice(1) })).toBeNull();
    expect(openingSpans({ periods: null, weekdayLines: [] })).toBeNull();
  });
});

test('오전과 오후로 적힌 시각은 24시간제로 보인다', () => {
  for (const [written, shown] of [
    ['월요일: 오전 11:00 ~ 오후 3:00, 오후 5:00~9:00', '월요일: 11:00 ~ 15:00, 17:00~21:00'],
    ['화요일: 오전 12:00 ~ 오후 12:30', '화요일: 00:00 ~ 12:30'],
    ['수요일: 11:30~24:00', '수요일: 11:30~24:00'],
    ['목요일: 오후 17:00 ~ 9:00', '목요일: 오후 17:00 ~ 21:00'],
    ['금요일: 휴무일', '금요일: 휴무일'],
  ] as const)
    expect(inTwentyFourHours(written)).toBe(shown);
});

describe('오늘의 영업시간', () => {
  // The place is open on Monday 11:30–15:00 and 17:00–21:00, and from Saturday 18:00 to Sunday 2:00.
  const spans: [number, number][] = [
    [1440 + 690, 210],
    [1440 + 1020, 240],
    [6 * 1440 + 1080, 480],
  ];
  test.each([
    ['문 열기 전', '2026-11-23T09:00', { state: 'opens', at: 690 }],
    ['문 여는 순간', '2026-11-23T11:30', { state: 'open', until: 900 }],
    ['쉬는 시간', '2026-11-23T15:00', { state: 'opens', at: 1020 }],
    ['저녁', '2026-11-23T20:59', { state: 'open', until: 1260 }],
    ['문 닫은 뒤', '2026-11-23T21:00', { state: 'over' }],
    ['쉬는 날', '2026-11-24T12:00', { state: 'off' }],
    ['자정을 넘긴 밤', '2026-11-29T01:00', { state: 'open', until: 120 }],
    ['그 밤이 끝난 일요일', '2026-11-29T12:00', { state: 'off' }],
  ])('%s', (_what, when, expected) => {
    expect(openingToday(spans, at(when))).toEqual(expected);
  });

  test('닫지 않는 곳은 닫는 때를 말하지 않는다', () => {
    expect(openingToday([[0, 7 * 1440]], at('2026-11-23T12:00'))).toEqual({ state: 'open', until: null });
  });

  test('국외의 장소는 한국 시간으로 판단하지 않는다', () => {
    const openingHours = { periods: [at9to21(1)], weekdayLines: [] };
    expect(openingSpansOf({ openingHours, coordinates: { lat: 37.5, lng: 127 } })).toEqual([[1980, 720]]);
    expect(openingSpansOf({ openingHours, coordinates: { lat: 48.8, lng: 2.3 } })).toBeNull();
    expect(openingSpansOf({ openingHours, coordinates: null })).toBeNull();
  });
});

describe('the parts of a line', () => {
  const cases = [
    ['월요일: 오전 11:00 ~ 오후 9:00', { weekday: 1, kind: 'times', text: '오전 11:00 ~ 오후 9:00' }],
    ['일요일: 휴무일', { weekday: 0, kind: 'closed', text: '' }],
    ['화요일: 정기 휴무 (공휴일)', { weekday: 2, kind: 'closed', text: '(공휴일)' }],
    ['토요일: 24시간 영업', { weekday: 6, kind: 'all_day', text: '' }],
    ['매일 11:00 - 21:00', null],
  ] as const;
  test.each(cases)('%s', (line, expected) => {
    expect(partsOfLine(line)).toEqual(expected);
  });
});
