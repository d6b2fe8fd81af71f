import type { Database } from '#server/database/database.ts';
import { purgeDeletedEntries } from './journal.sql.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'journal.purge_deleted': Record<string, never>;
  }
}

const BATCH = 500;

/** Ends what can be undone: removes entries deleted more than a day ago. In batches, so that no transaction is long. */
export async function purgeJournal(database: Database): Promise<void> {
  let purged: number;
  do {
    purged = await database
      .transaction()
      .execute(async (transaction) => (await purgeDeletedEntries(transaction, BATCH)).length);
  } while (purged === BATCH);
}
