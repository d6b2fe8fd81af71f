/**
 * The statements of this module run on one separate connection. The `search_path` of the connection decides which
 * schema they use.
 */
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { PhotoPurpose } from '#features/photos/photos.contract.ts';

export type Table = { name: string; columns: string[] };

/** Settings that determine PostgreSQL's text format. */
const TEXT_FORMAT = `
  set local client_encoding = 'UTF8'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local timezone = 'UTC'; set local extra_float_digits = 1; set local bytea_output = 'hex';
  set local statement_timeout = 0; set local lock_timeout = '60s'; set local idle_in_transaction_session_timeout = 0`;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const listed = (names: readonly string[]) => names.map(quoted).join(', ');

export const beginSnapshot = (client: pg.ClientBase) =>
  client.query(`begin isolation level repeatable read read only; ${TEXT_FORMAT}`);

export const beginLoad = (client: pg.ClientBase) => client.query(`begin; ${TEXT_FORMAT}`);

export const commit = (client: pg.ClientBase) => client.query('commit');
export const rollback = (client: pg.ClientBase) => client.query('rollback');

/** Takes an advisory lock. The lock ends with the session. */
export const lockSession = (client: pg.ClientBase, key: number) =>
  client.query('select pg_advisory_lock($1)', [key]);

/** Tries to take an advisory lock, which ends with the session. Returns false if another session holds the lock. */
export async function tryLockSession(client: pg.ClientBase, key: number): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [key]);
  return rows[0]?.held ?? false;
}

export const unlockSession = (client: pg.ClientBase, key: number) =>
  client.query('select pg_advisory_unlock($1)', [key]);

export async function serverVersion(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  );
  return rows[0]?.version ?? '';
}

/** Returns the tables of the session's current schema, with all columns except generated ones. */
export async function selectTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select t.relname::text as name, array_agg(c.attname::text order by c.attnum) as columns
    from pg_class t join pg_attribute c on c.attrelid = t.oid
    where t.relnamespace = current_schema()::regnamespace and t.relkind = 'r' and t.relpersistence = 'p'
      and c.attnum > 0 and not c.attisdropped and c.attgenerated = ''
      and not exists (select from pg_depend e where e.objid = t.oid and e.deptype = 'e')
    group by t.relname order by t.relname`);
  return rows;
}

/** Locks the tables, so that their definitions cannot change until the transaction ends. */
export const lockForReading = (client: pg.ClientBase, tables: readonly Table[]) =>
  client.query(`lock table ${listed(tables.map(({ name }) => name))} in access share mode`);

export const copyRowsOut = (client: pg.ClientBase, { name, columns }: Table) =>
  client.query(copyTo(`copy ${quoted(name)} (${listed(columns)}) to stdout`));

/**
 * The columns of a backed-up job: the arguments of graphile-worker's `add_job`, and the number of attempts.
 * A backup therefore does not depend on the columns of graphile-worker's tables.
 */
export const JOB_COLUMNS = [
  'identifier',
  'payload',
  'queue_name',
  'run_at',
  'max_attempts',
  'job_key',
  'priority',
  'attempts',
];

export const copyJobsOut = (client: pg.ClientBase) =>
  client.query(
    copyTo(`copy (
      select t.identifier, j.payload, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority, j.attempts
      from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
      where j.attempts < j.max_attempts order by j.id
    ) to stdout`),
  );

/**
 * Returns the last values of the sequences. Read the sequences after the rows: sequences are not part of a snapshot,
 * and no row may have a higher id than its sequence.
 */
export async function selectSequences(client: pg.ClientBase): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; last: string }>(`
    select sequencename::text as name, last_value::text as last
    from pg_sequences where schemaname = current_schema() and last_value is not null`);
  return Object.fromEntries(rows.map(({ name, last }) => [name, Number(last)]));
}

/**
 * Opens a cursor over the stored photos. The cursor outlives the transaction of the snapshot, so that copying photos
 * does not hold back vacuum.
 */
export const openPhotoCursor = (client: pg.ClientBase) =>
  client.query(`
    declare stored_photos cursor with hold for
    select id, purpose from photos
    where stored_at is not null and removed_at is null and owner_id is not null order by id`);

export async function nextPhotos(
  client: pg.ClientBase,
  count: number,
): Promise<{ id: string; purpose: PhotoPurpose }[]> {
  const { rows } = await client.query(`fetch ${count} from stored_photos`);
  return rows as { id: string; purpose: PhotoPurpose }[];
}

export type BackupRun = {
  isScheduled: boolean;
  /** Null if the backup is complete. */
  failure: string | null;
  photoFiles: number;
  missingFiles: number;
};

/** Whether the database has the table of results. A database of an earlier release does not have it. */
async function hasRuns(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('backup_runs') is not null as found`,
  );
  return rows[0]?.found ?? false;
}

export async function insertRun(
  client: pg.ClientBase,
  { isScheduled, failure, photoFiles, missingFiles }: BackupRun,
): Promise<void> {
  if (!(await hasRuns(client))) return;
  await client.query(
    'insert into backup_runs (is_scheduled, failure, photo_files, missing_files) values ($1, $2, $3, $4)',
    [isScheduled, failure, photoFiles, missingFiles],
  );
}

/** Returns the number of photo files that were missing in the last complete backup. */
export async function selectMissingBefore(client: pg.ClientBase): Promise<number> {
  if (!(await hasRuns(client))) return 0;
  const { rows } = await client.query<{ missing: number }>(
    `select missing_files as missing from backup_runs where failure is null order by id desc limit 1`,
  );
  return rows[0]?.missing ?? 0;
}

// ---------------------------------------------------------------- restore

/** Name of the schema into which a backup is loaded before it replaces the tables of the installation. */
const LOADING = 'momokzi_loading';

