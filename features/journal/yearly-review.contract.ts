import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { Coordinates } from '#common/coordinates.ts';
import { defineProblems } from '#common/problem.ts';
import { CategoryId } from '#features/catalogue/catalogue.contract.ts';
import { PlaceId } from '#features/places/places.contract.ts';

export const yearlyReviewProblems = defineProblems({
  /** The year has no entries. Therefore there is no image. */
  'journal.year_empty': 404,
});

const Tagged = z.object({ tag: z.string(), count: z.int() });

export const YearlyReview = z.object({
  year: z.int(),
  /** The years that have entries. The latest year comes first. */
  years: z.array(z.int()),
  entryCount: z.int(),
  /** Number of different places. Places that are not in the catalogue are counted by their names. */
  placeCount: z.int(),
  longestStreak: z.int(),
  months: z.array(z.int()).length(12),
  /** The days with meals. The earliest day comes first. `day` is the midnight of the day in UTC, in milliseconds. */
  days: z.array(z.object({ day: z.number(), count: z.int() })),
  /**
   * Number of entries for each category. The category with the most entries comes first. If the member chose a category
   * for a place, the chosen category replaces the category of the catalogue. Null means 미분류. Entries without a place of
   * the catalogue are left out.
   */
  categories: z.array(z.object({ categoryId: CategoryId.nullable(), count: z.int() })),
  companions: z.array(Tagged),
  occasions: z.array(Tagged),
  /** The places. The place with the most entries comes first. */
  places: z.array(
    z.object({
      restaurantId: PlaceId.nullable(),
      name: z.string(),
      coordinates: Coordinates.nullable(),
      count: z.int(),
    }),
  ),
  /**
   * What the member paid, in won: the sum of the year, and the day with the largest sum. Null if no entry of the year has
   * an amount.
   */
  spending: z
    .object({ won: z.int(), mostExpensiveDay: z.object({ day: z.number(), won: z.int() }) })
    .nullable(),
});
export type YearlyReview = z.infer<typeof YearlyReview>;

const YearParams = z.object({ year: z.coerce.number().int().min(1900).max(9998) });

export const getYearlyReview = endpoint({
  method: 'GET',
  url: '/api/journal/yearly-review/:year',
  access: 'member',
  schema: {
    summary: 'Get the statistics of one year of my journal.',
    params: YearParams,
    response: { 200: YearlyReview },
  },
  problems: [],
});

export const getYearlyReviewImage = endpoint({
  method: 'GET',
  url: '/api/journal/yearly-review/:year/card',
  access: 'member',
  schema: {
    summary: 'Get the yearly review as a PNG image of 1080 × 1920 pixels.',
    produces: ['image/png'],
    params: YearParams,
    response: { 200: z.string().meta({ format: 'binary' }) },
  },
  problems: ['journal.year_empty'],
});

export const yearlyReviewImageUrl = (year: number): string => `/api/journal/yearly-review/${year}/card`;
