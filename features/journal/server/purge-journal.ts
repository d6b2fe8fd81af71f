import { removePhotos } from '#features/photos/server/photos.public.ts';
import type { Database } from '#server/database/database.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { purgeDeletedEntries } from './journal.sql.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'journal.purge_deleted': Record<string, never>;
  }
}

const BATCH = 500;

/**
 * Permanently deletes entries that can no longer be restored. The purge works in batches, to keep transactions short.
 */
export async function purgeJournal({ database, jobs }: { database: Database; jobs: Jobs }): Promise<void> {
  let purged: number;
  do {
    purged = await database.transaction().execute(async (transaction) => {
      const entryIds = await purgeDeletedEntries(transaction, BATCH);
      await removePhotos(transaction, { jobs, purpose: 'journal', usedBy: entryIds });
      return entryIds.length;
    });
  } while (purged === BATCH);
}
