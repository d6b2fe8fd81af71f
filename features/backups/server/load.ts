import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import type { PhotoStorage } from '#features/photos/server/photos.public.ts';
import { applyInTransaction, readMigrations, type Migration } from '#server/database/migrate.ts';
import {
  beginLoad,
  commit,
  copyRowsIn,
  createJobsTable,
  dropUnfinishedWork,
  handOverReplacedFiles,
  isEmptyInstallation,
  JOB_COLUMNS,
  removeConstraints,
  replaceInstallation,
  replaceJobs,
  restoreConstraints,
  rollback,
  setSequences,
  enterLoadingSchema,
} from './backups.sql.ts';
import {
  DATABASE_SUMMARY,
  DatabaseSummary,
  type Entry,
  JOBS,
  MANIFEST,
  Manifest,
  parseEntry,
  type PhotoFile,
  photoOf,
  STORED_SECRET,
  tableOf,
} from './entries.ts';
import { isInUse } from './is-in-use.ts';

export type LoadProgress = (report: { phase: 'rows' | 'photos' | 'replace'; what: string }) => void;

export type Loaded = { manifest: Manifest; rows: number; photoFiles: number };

type LoadOptions = {
  /** The storage of the photos. It is null if the entries contain no photos. */
  photoStorage: PhotoStorage | null;
  checkManifest?: (manifest: Manifest) => void;
  /** Called with the stored AUTH_SECRET right before the commit. */
  storeSecret?: (secret: string) => void;
  /** Whether to load everything except photos, and then roll back. */
  isDry?: boolean;
  /** Whether this is a move. A move also loads waiting mails and jobs, because the source is no longer used. */
  isMove?: boolean;
  onProgress?: LoadProgress;
};

/**
 * Loads a backup in one transaction. Until the transaction commits, the database is unchanged.
 * Photos are stored before the commit. They become visible with the commit. Therefore the backup must be verified
 * before. A photo that the target already has is then stored again with the same bytes.
 * @throws if the target holds data and `isForced` is not set, or if a server uses the target
 * @throws if the entries are from a newer release, damaged or incomplete
 */
export async function loadInstallation({
  entries,
  connectionString,
  isForced = false,
  ...options
}: LoadOptions & {
  entries: AsyncIterable<Entry>;
  /** The connection string of the target. All migrations must have been applied there. */
  connectionString: string;
  isForced?: boolean;
}): Promise<Loaded> {
  const client = new pg.Client({ connectionString, application_name: 'momokzi restore' });
  await client.connect();
  const parts = entries[Symbol.asyncIterator]();
  try {
    if (await isInUse(client)) throw new Error('The target is in use. Stop its server, then try again.');
    const wasEmpty = await isEmptyInstallation(client);
    if (!wasEmpty && !isForced)
      throw new Error(
        'The target holds data. Use an empty installation, or --force to replace all its data.',
      );
    await beginLoad(client);
    return await load({ client, parts, ...options }).catch(async (error) => {
      // A broken connection has no transaction any more. The first error is reported.
      await rollback(client).catch(() => {});
      throw error;
    });
  } finally {
    await parts.return?.();
    await client.end();
  }
}

/** Loads the entries into new tables, replaces the tables of the installation by them, and commits. */
async function load({
  client,
  parts,
  photoStorage,
  checkManifest = () => {},
  storeSecret = () => {},
  isDry = false,
  isMove = false,
  onProgress = () => {},
}: LoadOptions & { client: pg.Client; parts: AsyncIterator<Entry> }): Promise<Loaded> {
  const first = await parts.next();
  if (first.done || first.value.name !== MANIFEST) throw new Error('This is not a backup of this product.');
  const manifest = parseEntry(Manifest, first.value);
  const { ofBackup, later } = splitMigrations(manifest, await readMigrations());
  checkManifest(manifest);

  const replaced = await enterLoadingSchema(client);
  await applyInTransaction({ client, migrations: ofBackup });
  const photos = photoStorage && photoFiles({ storage: photoStorage, isDry });
  const { rows, secret } = await loadEntries({ client, parts, manifest, photos, onProgress });

  onProgress({ phase: 'replace', what: 'tables' });
  await applyInTransaction({ client, migrations: later });
  if (isMove) await replaceJobs(client, JOBS);
  else await dropUnfinishedWork(client);
  await handOverReplacedFiles(client, replaced);
  await replaceInstallation(client, replaced);
  if (isDry) await rollback(client);
  else {
    if (secret !== null) storeSecret(secret);
    await commit(client);
  }
  return { manifest, rows, photoFiles: photos?.count() ?? 0 };
}

