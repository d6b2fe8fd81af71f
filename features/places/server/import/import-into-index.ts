import { deleteExamples } from '#features/places/server/examples/example-places.ts';
import { selectIndexState } from '#features/places/server/index.sql.ts';
import { type FileImport, type FileOutcome, importFile } from './import-file.ts';
import { hasRegisterPlaces, lockIndexForSession } from './imports.sql.ts';
import { updateSearchColumns } from './search-columns.ts';
import { createSearchIndexes } from './search-indexes.sql.ts';
import { createSession, inTransaction } from './session.ts';

/** Thrown if another process imports into the same database. */
export class ImportRunning extends Error {
  override message = 'another import is running on this database';
}

export type IndexProgress = { step: 'indexes' | 'places'; done: number; total: number };

/**
 * Holds the lock on the index while `work` imports files, and then brings the index up to date.
 * @param isRebuild whether the search columns of all places are computed again even if they are up to date
 * @throws ImportRunning, and the errors of `work`
 */
export async function importIntoIndex({
  connectionString,
  work,
  isRebuild = false,
  onProgress,
}: {
  connectionString: string;
  work: (importFile: (options: FileImport) => Promise<FileOutcome>) => Promise<void>;
  isRebuild?: boolean;
  onProgress: (progress: IndexProgress) => void;
}): Promise<void> {
  const session = await createSession(connectionString);
  const { client, connection } = session;
  try {
    if (!(await lockIndexForSession(connection))) throw new ImportRunning();
    let isChanged = isRebuild;
    try {
      await work(async (options) => {
        const outcome = await importFile(session, options);
        isChanged ||= 0 < outcome.added + outcome.changed;
        return outcome;
      });
    } finally {
      await client.query(`set maintenance_work_mem = '128MB'`);
      await createSearchIndexes(connection, (indexes) => onProgress({ step: 'indexes', ...indexes }));
    }
    if (isRebuild || (await selectIndexState(connection)).is_behind)
      await updateSearchColumns(connection, (places) => onProgress({ step: 'places', ...places }));
    // Invented places would be mistaken for real ones, so they leave the index as soon as it has real places.
    if (await hasRegisterPlaces(connection)) await inTransaction(session, () => deleteExamples(connection));
    // The searches read the pages of changed places until a vacuum, and the planner needs statistics.
    if (isChanged) await client.query('vacuum (analyze) places');
  } finally {
    await session.end();
  }
}
