import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';

export const Category = z.object({ id: z.string(), name: z.string(), order: z.number().int() });
export type Category = z.infer<typeof Category>;

export const listCategories = endpoint({
  method: 'GET',
  url: '/api/categories',
  access: 'anyone',
  schema: {
    summary: 'Restaurant categories, by order',
    response: { 200: z.object({ categories: z.array(Category) }) },
  },
  problems: [],
});
