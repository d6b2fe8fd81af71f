import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';

/** The id of a category. Screens show 미분류 for an unknown id. */
export const CategoryId = z.string().min(1).max(40);

export const Category = z.object({ id: CategoryId, name: z.string(), order: z.number().int() });
export type Category = z.infer<typeof Category>;

export const listCategories = endpoint({
  method: 'GET',
  url: '/api/categories',
  access: 'anyone',
  schema: {
    summary: 'List restaurant categories in display order.',
    response: { 200: z.object({ categories: z.array(Category) }) },
  },
  problems: [],
});
