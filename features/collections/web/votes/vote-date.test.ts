import { afterEach, expect, test } from 'vitest';
import { getLocale, overwriteGetLocale } from '#messages/runtime.js';
import { voteDate } from './vote-date.ts';

const original = getLocale;
afterEach(() => overwriteGetLocale(original));

test.each([
  ['ko', '2026년 11월 28일 토요일 18:30'],
  ['en', 'Saturday, 28 November 2026 at 18:30'],
] as const)('투표의 날짜와 시간: %s', (locale, text) => {
  overwriteGetLocale(() => locale);
  expect(voteDate({ meetsOn: '2026-11-28', meetsAt: '18:30' })).toBe(text);
});

test('모음의 투표는 좁은 줄에 들게 요일을 줄여 적는다', () => {
  expect(voteDate({ meetsOn: '2026-11-28', meetsAt: '18:30' }, { isShort: true })).toBe(
    '2026년 11월 28일 (토) 18:30',
  );
});

test('시간이 없는 투표는 날짜만 적는다', () => {
  expect(voteDate({ meetsOn: '2026-11-28', meetsAt: null })).toBe('2026년 11월 28일 토요일');
});
