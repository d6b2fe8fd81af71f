import { queryOptions } from '@tanstack/react-query';
import type { Call } from '#common/endpoint.ts';
import type * as contract from '#features/catalogue/catalogue.contract.ts';
import { call } from '#web/api.ts';

const listCategories: Call<typeof contract.listCategories> = { method: 'GET', url: '/api/categories' };

/** The categories. They stay fresh for an hour, because the admin rarely changes them. */
export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: async ({ signal }) => (await call(listCategories, { signal })).categories,
  staleTime: 60 * 60_000,
});