/**
 * Creates the loading schema and makes it the current schema.
 * @returns the schema that the session used before
 */
export async function enterLoadingSchema(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ schema: string }>('select current_schema() as schema');
  await client.query(`create schema ${LOADING}; set local search_path to ${LOADING}`);
  return rows[0]?.schema ?? 'public';
}

/** Returns the number of connections of a running server or of another command of the product. */
export async function countOtherSessions(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`
    select count(*)::int4 as count from pg_stat_activity
    where datname = current_database() and application_name like 'momokzi%' and pid <> pg_backend_pid()`);
  return rows[0]?.count ?? 0;
}

/** Whether the installation is empty, that is, has no members and no imported licence register. */
export async function isEmptyInstallation(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>(
    'select not exists (select from users) and not exists (select from place_imports) as empty',
  );
  return rows[0]?.empty ?? false;
}

type ForeignKey = { table: string; name: string; definition: string };

/**
 * Drops the foreign keys of the loading schema, so that tables load in any order.
 * Also disables the triggers of the schema and empties its tables.
 * @returns the data that `restoreConstraints` needs
 */
export async function removeConstraints(
  client: pg.ClientBase,
  tables: readonly string[],
): Promise<ForeignKey[]> {
  const { rows: keys } = await client.query<ForeignKey>(`
    select t.relname::text as table, k.conname::text as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class t on t.oid = k.conrelid
    where k.contype = 'f' and k.connamespace = '${LOADING}'::regnamespace order by 1, 2`);
  for (const { table, name } of keys) {
    await client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`);
  }
  for (const table of tables) await client.query(`alter table ${quoted(table)} disable trigger user`);
  await client.query(`truncate ${listed(tables)}`);
  return keys;
}

export async function restoreConstraints(
  client: pg.ClientBase,
  { keys, tables }: { keys: readonly ForeignKey[]; tables: readonly string[] },
): Promise<void> {
  for (const { table, name, definition } of keys) {
    await client.query(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`);
  }
  for (const table of tables) await client.query(`alter table ${quoted(table)} enable trigger user`);
}

export const copyRowsIn = (client: pg.ClientBase, { name, columns }: Table) =>
  client.query(copyFrom(`copy ${quoted(name)} (${listed(columns)}) from stdin`));

export const createJobsTable = (client: pg.ClientBase, name: string) =>
  client.query(`
    create temporary table ${quoted(name)} (
      identifier text, payload json, queue_name text, run_at timestamptz, max_attempts int, job_key text,
      priority int, attempts int
    ) on commit drop`);

/** Replaces the waiting jobs. The new jobs are in the temporary table `name`. */
export async function replaceJobs(client: pg.ClientBase, name: string): Promise<void> {
  await client.query('delete from graphile_worker._private_jobs where locked_at is null');
  await client.query(`
    create temporary table added_jobs on commit drop as
    select (graphile_worker.add_job(identifier, payload, queue_name, run_at, max_attempts, job_key, priority)).id, attempts
    from ${quoted(name)}`);
  await client.query(`
    update graphile_worker._private_jobs j set attempts = a.attempts from added_jobs a where a.id = j.id`);
}

export async function setSequences(
  client: pg.ClientBase,
  sequences: Readonly<Record<string, number>>,
): Promise<void> {
  for (const [name, last] of Object.entries(sequences)) {
    await client.query('select setval($1::regclass, $2)', [quoted(name), last]);
  }
}

/**
 * Drops waiting mails and jobs, because the original installation may have completed them after the backup.
 * Also drops archives, because a backup does not contain their files.
 */
export async function dropUnfinishedWork(client: pg.ClientBase): Promise<void> {
  await client.query(`
    update mail_outbox set status = 'given_up', ended_at = now(), last_error = 'restored from a backup',
      address = '', subject = '', text_body = '', html_body = ''
    where status = 'waiting'`);
  await client.query('update users set welcomed_at = now() where welcomed_at is null');
  await client.query('delete from archives');
  await client.query('delete from graphile_worker._private_jobs where locked_at is null');
}

/** Records the files of the replaced installation, so that the clean-up jobs delete them. */
export async function handOverReplacedFiles(client: pg.ClientBase, replaced: string): Promise<void> {
  await client.query(`
    insert into photos (id, purpose, unused_since, removed_at)
    select id, purpose, null, now() from ${quoted(replaced)}.photos on conflict (id) do nothing`);
  await client.query(`
    insert into archives (id, locale, failed_at, expires_at)
    select id, locale, now(), now() from ${quoted(replaced)}.archives on conflict (id) do nothing`);
}

export async function replaceInstallation(client: pg.ClientBase, replaced: string): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(`
    select relname::text as name from pg_class where relnamespace = '${LOADING}'::regnamespace and relkind = 'r'`);
  const { rows: functions } = await client.query<{ name: string; signature: string }>(`
    select proname::text as name, format('%I(%s)', proname, pg_get_function_identity_arguments(oid)) as signature
    from pg_proc where pronamespace = '${LOADING}'::regnamespace`);
  const inPlace = (name: string) => `${quoted(replaced)}.${name}`;
  await client.query(`drop table if exists ${tables.map(({ name }) => inPlace(quoted(name))).join(', ')}`);
  for (const { signature } of functions) {
    await client.query(`drop function if exists ${inPlace(signature)}`);
    await client.query(`alter function ${LOADING}.${signature} set schema ${quoted(replaced)}`);
  }
  for (const { name } of tables) {
    await client.query(`alter table ${LOADING}.${quoted(name)} set schema ${quoted(replaced)}`);
  }
  // This statement fails if the schema is not empty.
  await client.query(`drop schema ${LOADING}`);
  await client.query(`set local search_path to ${quoted(replaced)}`);
}
