import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';
import { CategoryId } from '#features/catalogue/catalogue.contract.ts';

export const statisticsProblems = defineProblems({
  /** The catalogue is empty. */
  'statistics.not_found': 404,
});

const Counts = z.object({
  /** Places that the admin provides. */
  adminAdded: z.int(),
  /** Places that members have registered. */
  userAdded: z.int(),
  total: z.int(),
});

export const CategoryCounts = z.object({
  totalCounts: Counts,
  /** In the catalogue's order; null for places without category. Empty categories are left out. */
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
