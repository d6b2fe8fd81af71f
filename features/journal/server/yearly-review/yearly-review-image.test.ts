import { expect, test } from 'vitest';
import type { Locale } from '#server/http/locale.ts';
import { renderYearlyReviewImage } from './yearly-review-image.ts';

const image = (entryCount: number, locale: Locale) =>
  renderYearlyReviewImage({
    yearlyReview: {
      year: 2025,
      years: [2025],
      entryCount,
      placeCount: 1,
      longestStreak: 1,
      months: Array(12).fill(1),
      days: [],
      companions: [],
      occasions: [],
      categories: [],
      places: [],
      spending: null,
    },
    nickname: '은조',
    categoryNames: new Map(),
    photos: [],
    locale,
  });

test.each(['ko', 'en'] as const)('the number of meals is not truncated: %s', async (locale) => {
  const [one, other] = await Promise.all([image(1230, locale), image(1231, locale)]);
  expect(one.equals(other)).toBe(false);
});
