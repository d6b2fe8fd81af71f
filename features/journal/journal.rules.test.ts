import { expect, test } from 'vitest';
import {
  type CheckedJournalDraft,
  COMPANIONS,
  type JournalEntry,
  OCCASIONS,
  OTHER,
} from './journal.contract.ts';
import { canRestore, differingFields, inJournalOrder, isVisitDateValid, summaryOf } from './journal.rules.ts';

const HOUR = 3_600_000;
const midnight = Date.UTC(2026, 10, 20);

test('방문한 날은 지구 어딘가에서 시작된 날까지', () => {
  const now = midnight + 9 * HOUR;
  expect(isVisitDateValid({ visitDate: midnight, now })).toBe(true);
  expect(isVisitDateValid({ visitDate: midnight + 24 * HOUR, now })).toBe(false);
  expect(isVisitDateValid({ visitDate: midnight + 24 * HOUR, now: midnight + 10 * HOUR })).toBe(true);
});

test('지운 일지는 하루 동안 되돌릴 수 있다', () => {
  expect(canRestore({ deletedAt: midnight, now: midnight + 24 * HOUR })).toBe(true);
  expect(canRestore({ deletedAt: midnight, now: midnight + 24 * HOUR + 1 })).toBe(false);
});

test('방문한 날, 쓴 때의 차례로 새것이 먼저', () => {
  const entries = [
    { id: 'c', visitDate: 1, createdAt: 5 },
    { id: 'b', visitDate: 2, createdAt: 1 },
    { id: 'a', visitDate: 2, createdAt: 2 },
    { id: 'd', visitDate: 1, createdAt: 5 },
  ];
  expect(entries.toSorted(inJournalOrder).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
});

test('두 판이 어디에서 다른지 안다', () => {
  const one: CheckedJournalDraft = {
    restaurantId: null,
    restaurantName: '온달국수',
    visitDate: midnight,
    visitTime: null,
    journalText: '비빔',
    photoIds: ['a', 'b'],
    tagsWith: ['친구와'],
    tagsOccasion: [],
    amountWon: null,
  };
  expect(differingFields(one, { ...one, tagsWith: ['친구와'] })).toEqual([]);
  expect(differingFields(one, { ...one, amountWon: 12_000 })).toEqual(['amountWon']);
  const { amountWon: _, ...ofEarlierVersion } = one;
  expect(differingFields(ofEarlierVersion, { ...one, amountWon: 12_000 })).toEqual([]);
  expect(differingFields(one, { ...one, journalText: '물', photoIds: ['b', 'a'] })).toEqual([
    'journalText',
    'photoIds',
  ]);
});

test('긴 글은 앞부분만, 글자를 쪼개지 않고', () => {
  const entry = { id: 'x', journalText: '🍜'.repeat(301) } as JournalEntry;
  const { textStart, isTextTruncated } = summaryOf(entry);
  expect([textStart, isTextTruncated]).toEqual(['🍜'.repeat(300), true]);
  expect(summaryOf({ ...entry, journalText: '맛있다' })).toEqual({
    id: 'x',
    textStart: '맛있다',
    isTextTruncated: false,
  });
});

test('고를 수 있는 것은 명세의 열셋이고, 직접 입력이 더 있다', () => {
  expect([...COMPANIONS, ...OCCASIONS, OTHER].join(', ')).toBe(
    '혼밥/혼술, 친구와, 가족과, 동료와, 데이트, 모임/회식, 기념일/축하, 비즈니스/접대, 가볍게 한 끼, 특별한 날, 여행 중, 간단히 요기, 기타',
  );
});
