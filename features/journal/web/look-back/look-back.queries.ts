import { queryOptions } from '@tanstack/react-query';
import { getLookBack } from '#features/journal/look-back.contract.ts';
import { call } from '#web/api.ts';

/** Statistics of a year. Below the journal's query key, so that every write marks it as stale. */
export const lookBackQuery = (year: number) =>
  queryOptions({
    queryKey: ['journal', 'look-back', year],
    queryFn: ({ signal }) => call(getLookBack, { params: { year }, signal }),
  });
