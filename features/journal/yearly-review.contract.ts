import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { Coordinates } from '#common/geo.ts';
import { defineProblems } from '#common/problem.ts';
import { CategoryId } from '#features/catalogue/catalogue.contract.ts';
import { PlaceId } from '#features/places/places.contract.ts';

export const yearlyReviewProblems = defineProblems({
  /** The year has no entries, so there is no image. */
  'journal.year_empty': 404,
});

const Tagged = z.object({ tag: z.string(), count: z.int() });

export const YearlyReview = z.object({
  year: z.int(),
  /** Years with entries, latest first. */
  years: z.array(z.int()),
  entryCount: z.int(),
  /** Places without a catalogue entry are counted by name. */
  placeCount: z.int(),
  longestStreak: z.int(),
  months: z.array(z.int()).length(12),
  /** Earliest first. `day`: milliseconds of its midnight in UTC. */
  days: z.array(z.object({ day: z.number(), count: z.int() })),
  /**
   * Entries per category, most entries first. A category that the member chose replaces that of the catalogue; null:
   * 미분류. Entries without a catalogue place are left out.
   */
  categories: z.array(z.object({ categoryId: CategoryId.nullable(), count: z.int() })),
  companions: z.array(Tagged),
  occasions: z.array(Tagged),
  /** Most entries first. */
  places: z.array(
    z.object({
      restaurantId: PlaceId.nullable(),
      name: z.string(),
      coordinates: Coordinates.nullable(),
      count: z.int(),
    }),
  ),
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
