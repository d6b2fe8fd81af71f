import { afterEach, expect, test } from 'vitest';
import { getLocale, overwriteGetLocale } from '#messages/runtime.js';
import { dateText, voteDate } from './vote-date.ts';

const original = getLocale;
afterEach(() => overwriteGetLocale(original));

test.each([
  ['ko', '2026년 11월 28일 토요일 18:30'],
  ['en', 'Saturday, 28 November 2026 at 18:30'],
] as const)('투표의 날짜와 시간: %s', (locale, text) => {
  overwriteGetLocale(() => locale);
  expect(dateText({ meetsOn: '2026-11-28', meetsAt: '18:30' })).toBe(text);
});

test('모음의 투표는 좁은 줄에 들게 요일을 줄여 적는다', () => {
  expect(dateText({ meetsOn: '2026-11-28', meetsAt: '18:30' }, { isShort: true })).toBe(
    '2026년 11월 28일 (토) 18:30',
  );
});

test('시간이 없는 투표는 날짜만 적는다', () => {
  expect(dateText({ meetsOn: '2026-11-28', meetsAt: null })).toBe('2026년 11월 28일 토요일');
});

test('여러 날짜를 묻는 투표는 끝날 때까지 날짜의 수를, 끝나면 날짜를 적는다', () => {
  const dates = ['18:30', null].map((meetsAt) => ({
    id: '01a211ba-4c8f-7532-9877-a32d9214893c',
    meetsOn: '2026-11-28',
    meetsAt,
  }));
  const vote = { meetsOn: '2026-11-28', meetsAt: '18:30', dates };
  expect(voteDate({ ...vote, isOpen: true })).toBe('날짜 후보 2개');
  expect(voteDate({ ...vote, isOpen: false })).toBe('2026년 11월 28일 토요일 18:30');
  expect(voteDate({ ...vote, dates: [], isOpen: true })).toBe('2026년 11월 28일 토요일 18:30');
});
