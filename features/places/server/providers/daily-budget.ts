import { placesProblems } from '#features/places/places.contract.ts';
import type { Settings } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import { problem } from '#server/http/problem.ts';
import { countCallOfAccount, countCallOfDay } from './daily-budget.sql.ts';

/** The origin of a call. A job has no limit of its own; only the overall limit of the day applies to a job. */
export type Caller = { userId: string } | 'job';

/**
 * Takes one call from the day's budget before the call is made. The counts of the account and of the day change in
 * one transaction, so that neither of them counts a call that the other one rejects.
 * @throws places.too_many_today, places.quota_used_up
 */
export const consumeBudget = ({
  database,
  settings: { PLACES_CALLS_PER_DAY, PLACES_CALLS_PER_DAY_BY_ACCOUNT },
  caller,
}: {
  database: Database;
  settings: Pick<Settings, 'PLACES_CALLS_PER_DAY' | 'PLACES_CALLS_PER_DAY_BY_ACCOUNT'>;
  caller: Caller;
}): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    if (
      caller !== 'job' &&
      !(await countCallOfAccount(transaction, {
        userId: caller.userId,
        most: PLACES_CALLS_PER_DAY_BY_ACCOUNT,
      }))
    )
      throw problem(placesProblems, 'places.too_many_today');
    if (!(await countCallOfDay(transaction, { most: PLACES_CALLS_PER_DAY })))
      throw problem(placesProblems, 'places.quota_used_up');
  });
