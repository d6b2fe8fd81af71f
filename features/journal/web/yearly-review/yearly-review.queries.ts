import { queryOptions } from '@tanstack/react-query';
import { getYearlyReview } from '#features/journal/yearly-review.contract.ts';
import { call } from '#web/api.ts';

/**
 * The yearly review of one year. The query key begins with the key of the journal. Therefore every write of the journal
 * marks the data as stale.
 */
export const yearlyReviewQuery = (year: number) =>
  queryOptions({
    queryKey: ['journal', 'yearly-review', year],
    queryFn: ({ signal }) => call(getYearlyReview, { params: { year }, signal }),
  });
