import type { Dependencies } from '#server/http/feature.ts';
import { deleteExpiredRows } from './account.sql.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'account.clean_up': Record<string, never>;
  }
}

/** Deletes expired rows every hour. An expired row has no effect, even if it has not been deleted yet. */
export function cleanUpAccounts({ jobs }: Pick<Dependencies, 'jobs'>): void {
  jobs.handle('account.clean_up', async () => deleteExpiredRows(jobs.database, { now: new Date() }));
  jobs.schedule('account.clean_up', '41 * * * *');
}
