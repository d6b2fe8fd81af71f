import { deleteExamples } from '#features/places/server/examples/example-places.ts';
import { selectIndexState } from '#features/places/server/index.sql.ts';
import { type RebuildProgress, rebuildSearchTables } from './build-search-tables.ts';
import { type FileImport, type FileOutcome, importFile } from './import-file.ts';
import { hasRegisterPlaces, lockIndexForSession } from './imports.sql.ts';
import { createSession, inTransaction, type Session } from './session.ts';

/** Thrown if another process imports into the same database. */
export class ImportRunning extends Error {
  override message = 'another import is running on this database';
}

/**
 * Holds the lock on the index while `work` imports files, and then brings the search tables up to date.
 * @param isRebuild whether the search tables are rebuilt even if they are up to date
 * @returns the milliseconds that the rebuild took; null if the search tables were not rebuilt
 * @throws ImportRunning, and the errors of `work`
 */
export async function importIntoIndex({
  connectionString,
  work,
  isRebuild = false,
  onRebuild,
}: {
  connectionString: string;
  work: (importFile: (options: FileImport) => Promise<FileOutcome>) => Promise<void>;
  isRebuild?: boolean;
  onRebuild: (progress: RebuildProgress) => void;
}): Promise<{ rebuildMs: number | null }> {
  const session = await createSession(connectionString);
  const rebuild = rebuildSearchTables(connectionString);
  try {
    if (!(await lockIndexForSession(session.connection))) throw new ImportRunning();
    let isChanged = false;
    await work(async (options) => {
      const outcome = await importFile(session, { ...options, rebuild });
      isChanged ||= 0 < outcome.added + outcome.changed;
      return outcome;
    });
    const { is_behind } = await selectIndexState(session.connection);
    if (is_behind || isRebuild) {
      const began = performance.now();
      await rebuild.finish(onRebuild);
      await removeExamples(session);
      return { rebuildMs: performance.now() - began };
    }
    await removeExamples(session);
    if (isChanged) await removeDeadRows(session);
    return { rebuildMs: null };
  } finally {
    await rebuild.close();
    await session.end();
  }
}

/** Invented places would be mistaken for real ones, so they leave the index as soon as it has real places. */
async function removeExamples(session: Session): Promise<void> {
  if (await hasRegisterPlaces(session.connection))
    await inTransaction(session, () => deleteExamples(session.connection));
}

/** Removes dead rows. As long as dead rows exist, searches read the tables in addition to the indexes. */
async function removeDeadRows({ client }: Session): Promise<void> {
  await client.query('vacuum place_keys, place_terms, place_spots');
}
