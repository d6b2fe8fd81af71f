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
  photoStorage,
  checkManifest = () => {},
  storeSecret = () => {},
  isForced = false,
  isDry = false,
  isMove = false,
  onProgress = () => {},
}: {
  entries: AsyncIterable<Entry>;
  /** The connection string of the target. All migrations must have been applied there. */
  connectionString: string;
  /** The storage of the photos. It is null if the entries contain no photos. */
  photoStorage: PhotoStorage | null;
  checkManifest?: (manifest: Manifest) => void;
  /** Called with the stored AUTH_SECRET right before the commit. */
  storeSecret?: (secret: string) => void;
  isForced?: boolean;
  /** Whether to load everything except photos, and then roll back. */
  isDry?: boolean;
  /** Whether this is a move. A move also loads waiting mails and jobs, because the source is no longer used. */
  isMove?: boolean;
  onProgress?: LoadProgress;
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
    return await load(parts).catch(async (error) => {
      // A broken connection has no transaction any more. The first error is reported.
      await rollback(client).catch(() => {});
      throw error;
    });
  } finally {
    await parts.return?.();
    await client.end();
  }

  async function load(parts: AsyncIterator<Entry>): Promise<Loaded> {
    const first = await parts.next();
    if (first.done || first.value.name !== MANIFEST) throw new Error('This is not a backup of this product.');
    const manifest = parseEntry(Manifest, first.value);
    const { ofBackup, later } = splitMigrations(manifest, await readMigrations());
    checkManifest(manifest);

    const replaced = await enterLoadingSchema(client);
    await applyInTransaction({ client, migrations: ofBackup });
    const tables = manifest.tables.map(({ name }) => name);
    const keys = await removeConstraints(client, tables);
    await createJobsTable(client, JOBS);
    const columnsOf = new Map(
      [...manifest.tables, { name: JOBS, columns: JOB_COLUMNS }].map((t) => [t.name, t]),
    );

    const rows: Record<string, number> = Object.fromEntries([...columnsOf.keys()].map((name) => [name, 0]));
    let summary: DatabaseSummary | null = null;
    let secret: string | null = null;
    let photoFiles = 0;
    let photos: { photo: PhotoFile; bytes: Uint8Array }[] = [];
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
      if (photo && photoStorage) {
        photoFiles += 1;
        if (!isDry) photos.push({ photo, bytes: entry.bytes });
        if (photos.length === STORED_AT_A_TIME) await storePhotos(photoStorage);
        onProgress({ phase: 'photos', what: photo.photoId });
      } else if (entry.name === DATABASE_SUMMARY) {
        summary = parseEntry(DatabaseSummary, entry);
        compareRows(rows, summary.rows);
        await setSequences(client, summary.sequences);
        await restoreConstraints(client, { keys, tables });
      } else if (entry.name === STORED_SECRET) secret = Buffer.from(entry.bytes).toString();
      entry = await nextEntry();
    }
    if (photoStorage) await storePhotos(photoStorage);
    if (!summary) throw new Error('The backup is incomplete.');

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
    return { manifest, rows: Object.values(rows).reduce((sum, n) => sum + n, 0), photoFiles };

    async function nextEntry(): Promise<Entry | null> {
      const next = await parts.next();
      return next.done ? null : next.value;
    }

    /** Yields the current entry and the following entries of the same table. */
    async function* partsOfTable(table: string): AsyncGenerator<Uint8Array> {
      for (; entry && tableOf(entry.name) === table; entry = await nextEntry()) yield entry.bytes;
    }

    async function storePhotos(storage: PhotoStorage): Promise<void> {
      await Promise.all(photos.map(({ photo, bytes }) => storage.putFile(photo, bytes)));
      photos = [];
    }
  }
}

const STORED_AT_A_TIME = 24;

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
