import { expect, test } from 'vitest';
import { spreadOut, yearlyReviewOf, type Meal } from './yearly-review.rules.ts';

const meal = (day: string, fields: Partial<Meal> = {}): Meal => ({
  entryId: crypto.randomUUID(),
  visitDate: Date.parse(`${day}T00:00:00Z`),
  restaurantId: null,
  restaurantName: '해달골 국밥',
  categoryId: null,
  coordinates: null,
  tagsWith: [],
  tagsOccasion: [],
  amountWon: null,
  ...fields,
});

test('한 해를 센다', () => {
  const here = { lat: 37.5, lng: 127 };
  const noodles = { restaurantId: 'p', restaurantName: '온달국수', categoryId: 'noodles', coordinates: here };
  const review = yearlyReviewOf({
    year: 2026,
    years: [2026, 2024],
    meals: [
      meal('2026-12-31', { ...noodles, tagsWith: ['가족과', '친구와'] }),
      meal('2026-01-01', { tagsWith: ['친구와'], tagsOccasion: ['여행 중'] }),
      meal('2026-01-02', { ...noodles, restaurantName: '옛 이름' }),
      meal('2026-01-02', { restaurantId: 'q', restaurantName: '서리냉면옥' }),
      meal('2026-01-03', noodles),
      meal('2026-01-05'),
    ],
  });
  expect(review).toMatchObject({
    year: 2026,
    years: [2026, 2024],
    entryCount: 6,
    placeCount: 3,
    longestStreak: 3,
    months: [5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
    categories: [
      { categoryId: 'noodles', count: 3 },
      { categoryId: null, count: 1 },
    ],
    companions: [
      { tag: '친구와', count: 2 },
      { tag: '가족과', count: 1 },
    ],
    occasions: [{ tag: '여행 중', count: 1 }],
  });
  expect(review.days.map(({ count }) => count)).toEqual([1, 2, 1, 1, 1]);
  expect(review.places).toEqual([
    { restaurantId: 'p', name: '온달국수', coordinates: here, count: 3 },
    { restaurantId: null, name: '해달골 국밥', coordinates: null, count: 2 },
    { restaurantId: 'q', name: '서리냉면옥', coordinates: null, count: 1 },
  ]);
});

test('쓴 돈은 적은 것만 더하고, 하루의 합이 가장 큰 날을 안다', () => {
  const { spending } = yearlyReviewOf({
    year: 2026,
    years: [2026],
    meals: [
      meal('2026-03-01', { amountWon: 30_000 }),
      meal('2026-05-05', { amountWon: 18_000 }),
      meal('2026-05-05', { amountWon: 15_000 }),
      meal('2026-07-01'),
      meal('2026-08-01', { amountWon: 0 }),
      meal('2026-09-09', { amountWon: 33_000 }),
    ],
  });
  expect(spending).toEqual({ won: 96_000, mostExpensiveDay: { day: Date.UTC(2026, 4, 5), won: 33_000 } });
});

test('아무것도 쓰지 않은 해', () => {
  const empty = yearlyReviewOf({ year: 2026, years: [], meals: [] });
  expect(empty).toMatchObject({
    entryCount: 0,
    placeCount: 0,
    longestStreak: 0,
    days: [],
    places: [],
    spending: null,
  });
});

test.each([
  [['a', 'b', 'c', 'd'], 2, ['b', 'd']],
  [['a', 'b', 'c', 'd', 'e', 'f'], 6, ['a', 'b', 'c', 'd', 'e', 'f']],
  [['a'], 1, ['a']],
  [[], 0, []],
])('사진을 한 해에서 고르게 고른다: %j 가운데 %i장', (items, count, chosen) => {
  expect(spreadOut(items, count)).toEqual(chosen);
});
