import { queryOptions } from '@tanstack/react-query';
import { getLookBack } from '#features/journal/look-back.contract.ts';
import { call } from '#web/api.ts';

/** A year in figures. Under the journal's key, so that every write makes it stale. */
export const lookBackQuery = (year: number) =>
  queryOptions({
    queryKey: ['journal', 'look-back', year],
    queryFn: ({ signal }) => call(getLookBack, { params: { year }, signal }),
  });
