import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { spawn } from 'node:child_process';
import { hash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import { createPhotoStorage } from '#features/photos/server/photos.public.ts';
import { phoneJpeg, upload } from '#features/photos/server/photos.test-factory.ts';
import { loadExamplePlaces } from '#features/places/server/places.public.ts';
import { INDEX_LOCK } from '#features/places/server/search-tables.public.ts';
import { listOf } from '#features/restaurants/server/restaurants.test-factory.ts';
import { applyInTransaction, readMigrations } from '#server/database/migrate.ts';
import { openEmbeddedPostgres } from '#server/database/embedded-postgres.ts';
import { createBareDatabase, createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { createJobs, type Jobs, migrateJobs } from '#server/jobs/jobs.ts';
import { testEnvironment } from '#server/test-environment.ts';
import { readBackupFile, writeBackupFile } from './backup-file.ts';
import { runBackupCommand } from './commands.test-factory.ts';
import { dumpInstallation } from './dump.ts';
import { type Entry, jsonEntry, MANIFEST, type Manifest } from './entries.ts';
import { loadInstallation } from './load.ts';
import {
  isBackupDue,
  listBackups,
  removeLeftovers,
  removeOldBackups,
  scheduledFile,
} from './scheduled-backups.ts';

const SECRET = 'x'.repeat(32);
type Hashes = Record<string, string | null>;

let folder: string;
let source: TestDatabase;
let on: TestApp;
let jobs: Jobs;
let member: TestMember;
let jpeg: Buffer;
let plainFile: string;
let backedUp: Hashes;
const opened: TestDatabase[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-backup-'));
  source = await createTestDatabase();
  jobs = createJobs(source);
  on = await openTestApp({
    opened: source,
    jobs,
    settings: { AUTH_SECRET: SECRET, DATA_DIR: path.join(folder, 'source') },
  });
  await loadExamplePlaces(source.database);
  member = await signUpMember(on.app);
  await listOf(on.app, member).addByHand({
    name: '따옴표 "와" \\ 역사선\t집',
    address: '서울특별시 중구 예시로 3',
    coordinates: { lat: 37.5, lng: 127 },
  });
  jpeg = await phoneJpeg();
  await uploadPhoto();
  await jobs.runDue();
  // All members are marked as welcomed, so that a restore changes no row of `users`.
  await ask(source, 'update users set welcomed_at = now()');

  plainFile = path.join(folder, 'plain.backup');
  await writeBackupFile({
    file: plainFile,
    entries: dump({
      onSnapshot: async (client) => {
        backedUp = await hashesOf(client);
      },
    }),
    recipient: undefined,
  });
});
afterAll(async () => {
  for (const database of opened) await database.close();
  await on?.close();
  await source?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a backup', () => {
  test('taken during writes is restored on another server with every row and photo of its snapshot, and can then be moved', async () => {
    const photoId = await uploadPhoto();
    const identity = await generateX25519Identity();
    // A retry of this test needs a new name, because an existing file is not overwritten.
    const to = `restored-${randomUUID()}`;
    const file = inFolder(`${to}.backup`);
    let atSnapshot: Hashes = {};
    let filesAtSnapshot: Hashes = {};
    const removed = async () => (await photoHashes('source'))[`journal-photos/${photoId}.webp`] === undefined;
    await writeBackupFile({
      file,
      recipient: await identityToRecipient(identity),
      entries: dump({
        onSnapshot: async (client) => {
          atSnapshot = await hashesOf(client);
          filesAtSnapshot = await photoHashes('source');
          await signUpMember(on.app);
          await uploadPhoto();
          const url = `/api/photos/${photoId}`;
          const answer = await on.app.inject({ method: 'DELETE', url, headers: member.headers });
          expect(answer.statusCode).toBeLessThan(300);
          await jobs.runDue();
          expect(await removed()).toBe(false);
        },
      }),
    });
    // While no backup runs, the same job deletes the file.
    await jobs.add(source.database, 'photos.clean_up', {});
    await jobs.runDue();
    expect(await removed()).toBe(true);
    expect(await hashesIn(source)).not.toEqual(atSnapshot);

    const keyFile = path.join(folder, 'key');
    await writeFile(keyFile, `${identity}\n`);
    await succeed('restore.ts', [file, '--key', keyFile], { DATA_DIR: inFolder(to) });
    expect(await photoHashes(to)).toEqual(filesAtSnapshot);
    const embedded = await openEmbeddedPostgres({ dataFolder: inFolder(to) });
    expect(await hashesIn(embedded)).toEqual(atSnapshot);
    await embedded.stop();

    const target = await bare();
    const settings = { DATA_DIR: inFolder(to), DATABASE_URL: target.connectionString };
    await succeed('move.ts', [], settings);
    expect(await hashesIn(target)).toEqual(atSnapshot);
    await ask(target, 'delete from sessions');
    await succeed('move.ts', ['--to-embedded', '--force'], settings);
    const again = await openEmbeddedPostgres({ dataFolder: inFolder(to) });
    expect(await hashesIn(again)).toEqual(await hashesIn(target));
    await again.stop();
  }, 240_000);

  test('is written by the command, not with --dry-run, and never over an existing file', async () => {
    await ask(source, 'update users set welcomed_at = now()');
    const settings = { DATA_DIR: inFolder('source'), DATABASE_URL: source.connectionString };
    const file = inFolder('by-command.backup');
    await succeed('backup.ts', [file, '--dry-run'], settings);
    expect(await readdir(folder)).not.toContain('by-command.backup');
    await succeed('backup.ts', [file], settings);
    const target = await migrated();
    await restore({ file, into: target });
    expect(await hashesIn(target)).toEqual(await hashesIn(source));
    const again = await run('backup.ts', [file], settings);
    expect(again).toMatchObject({ code: 1 });
    expect(again.said).toContain('exists');
    expect(await run('backup.ts', [], settings)).toMatchObject({ code: 2 });
  });

  test.each([
    ['cut off', async (file: string) => truncate(file, (await readFile(file)).length - 200)],
    ['cut off in the middle', async (file: string) => truncate(file, (await readFile(file)).length >> 1)],
    [
      'changed',
      async (file: string) => {
        const bytes = await readFile(file);
        const middle = bytes.length >> 1;
        bytes[middle] = (bytes[middle] ?? 0) ^ 1;
        await writeFile(file, bytes);
      },
    ],
  ])('that is %s is refused, and the target stays empty', async (_how, damage) => {
    const file = inFolder(`${randomUUID()}.backup`);
    await writeFile(file, await readFile(plainFile));
    await damage(file);
    const target = await migrated();
    const before = await hashesIn(target);
    await expect(restore({ file, into: target })).rejects.toThrow(/cannot be read|cannot be loaded/);
    expect(await hashesIn(target)).toEqual(before);
  });

  test('that does not exist is reported in one sentence', async () => {
    const file = inFolder('missing.backup');
    const target = await migrated();
    const { code, said } = await run('restore.ts', [file], {
      DATA_DIR: inFolder('missing'),
      DATABASE_URL: target.connectionString,
    });
    expect({ code, said: said.trim() }).toEqual({
      code: 1,
      said: `${file} cannot be read as a backup: ENOENT: no such file or directory, open '${file}'.`,
    });
  });

  test('that is encrypted needs its own key', async () => {
    const recipient = await identityToRecipient(await generateX25519Identity());
    const file = inFolder(`${randomUUID()}.backup`);
    await writeBackupFile({ file, entries: dump(), recipient });
    expect((await readFile(file)).includes('manifest.json')).toBe(false);
    const read = (identity: string | undefined) => allOf(readBackupFile({ file, identity }));
    await expect(read(undefined)).rejects.toThrow('--key');
    await expect(read(await generateX25519Identity())).rejects.toThrow('no identity matched');
  });

  test('of a newer release is refused', async () => {
    const target = await migrated();
    await expect(
      loadInstallation({
        ...into(target),
        entries: withManifest((manifest) =>
          manifest.migrations.push({ name: '9999-later.sql', checksum: '' }),
        ),
      }),
    ).rejects.toThrow('newer release, which has 9999-later.sql');
  });

  test('of an older release gets the later migrations', async () => {
    const old = await bare();
    const own = await readMigrations();
    const client = await connect(old);
    await applyInTransaction({ client, migrations: own.slice(0, -3) });
    await client.end();
    await migrateJobs(old);
    await ask(
      old,
      `insert into users (id, name, email, email_verified) values ('kim', '김모먹', 'kim@example.com', false)`,
    );
    const target = await migrated();
    const entries = dumpInstallation({
      connectionString: old.connectionString,
      photoStorage: null,
      secret: SECRET,
      hasStoredSecret: false,
    });
    await loadInstallation({ ...into(target), entries });
    expect(await ask(target, 'select id from users')).toEqual([{ id: 'kim' }]);
    expect(await ask(target, 'select name from schema_migrations')).toHaveLength(own.length);
  });
});

describe('a restore', () => {
  test('needs an empty target; --force twice duplicates no row, and replaced photos are deleted', async () => {
    const target = await migrated();
    await restore({ file: plainFile, into: target });
    expect(await hashesIn(target)).toEqual(backedUp);
    await expect(restore({ file: plainFile, into: target })).rejects.toThrow('The target holds data');
    await ask(target, `insert into photos (id, purpose) values ('of-the-target', 'journal')`);
    await restore({ file: plainFile, into: target, isForced: true });
    const { photos, ...others } = await hashesIn(target);
    const { photos: _, ...expected } = backedUp;
    expect(photos).not.toBeNull();
    expect(others).toEqual(expected);
    const removed = await ask(target, 'select id from photos where removed_at is not null');
    expect(removed).toEqual([{ id: 'of-the-target' }]);
    // New ids continue after the ids of the backup.
    const ids = `select max(id) < nextval(pg_get_serial_sequence('places', 'id')) as continues from places`;
    expect(await ask(target, ids)).toEqual([{ continues: true }]);
  });

  test('with --dry-run changes nothing', async () => {
    const target = await migrated();
    const before = await hashesIn(target);
    const { rows } = await loadInstallation({
      ...into(target),
      entries: readBackupFile({ file: plainFile, identity: undefined }),
      isDry: true,
    });
    expect(rows).toBeGreaterThan(100);
    expect(await hashesIn(target)).toEqual(before);
  });

  test('drops waiting mails; a move keeps them', async () => {
    const waiting = await migrated();
    await ask(
      waiting,
      `insert into mail_outbox (id, kind, address, subject, text_body, html_body, next_attempt_at)
       values (gen_random_uuid(), 'test', 'kim@example.com', 's', 't', 'h', now())`,
    );
    await ask(waiting, `select graphile_worker.add_job('mail.send_due', '{}')`);
    const load = async (isMove: boolean) => {
      const target = await migrated();
      const entries = dumpInstallation({
        connectionString: waiting.connectionString,
        photoStorage: null,
        secret: SECRET,
        hasStoredSecret: false,
      });
      await loadInstallation({ ...into(target), entries, isMove });
      return {
        mails: await ask(target, 'select status from mail_outbox'),
        jobs: await ask(target, 'select task_identifier from graphile_worker.jobs'),
      };
    };
    expect(await load(false)).toEqual({ mails: [{ status: 'given_up' }], jobs: [] });
    expect(await load(true)).toEqual({
      mails: [{ status: 'waiting' }],
      jobs: [{ task_identifier: 'mail.send_due' }],
    });
  });

  test('waits for the sessions of a server that has just stopped', async () => {
    const target = await migrated();
    const session = new pg.Client({
      connectionString: target.connectionString,
      application_name: 'momokzi server',
    });
    await session.connect();
    const ended = pause(600).then(() => session.end());
    await restore({ file: plainFile, into: target });
    await ended;
    expect(await hashesIn(target)).toEqual(backedUp);
  });

  test('is refused while a server uses the target', async () => {
    const target = await migrated();
    // This statement opens a connection of the server's pool.
    await target.database.selectFrom('users').select('id').execute();
    await expect(restore({ file: plainFile, into: target })).rejects.toThrow('The target is in use');
  });
});

describe('kill -9', () => {
  test.each(['tables/users', 'photos', 'end'])(
    'of a backup at %s leaves no file with its name, and the next one is complete',
    async (at) => {
      const file = inFolder(`killed-at-${at.replace('/', '-')}.backup`);
      await killAt({ command: 'backup', at, file, database: source });
      expect(await readdir(folder)).not.toContain(path.basename(file));
      // The unfinished file shows that the process was killed while it was writing.
      expect(await readdir(folder)).toContain(`${path.basename(file)}.unfinished`);
      await writeBackupFile({ file, entries: dump(), recipient: undefined });
      const read = await allOf(readBackupFile({ file, identity: undefined }));
      expect(read.length).toBeGreaterThan(10);
    },
  );

  test(
    'of a restore in any phase before its commit leaves the target empty, and the next one is complete',
    { timeout: 120_000 },
    async () => {
      const target = await migrated();
      const before = await hashesIn(target);
      for (const at of ['tables/users', 'photos', 'replace']) {
        await killAt({ command: 'restore', at, file: plainFile, database: target });
        // PostgreSQL detects the end of the killed process a little later.
        const sessions = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
        await expect.poll(() => ask(target, sessions), { timeout: 10_000 }).toEqual([]);
        expect(await hashesIn(target)).toEqual(before);
      }
      // The last killed restore has stored photos.
      expect(Object.keys(await photoHashes('killed'))).not.toEqual([]);
      await restore({ file: plainFile, into: target });
      expect(await hashesIn(target)).toEqual(backedUp);
    },
  );
});

test('one scheduled backup is written per day, and only the newest are kept', async () => {
  const backups = inFolder('scheduled');
  const at = (hour: string) => new Date(`2026-11-${hour}:00:00Z`);
  expect(await isBackupDue({ folder: backups, now: at('20T19') })).toBe(true);
  for (const day of ['20T19', '21T19', '22T19'])
    await writeFile(await scheduledFile({ folder: backups, now: at(day) }), '');
  await writeFile(path.join(backups, 'mine.backup'), '');
  await writeFile(path.join(backups, 'momokzi-2026-11-19T19-00-00Z.backup.unfinished'), '');
  expect(await isBackupDue({ folder: backups, now: at('22T20') })).toBe(false);
  expect(await isBackupDue({ folder: backups, now: at('23T19') })).toBe(true);
  await removeLeftovers(backups);
  await removeOldBackups({ folder: backups, keep: 2, now: at('23T19') });
  expect((await readdir(backups)).toSorted()).toEqual([
    'mine.backup',
    'momokzi-2026-11-21T19-00-00Z.backup',
    'momokzi-2026-11-22T19-00-00Z.backup',
  ]);
  const listed = await listBackups({ folder: backups, now: at('23T19') });
  expect(listed.map((backup) => backup.at)).toEqual([at('21T19'), at('22T19')]);
});

describe('a scheduled backup', () => {
  test('may run longer than its job, runs once at a time, and is stopped and reported by a stopping server', async () => {
    const backups = inFolder(`scheduled-${randomUUID()}`);
    const settings = {
      AUTH_SECRET: SECRET,
      DATA_DIR: inFolder('source'),
      DATABASE_URL: source.connectionString,
      BACKUP_DIR: backups,
    };
    // The backup inherits the environment of this process. Vitest sets BASE_URL to a path, which is not valid for the
    // backup.
    for (const [name, value] of Object.entries({ ...settings, BASE_URL: '' })) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const ownJobs = createJobs(source);
    const server = await openTestApp({ opened: source, jobs: ownJobs, settings });
    const runJob = async () => {
      await ownJobs.add(source.database, 'backups.daily', {});
      await ownJobs.runDue();
    };
    const files = () => readdir(backups).catch(() => []);
    const slow = { timeout: 30_000 };
    // The backup waits until the test unlocks the index.
    const session = await connect(source);
    onTestFinished(() => session.end());
    await session.query('select pg_advisory_lock($1)', [INDEX_LOCK]);

    await runJob();
    await expect.poll(files, slow).toEqual([expect.stringMatching(/\.unfinished$/)]);
    const [first] = await files();
    await runJob();
    await expect.poll(() => server.log.join(), slow).toContain('Another scheduled backup is running.');
    expect(await files()).toEqual([first]);
    expect(server.log.join()).not.toContain('backup.failed');
    await server.close();
    expect(server.log.join()).toContain('backup.failed');

    await session.query('select pg_advisory_unlock($1)', [INDEX_LOCK]);
    await succeed('backup.ts', ['--scheduled'], settings);
    expect(await files()).toEqual([expect.stringMatching(/\.backup$/)]);
  }, 120_000);

  test('that hangs ends after a time, and the next one is written', async () => {
    const backups = inFolder(`hanging-${randomUUID()}`);
    const settings = {
      DATA_DIR: inFolder('source'),
      DATABASE_URL: source.connectionString,
      BACKUP_DIR: backups,
    };
    const session = await connect(source);
    onTestFinished(() => session.end());
    await session.query('select pg_advisory_lock($1)', [INDEX_LOCK]);
    const { code, said } = await run('backup.ts', ['--scheduled'], {
      ...settings,
      BACKUP_TIMEOUT_SECONDS: '5',
    });
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.stringContaining('BACKUP_TIMEOUT_SECONDS'),
    });
    await session.query('select pg_advisory_unlock($1)', [INDEX_LOCK]);
    await succeed('backup.ts', ['--scheduled'], settings);
    expect(await readdir(backups)).toEqual([expect.stringMatching(/\.backup$/)]);
  }, 60_000);

  test('deletes the files of killed ones first, because a full disk would make it fail', async () => {
    const backups = inFolder(`leftovers-${randomUUID()}`);
    await mkdir(backups);
    await writeFile(path.join(backups, 'momokzi-2026-11-19T19-00-00Z.backup.unfinished'), '');
    const { connectionString } = await bare();
    const settings = { DATA_DIR: inFolder('bare'), DATABASE_URL: connectionString, BACKUP_DIR: backups };
    const { code, said } = await run('backup.ts', ['--scheduled'], settings);
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('The database is empty') });
    expect(await readdir(backups)).toEqual([]);
  });

  test('is due despite a file dated in the future, and is not deleted in favour of that file', async () => {
    const backups = inFolder(`future-${randomUUID()}`);
    const now = new Date('2026-11-22T19:00:00Z');
    const ofFuture = await scheduledFile({ folder: backups, now: new Date('2030-01-01T00:00:00Z') });
    await writeFile(ofFuture, '');
    expect(await isBackupDue({ folder: backups, now })).toBe(true);
    const written = await scheduledFile({ folder: backups, now });
    await writeFile(written, '');
    await removeOldBackups({ folder: backups, keep: 1, now });
    expect((await readdir(backups)).toSorted()).toEqual(
      [written, ofFuture].map((file) => path.basename(file)),
    );
  });
});

