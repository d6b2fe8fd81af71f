import { queryOptions } from '@tanstack/react-query';
import { getMe } from '#features/account/account.contract.ts';
import { call } from '#web/api.ts';

/** Who is signed in; null for a visitor. Signing in and out must set or invalidate it. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => (await call(getMe, { signal })).me,
  staleTime: 5 * 60_000,
});
