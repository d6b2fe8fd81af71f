import { createHmac } from 'node:crypto';
import pg from 'pg';
import { PhotoSize } from '#features/photos/photos.contract.ts';
import { FILES_KEPT_LOCK, type PhotoStorage } from '#features/photos/server/photos.public.ts';
import { INDEX_LOCK } from '#features/places/server/search-tables.public.ts';
import { readApplied } from '#server/database/migrate.ts';
import {
  beginSnapshot,
  commit,
  copyJobsOut,
  copyRowsOut,
  lockForReading,
  lockSession,
  nextPhotos,
  openPhotoCursor,
  selectSequences,
  selectTables,
  serverVersion,
  unlockSession,
} from './backups.sql.ts';
import {
  DATABASE_SUMMARY,
  type DatabaseSummary,
  type Entry,
  JOBS,
  jsonEntry,
  MANIFEST,
  type Manifest,
  photoEntryName,
  rowsEntryName,
  STORED_SECRET,
} from './entries.ts';
import { isInUse } from './is-in-use.ts';

/** Tables that are not copied. The manifest contains the applied migrations. */
const NOT_COPIED = new Set(['schema_migrations']);

/** Maximum bytes of one part of a table. */
const PART = 1024 * 1024;
/** Number of photos that are read at the same time. Each photo has three files. */
const PHOTOS_AT_A_TIME = 8;

/**
 * Reports the progress of a backup. `missing` and `damaged` mean that a file of a photo is not in the storage, or is
 * empty or cut off there; the backup continues without this file.
 */
export type DumpProgress = (report: {
  phase: 'rows' | 'photos' | 'missing' | 'damaged';
  what: string;
}) => void;

/** Returns a fingerprint that identifies the secret without revealing it. */
export const fingerprintOf = (secret: string): string =>
  createHmac('sha256', secret).update('momokzi backup').digest('hex').slice(0, 16);

/**
 * Yields all rows of one snapshot, and then the photos to which the snapshot refers. The server may run at the same
 * time.
 * Files of photos that are deleted during the backup are kept until the backup ends.
 */
export async function* dumpInstallation({
  connectionString,
  photoStorage,
  secret,
  hasStoredSecret,
  isUnused = false,
  onProgress = () => {},
  onSnapshot = async () => {},
}: {
  connectionString: string;
  /** The storage of the photos. It is null for a move, which leaves the files of photos where they are. */
  photoStorage: PhotoStorage | null;
  secret: string;
  hasStoredSecret: boolean;
  /**
   * Whether to throw if a server uses the database. A move sets this option, because later writes of the server would
   * be lost.
   */
  isUnused?: boolean;
  onProgress?: DumpProgress;
  /** Called inside the transaction of the snapshot. Only tests set it. */
  onSnapshot?: (client: pg.ClientBase) => Promise<void>;
}): AsyncGenerator<Entry> {
  const client = new pg.Client({ connectionString, application_name: 'backup of momokzi' });
  await client.connect();
  try {
    if (isUnused && (await isInUse(client)))
      throw new Error('The original is in use. Stop its server, then try again.');
    await lockSession(client, FILES_KEPT_LOCK);
    // This lock prevents an import of places during the backup. An import may drop the indexes of the search, and would
    // wait for the snapshot, and searches would wait for the import.
    await lockSession(client, INDEX_LOCK);
    await beginSnapshot(client);
    const migrations = await readApplied(client);
    if (migrations.size === 0) throw new Error('The database is empty: there is nothing to back up.');
    const tables = (await selectTables(client)).filter(({ name }) => !NOT_COPIED.has(name));
    await lockForReading(client, tables);
    await onSnapshot(client);
    yield jsonEntry(MANIFEST, {
      format: 1,
      createdAt: new Date().toISOString(),
      postgres: await serverVersion(client),
      migrations: [...migrations].map(([name, checksum]) => ({ name, checksum })),
      tables,
      secretFingerprint: fingerprintOf(secret),
      hasSecret: hasStoredSecret,
    } satisfies Manifest);
    if (hasStoredSecret) yield { name: STORED_SECRET, bytes: Buffer.from(secret) };

    const rows: DatabaseSummary['rows'] = {};
    for (const table of tables) {
      onProgress({ phase: 'rows', what: table.name });
      rows[table.name] = yield* partsOf({ table: table.name, stream: copyRowsOut(client, table) });
    }
    rows[JOBS] = yield* partsOf({ table: JOBS, stream: copyJobsOut(client) });
    const sequences = await selectSequences(client);
    await openPhotoCursor(client);
    await commit(client);
    await unlockSession(client, INDEX_LOCK);
    yield jsonEntry(DATABASE_SUMMARY, { rows, sequences } satisfies DatabaseSummary);
    if (photoStorage) yield* photosOf({ client, photoStorage, onProgress });
    // The lock is released explicitly, because PostgreSQL releases the locks of an ended session a little later.
    await unlockSession(client, FILES_KEPT_LOCK);
  } finally {
    await client.end();
  }
}

/**
 * Yields the rows of a table in parts.
 * @returns the number of rows
 */
async function* partsOf({
  table,
  stream,
}: {
  table: string;
  stream: ReturnType<typeof copyRowsOut>;
}): AsyncGenerator<Entry, number> {
  let part = 0;
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const bytes of stream) {
    waiting.push(bytes as Buffer);
    size += (bytes as Buffer).length;
    if (size < PART) continue;
    yield { name: rowsEntryName(table, part++), bytes: Buffer.concat(waiting) };
    waiting = [];
    size = 0;
  }
  if (size > 0) yield { name: rowsEntryName(table, part), bytes: Buffer.concat(waiting) };
  return stream.rowCount;
}

async function* photosOf({
  client,
  photoStorage,
  onProgress,
}: {
  client: pg.ClientBase;
  photoStorage: PhotoStorage;
  onProgress: DumpProgress;
}): AsyncGenerator<Entry> {
  for (;;) {
    const photos = await nextPhotos(client, PHOTOS_AT_A_TIME);
    if (photos.length === 0) return;
    const files = photos.flatMap(({ id, purpose }) =>
      PhotoSize.options.map((size) => ({ photoId: id, purpose, size })),
    );
    const read = await Promise.all(
      files.map(async (file) => ({ file, bytes: await photoStorage.read(file) })),
    );
    for (const { file, bytes } of read) {
      const isLost = bytes === 'missing' || bytes === 'damaged';
      onProgress({ phase: isLost ? bytes : 'photos', what: photoEntryName(file) });
      if (!isLost) yield { name: photoEntryName(file), bytes };
    }
  }
}
