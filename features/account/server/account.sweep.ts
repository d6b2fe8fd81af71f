import type { Dependencies } from '#server/http/feature.ts';
import { deleteWhatExpired } from './account.sql.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'account.sweep': Record<string, never>;
  }
}

/** Once an hour: sessions, verifications and counted attempts whose time is over go. None of them counted any more. */
export function sweepAccounts({ jobs }: Pick<Dependencies, 'jobs'>): void {
  jobs.handle('account.sweep', async () => deleteWhatExpired(jobs.database, { now: new Date() }));
  jobs.schedule('account.sweep', '41 * * * *');
}
