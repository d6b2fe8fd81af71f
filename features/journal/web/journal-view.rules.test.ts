import { describe, expect, test } from 'vitest';
import { personalSearch } from '#features/places/personal-search.rules.ts';
import type { JournalEntrySummary } from '../journal.contract.ts';
import { getYearlyReview } from '../yearly-review.contract.ts';
import { readJournalSearch, readYearlyReviewSearch, readWriteSearch } from './journal-search.rules.ts';
import {
  commonTags,
  filterEntries,
  intensityOf,
  type JournalFilters,
  searchableEntries,
  searchEntries,
  timelineOf,
} from './journal-view.rules.ts';

const day = (written: string) => Date.parse(`${written}T00:00:00Z`);
const entry = (id: string, fields: Partial<JournalEntrySummary> = {}): JournalEntrySummary => ({
  id,
  restaurantId: null,
  restaurantName: '해달골 국밥',
  visitDate: day('2026-04-18'),
  visitTime: null,
  textStart: '',
  isTextTruncated: false,
  photos: [],
  tagsWith: [],
  tagsOccasion: [],
  amountWon: null,
  createdAt: 0,
  updatedAt: 0,
  ...fields,
});
const all: JournalFilters = {
  found: null,
  tag: null,
  restaurantId: null,
  month: null,
  day: null,
};

describe('필터', () => {
  const entries = [
    entry('a', { visitDate: day('2026-05-02'), tagsWith: ['친구와'], restaurantId: 'p' }),
    entry('b', { restaurantName: '서리냉면옥', tagsOccasion: ['특별한 날'] }),
    entry('c', { textStart: '마지막에 나온 국밥까지', visitDate: day('2025-04-18') }),
  ];
  test.each<[string, Partial<JournalFilters>, string]>([
    ['모두', {}, 'abc'],
    ['누구와', { tag: '친구와' }, 'a'],
    ['어떤 자리', { tag: '특별한 날' }, 'b'],
    ['집', { restaurantId: 'p' }, 'a'],
    ['달', { month: '2026-04' }, 'b'],
    ['날', { day: day('2025-04-18') }, 'c'],
    ['찾은 것', { found: new Map([['c', null]]) }, 'c'],
    ['찾았어도 다른 달이면 아니다', { found: new Map([['c', null]]), month: '2026-04' }, ''],
  ])('%s', (_name, filters, expected) => {
    const found = filterEntries(entries, { ...all, ...filters });
    expect(found.map(({ id }) => id).join('')).toBe(expected);
  });
});

describe('찾기', () => {
  const entries = [
    entry('a', { visitDate: day('2026-05-02'), tagsWith: ['친구와'], restaurantId: 'p' }),
    entry('b', { restaurantName: '서리냉면옥', tagsOccasion: ['특별한 날'] }),
    entry('c', { restaurantName: '골목집', textStart: '마지막에 나온 국밥까지' }),
    entry('d', { restaurantName: '밍글스' }),
  ];
  const places = new Map([
    [
      'p',
      {
        address: '서울특별시 성동구 새뜰로 3',
        neighbourhood: '성수동2가',
        categoryId: 'soup',
        coordinates: null,
      },
    ],
  ]);
  const searched = searchableEntries({ entries, places, nameOf: () => '국밥·탕' });
  const found = (typed: string, foundByServer: string[] = []) =>
    [
      ...(searchEntries(searched, {
        personalSearch: (items) => personalSearch(items, typed),
        foundByServer,
      }) ?? []),
    ]
      .map(([id]) => id)
      .toSorted()
      .join('');

  test.each([
    ['ㄴㅁ', 'b'],
    ['국밥', 'ac'],
    ['친구', 'a'],
    ['성수동 국밥', 'a'],
    ['새뜰로', 'a'],
    ['서리냉면온', 'b'],
    ['mingles', 'd'],
    ['냉면 뷁뷁', 'b'],
    ['뷁뷁', ''],
  ])('%s: %s', (typed, expected) => expect(found(typed)).toBe(expected));

  test('아무것도 치지 않으면 고르지 않는다', () =>
    expect(
      searchEntries(searched, { personalSearch: (items) => personalSearch(items, ''), foundByServer: [] }),
    ).toBeNull());

  test('서버가 긴 글에서 찾은 것은 더하고, 그러면 비슷한 것은 보이지 않는다', () => {
    expect(found('없는 말', ['c'])).toBe('c');
    expect(found('서리냉면온', ['c'])).toBe('c');
  });
});

test('달마다 머리글이 있고 차례는 그대로다', () => {
  const entries = [entry('a', { visitDate: day('2026-05-02') }), entry('b'), entry('c')];
  expect(
    timelineOf(entries).map((item) => (item.kind === 'month' ? [item.month, item.count] : item.entry.id)),
  ).toEqual([['2026-05', 1], 'a', ['2026-04', 2], 'b', 'c']);
});

test('많이 나온 태그부터', () => {
  const entries = [entry('a', { tagsWith: ['가족과'] }), entry('b', { tagsWith: ['친구와'] })];
  entries.push(entry('c', { tagsWith: ['친구와', '가족과', '친구와'] }));
  expect(commonTags(entries, ({ tagsWith }) => tagsWith)).toEqual(['친구와', '가족과']);
  expect([0, 1, 2, 3, 9].map(intensityOf)).toEqual([0, 1, 2, 3, 3]);
});

test('주소에서 말이 안 되는 것은 버린다', () => {
  expect(readJournalSearch({ q: 119, month: '2026-04', tag: '', day: 'x' })).toEqual({
    q: '119',
    month: '2026-04',
  });
  expect(readJournalSearch({ month: '2026-13', day: '2026-02-30', restaurant: {} })).toEqual({});
  expect(readJournalSearch({ day: '2026-04-18' })).toEqual({ day: '2026-04-18', month: '2026-04' });
  expect(readWriteSearch({ restaurant: 'p', q: 'x' })).toEqual({ restaurant: 'p' });
  expect([readYearlyReviewSearch({ year: 2026 }), readYearlyReviewSearch({ year: 'x' })]).toEqual([
    { year: 2026 },
    {},
  ]);
});

test.each([1899, 1900, 9998, 9999])('돌아보기의 주소는 서버가 받는 해만 읽는다: %i', (year) => {
  const isAccepted = getYearlyReview.schema.params.safeParse({ year }).success;
  expect(readYearlyReviewSearch({ year })).toEqual(isAccepted ? { year } : {});
});