// ---------------------------------------------------------------- helpers

const inFolder = (name: string) => path.join(folder, name);

async function uploadPhoto(): Promise<string> {
  const answer = await upload(on.app, { headers: member.headers, bytes: jpeg });
  expect(answer.statusCode).toBe(201);
  return answer.json<{ id: string }>().id;
}

const storageIn = (name: string) =>
  createPhotoStorage({
    DATA_DIR: inFolder(name),
    S3_BUCKET: undefined,
    S3_ENDPOINT: undefined,
    S3_REGION: '',
    S3_ACCESS_KEY_ID: undefined,
    S3_SECRET_ACCESS_KEY: undefined,
  });

const dump = (options: Partial<Parameters<typeof dumpInstallation>[0]> = {}) =>
  dumpInstallation({
    connectionString: source.connectionString,
    photoStorage: storageIn('source'),
    secret: SECRET,
    hasStoredSecret: false,
    ...options,
  });

async function bare(): Promise<TestDatabase> {
  const database = await createBareDatabase();
  opened.push(database);
  return database;
}

async function migrated(): Promise<TestDatabase> {
  const database = await createTestDatabase({ max: 2 });
  opened.push(database);
  return database;
}

const into = ({ connectionString }: TestDatabase) => ({
  connectionString,
  photoStorage: storageIn('loaded'),
});