/**
 * Loads the rows into the empty tables of the backup, and stores the photos.
 * @returns the number of rows, and the stored AUTH_SECRET
 */
async function loadEntries({
  client,
  parts,
  manifest,
  photos,
  onProgress,
}: {
  client: pg.Client;
  parts: AsyncIterator<Entry>;
  manifest: Manifest;
  photos: ReturnType<typeof photoFiles> | null;
  onProgress: LoadProgress;
}): Promise<{ rows: number; secret: string | null }> {
  const tables = manifest.tables.map(({ name }) => name);
  const keys = await removeConstraints(client, tables);
  await createJobsTable(client, JOBS);
  const columnsOf = new Map(
    [...manifest.tables, { name: JOBS, columns: JOB_COLUMNS }].map((t) => [t.name, t]),
  );

  const rows: Record<string, number> = Object.fromEntries([...columnsOf.keys()].map((name) => [name, 0]));
  let isComplete = false;
  let secret: string | null = null;
  let entry: Entry | null = await nextEntry();
  while (entry) {
    const table = tableOf(entry.name);
    const photo = photoOf(entry.name);
    if (table !== null) {
      const known = columnsOf.get(table);
      if (!known) throw new Error(`The table ${table} is not in the manifest.`);
      onProgress({ phase: 'rows', what: table });
      const stream = copyRowsIn(client, known);
      await pipeline(Readable.from(partsOfTable(table), { objectMode: false }), stream).catch(
        (error: Error) => {
          throw new Error(`${table} cannot be loaded: ${error.message}`, { cause: error });
        },
      );
      rows[table] = (rows[table] ?? 0) + stream.rowCount;
      continue;
    }
    if (photo && photos) {
      await photos.add(photo, entry.bytes);
      onProgress({ phase: 'photos', what: photo.photoId });
    } else if (entry.name === DATABASE_SUMMARY) {
      const summary = parseEntry(DatabaseSummary, entry);
      compareRows(rows, summary.rows);
      await setSequences(client, summary.sequences);
      await restoreConstraints(client, { keys, tables });
      isComplete = true;
    } else if (entry.name === STORED_SECRET) secret = Buffer.from(entry.bytes).toString();
    entry = await nextEntry();
  }
  await photos?.storeRest();
  if (!isComplete) throw new Error('The backup is incomplete.');
  return { rows: Object.values(rows).reduce((sum, n) => sum + n, 0), secret };

  async function nextEntry(): Promise<Entry | null> {
    const next = await parts.next();
    return next.done ? null : next.value;
  }

  /** Yields the current entry and the following entries of the same table. */
  async function* partsOfTable(table: string): AsyncGenerator<Uint8Array> {
    for (; entry && tableOf(entry.name) === table; entry = await nextEntry()) yield entry.bytes;
  }
}

const STORED_AT_A_TIME = 24;

/** Stores photos, several at a time. In a dry run, it only counts them. */
function photoFiles({ storage, isDry }: { storage: PhotoStorage; isDry: boolean }) {
  let count = 0;
  let waiting: { photo: PhotoFile; bytes: Uint8Array }[] = [];
  const storeRest = async () => {
    await Promise.all(waiting.map(({ photo, bytes }) => storage.putFile(photo, bytes)));
    waiting = [];
  };
  return {
    count: () => count,
    async add(photo: PhotoFile, bytes: Uint8Array): Promise<void> {
      count += 1;
      if (!isDry) waiting.push({ photo, bytes });
      if (waiting.length === STORED_AT_A_TIME) await storeRest();
    },
    storeRest,
  };
}

/**
 * Divides the migrations of this release into those of the backup and the later ones.
 * @throws if the backup has a migration that is missing or different in this release
 */
function splitMigrations(
  { migrations }: Manifest,
  own: readonly Migration[],
): { ofBackup: Migration[]; later: Migration[] } {
  const applied = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  const unknown = [...applied.keys()].filter((name) => !own.some((migration) => migration.name === name));
  if (unknown.length > 0)
    throw new Error(
      `The backup is from a newer release, which has ${unknown.join(', ')}. Install that release.`,
    );
  const changed = own.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum);
  if (changed)
    throw new Error(`The backup is from another version, in which the migration ${changed.name} differs.`);
  return {
    ofBackup: own.filter(({ name }) => applied.has(name)),
    later: own.filter(({ name }) => !applied.has(name)),
  };
}

function compareRows(found: Record<string, number>, expected: Record<string, number>): void {
  const wrong = Object.keys({ ...found, ...expected }).find((table) => found[table] !== expected[table]);
  if (wrong)
    throw new Error(`The backup has ${expected[wrong]} rows of ${wrong}, but ${found[wrong]} were read.`);
}
