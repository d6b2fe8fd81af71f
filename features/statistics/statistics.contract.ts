import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';
import { CategoryId } from '#features/catalogue/catalogue.contract.ts';

export const statisticsProblems = defineProblems({
  /** The catalogue is empty. */
  'statistics.not_found': 404,
});

const Counts = z.object({
  adminAdded: z.int(),
  /** Number of places that members have registered. */
  userAdded: z.int(),
  total: z.int(),
});

export const CategoryCounts = z.object({
  totalCounts: Counts,
  /**
   * The counts by category, in the order of the catalogue. The category is null for places without a category. Empty
   * categories are left out.
   */
  categories: z.array(Counts.extend({ categoryId: CategoryId.nullable() })),
});
export type CategoryCounts = z.infer<typeof CategoryCounts>;

export const getCategoryCounts = endpoint({
  method: 'GET',
  url: '/api/statistics/category-counts',
  access: 'anyone',
  schema: {
    summary: 'Get restaurant counts: provided, registered by members, total, and by category.',
    response: { 200: CategoryCounts },
  },
  problems: ['statistics.not_found'],
});