const restore = ({
  file,
  into: target,
  isForced = false,
}: {
  file: string;
  into: TestDatabase;
  isForced?: boolean;
}) => loadInstallation({ ...into(target), entries: readBackupFile({ file, identity: undefined }), isForced });

async function* withManifest(change: (manifest: Manifest) => void): AsyncGenerator<Entry> {
  for await (const entry of readBackupFile({ file: plainFile, identity: undefined })) {
    if (entry.name !== MANIFEST) yield entry;
    else {
      const manifest = JSON.parse(Buffer.from(entry.bytes).toString()) as Manifest;
      change(manifest);
      yield jsonEntry(MANIFEST, manifest);
    }
  }
}

async function allOf(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const all: Entry[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
}

/**
 * Runs a query on a new connection and closes the connection. A restore refuses to run while a server is connected to
 * the database, and a pool that stays open would count as such a server.
 */
async function ask(
  { connectionString }: { connectionString: string },
  text: string,
): Promise<Record<string, unknown>[]> {
  const client = await connect({ connectionString });
  try {
    return (await client.query(text)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

async function connect({ connectionString }: { connectionString: string }): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'test' });
  await client.connect();
  return client;
}

async function hashesIn(database: { connectionString: string }): Promise<Hashes> {
  const client = await connect(database);
  try {
    await client.query(`set timezone = 'UTC'`);
    return await hashesOf(client);
  } finally {
    await client.end();
  }
}

/**
 * Returns one hash per table, of the rows that the client's transaction sees. The hash is null for an empty table. The
 * results of backups are left out, because a backup adds its own result after its snapshot.
 */
async function hashesOf(client: pg.ClientBase): Promise<Hashes> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'
      and tablename not in ('schema_migrations', 'backup_runs')`,
  );
  const hashes: Hashes = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ hash: string | null }>(
      `select md5(string_agg(t::text, E'\\n' order by t::text collate "C")) as hash from "${name}" t`,
    );
    hashes[name] = rows[0]?.hash ?? null;
  }
  return hashes;
}

async function photoHashes(dataFolder: string): Promise<Hashes> {
  const root = path.join(inFolder(dataFolder), 'photos');
  const found = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = found
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const hashes = await Promise.all(
    files.map(async (file) => [path.relative(root, file), hash('sha256', await readFile(file))]),
  );
  return Object.fromEntries(hashes) as Hashes;
}

const run = (command: string, args: string[], settings: Record<string, string>) =>
  runBackupCommand(command, { args, settings });

async function succeed(...given: Parameters<typeof run>): Promise<void> {
  const { code, said } = await run(...given);
  // The output is printed here, because a retry that passes hides the message of the failure.
  if (code !== 0) console.error(said);
  expect(code, said).toBe(0);
}

async function killAt({
  command,
  at,
  file,
  database,
}: {
  command: 'backup' | 'restore';
  at: string;
  file: string;
  database: TestDatabase;
}): Promise<void> {
  const program = path.join(import.meta.dirname, 'stopped-command.fixture.ts');
  const child = spawn(process.execPath, [program, command, at, file, database.connectionString], {
    env: {
      ...testEnvironment,
      AUTH_SECRET: SECRET,
      DATA_DIR: inFolder(command === 'backup' ? 'source' : 'killed'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stopped = await new Promise<boolean>((resolve) => {
    child.stdout.once('data', () => resolve(true));
    child.once('close', () => resolve(false));
  });
  expect(stopped, `it stopped at ${at}`).toBe(true);
  child.kill('SIGKILL');
  await ended;
}
