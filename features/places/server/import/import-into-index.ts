import { deleteExamples } from '#features/places/server/examples/example-places.ts';
import { selectIndexState } from '#features/places/server/index.sql.ts';
import type { Connection } from '#server/database/database.ts';
import { type FileImport, type FileOutcome, importFile, type Target, targetOf } from './import-file.ts';
import { hasRegisterPlaces, lockIndexForSession } from './imports.sql.ts';
import { indexNextPlaces, replacePlaces } from './next-places.sql.ts';
import { updateSearchColumns } from './search-columns.ts';
import { createSearchIndexes } from './search-indexes.sql.ts';
import { createSession, inTransaction, type Session } from './session.ts';

/** Thrown if another process imports into the same database. */
export class ImportRunning extends Error {
  override message = 'another import is running on this database';
}

export type IndexProgress = { step: 'indexes' | 'places'; done: number; total: number };
type OnProgress = (progress: IndexProgress) => void;
type Work = (importFile: (options: FileImport) => Promise<FileOutcome>) => Promise<void>;

/**
 * Holds the lock on the index while `work` imports files, and then brings the index up to date. All files are stored in
 * one transaction, so that a search finds either the places from before or all the new ones.
 * @param isRebuild whether the search columns of all places are computed again even if they are up to date
 * @param onStored writes what belongs to the import, in its transaction
 * @throws ImportRunning, and the errors of `work`. Nothing is then stored
 */
export async function importIntoIndex({
  connectionString,
  work,
  onStored = async () => {},
  isRebuild = false,
  onProgress,
}: {
  connectionString: string;
  work: Work;
  onStored?: (transaction: Connection) => Promise<void>;
  isRebuild?: boolean;
  onProgress: OnProgress;
}): Promise<void> {
  const session = await createSession(connectionString);
  const { client, connection } = session;
  try {
    if (!(await lockIndexForSession(connection))) throw new ImportRunning();
    await client.query(`set maintenance_work_mem = '128MB'`);
    const isChanged = await inTransaction(session, () => store(session, { work, onStored, onProgress }));
    // An interrupted import of an earlier version has left out indexes.
    await createSearchIndexes(connection);
    if (isRebuild || (await selectIndexState(connection)).is_behind)
      await updateSearchColumns(connection, (places) => onProgress({ step: 'places', ...places }));
    // The searches read the pages of changed places until a vacuum, and the planner needs statistics.
    if (isChanged || isRebuild) await client.query('vacuum (analyze) places');
  } finally {
    await session.end();
  }
}

/** @returns whether a place is new or changed */
async function store(
  session: Session,
  {
    work,
    onStored,
    onProgress,
  }: { work: Work; onStored: (transaction: Connection) => Promise<void>; onProgress: OnProgress },
): Promise<boolean> {
  const { connection } = session;
  let isChanged = false;
  let target: Target | undefined;
  await work(async (options) => {
    target ??= await targetOf(connection, options.file);
    const outcome = await importFile(session, { ...options, target });
    target = { ...target, isEmpty: false };
    isChanged ||= 0 < outcome.added + outcome.changed;
    return outcome;
  });
  const isNext = target?.table === 'places_next';
  if (isNext) await indexNextPlaces(connection, (indexes) => onProgress({ step: 'indexes', ...indexes }));
  await onStored(connection);
  if (isNext) await replacePlaces(connection);
  // Invented places would be mistaken for real ones, so they leave the index as soon as it has real places.
  if (await hasRegisterPlaces(connection)) await deleteExamples(connection);
  return isChanged;
}
