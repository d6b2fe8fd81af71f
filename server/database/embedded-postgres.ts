import { execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chown,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { closeSync, openSync, renameSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  findPostgresBinaries,
  type PostgresBinaries,
  postgresEnvironment,
  type RunAs,
} from './postgres-binaries.ts';
import { isPostmasterOf, readPostmasterFile, removeStaleLocks } from './postmaster.ts';

const run = promisify(execFile);

/** Where the database answers, for the product's own role and database. */
export type EmbeddedPostgres = {
  connectionString: string;
  /** For tests and maintenance: the superuser on the maintenance database. */
  superuserConnectionString: string;
  /** Gives the database up. The last process that does so stops it; resolves when that is done. */
  stop: () => Promise<void>;
};

export type LauncherLog = { info: (message: string) => void; warn: (message: string) => void };

const silent: LauncherLog = { info: () => {}, warn: () => {} };

/** What differs from PostgreSQL's own defaults, for a database on the same machine with an SSD under it. */
const ownSettings = {
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  log_checkpoints: 'off',
  unix_socket_permissions: '0700',
};

const superuser = 'postgres';
const role = 'momokzi';
const databaseName = 'momokzi';
const passwordFile = 'momokzi-password';

/** How long a start may show no progress. Recovery after a crash counts as progress. */
const patience = 60_000;

/**
 * Opens the PostgreSQL cluster in `<dataFolder>/postgres`: makes it if there is none, starts it if it does not
 * run, and joins it if it does, be it another process's or one that a killed process left behind.
 *
 * Each process that uses the cluster holds a shared advisory lock on it for as long as it lives, which the
 * kernel gives back even when the process is killed. Whoever can turn its lock into the exclusive one is the last
 * and stops the server; a process that comes meanwhile waits on the lock, is sent away by the stop, and starts
 * the server anew.
 *
 * @throws an error whose message tells a person what to do: folder of another major version, no binaries, …
 */
export async function openEmbeddedPostgres({
  dataFolder,
  settings = {},
  log = silent,
}: {
  dataFolder: string;
  /** PostgreSQL settings beyond the launcher's own, such as `{ fsync: 'off' }` in tests. */
  settings?: Record<string, string>;
  log?: LauncherLog;
}): Promise<EmbeddedPostgres> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const clusterFolder = path.join(await realpath(dataFolder), 'postgres');
  const runAs = await chooseUser(clusterFolder);
  const binaries = await findPostgresBinaries({ runAs });
  const cluster: Cluster = {
    clusterFolder,
    runAs,
    binaries,
    settings: { ...ownSettings, ...settings },
    log,
  };
  await refuseForeignFolder(cluster);
  await makeCluster(cluster);
  let lease = await takeLease(cluster);
  await makeDatabase({ lease, cluster });

  let stopping = false;
  let renewal: Promise<void> | null = null;
  watch(lease);

  const endpoint = lease.endpoint;
  const password = await readPassword(clusterFolder);
  return {
    connectionString: connectionStringFor({ endpoint, user: role, password, database: databaseName }),
    superuserConnectionString: connectionStringFor({
      endpoint,
      user: superuser,
      password,
      database: 'postgres',
    }),
    stop: async () => {
      if (stopping) return;
      stopping = true;
      await renewal?.catch(() => {});
      await giveUp({ lease, cluster });
    },
  };

  /** The lease ends unasked when the server crashed: the next lease brings it up again if need be. */
  function watch(held: Lease): void {
    held.client.once('end', () => {
      if (stopping || renewal) return;
      log.warn('The database went away; bringing it back.');
      renewal = takeLease(cluster)
        .then((next) => {
          lease = next;
          watch(next);
        })
        .catch((error: Error) => log.warn(`The database did not come back: ${error.message}`))
        .finally(() => {
          renewal = null;
        });
    });
  }
}

type Cluster = {
  clusterFolder: string;
  runAs: RunAs | null;
  binaries: PostgresBinaries;
  settings: Record<string, string>;
  log: LauncherLog;
};

type Endpoint = { host: string; port: number };

/** A connection that holds the shared lock. */
type Lease = { client: pg.Client; endpoint: Endpoint; pid: number };

// ---------------------------------------------------------------- who and where

/** The id of "nobody": it has a name on every common Linux, which initdb asks for, and owns nothing. */
const nobody = { uid: 65534, gid: 65534 };

/** Root runs the database as the owner of an existing cluster, else as nobody; everyone else as himself. */
async function chooseUser(clusterFolder: string): Promise<RunAs | null> {
  if (process.getuid?.() !== 0) return null;
  if (process.platform !== 'linux') {
    throw new Error('PostgreSQL does not run as root. Start as an ordinary user, or set DATABASE_URL.');
  }
  const found = await lstat(clusterFolder).catch(() => null);
  const isOthers = found && found.uid !== 0 && (await readdir(clusterFolder)).length > 0;
  return isOthers ? { uid: found.uid, gid: found.gid } : nobody;
}

/**
 * The cluster folder as the database's own process names it. As root's servant it may be forbidden to walk the
 * path that leads there (a checkout below /root, mode 0700), so it is put into the folder and names it by its
 * working folder, which needs no right on the folders above.
 */
function ownNameOf({ clusterFolder, runAs }: { clusterFolder: string; runAs: RunAs | null }): string {
  return runAs ? '/proc/self/cwd' : clusterFolder;
}

async function refuseForeignFolder({ clusterFolder, binaries }: Cluster): Promise<void> {
  let files: string[];
  try {
    files = await readdir(clusterFolder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    if (code === 'EACCES') {
      throw new Error(
        `The database in ${clusterFolder} belongs to another user, perhaps because the product was started as ` +
          'root before. Start it as that user again, give the folder to yourself with chown -R, or set DATA_DIR ' +
          'to another folder.',
      );
    }
    throw error;
  }
  if (files.length === 0) return;
  if (!files.includes('PG_VERSION')) {
    throw new Error(
      `${clusterFolder} holds files but no PostgreSQL database. Move them away, or set DATA_DIR to another folder.`,
    );
  }
  const major = Number.parseInt(await readFile(path.join(clusterFolder, 'PG_VERSION'), 'utf8'), 10);
  if (major !== binaries.major) {
    throw new Error(
      `The database in ${clusterFolder} was made by PostgreSQL ${major}, but this release brings PostgreSQL ` +
        `${binaries.major}, which cannot read it. Nothing was changed. Either go back to the release that made it; ` +
        `or run a PostgreSQL ${major} of your own on that folder and set DATABASE_URL to it; or copy the data with ` +
        `that server's pg_dump, move the folder away, start once, and load the copy with psql.`,
    );
  }
}

// ---------------------------------------------------------------- making the cluster

/**
 * Makes the cluster in a folder beside its place and moves it there when whole, so that a start that is killed
 * in the middle leaves nothing that looks like a database, and of two at once the faster wins.
 */
async function makeCluster(cluster: Cluster): Promise<void> {
  const { clusterFolder, runAs, log } = cluster;
  await removeUnfinished(clusterFolder);
  if ((await readdir(clusterFolder).catch(() => [])).length > 0) return;

  log.info('Making the database (once).');
  const unfinished = `${clusterFolder}.unfinished-${process.pid}-${randomBytes(4).toString('hex')}`;
  const password = `${unfinished}.password`;
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600 });
  try {
    if (runAs) {
      await chown(unfinished, runAs.uid, runAs.gid);
      await chown(password, runAs.uid, runAs.gid);
    }
    await initdb({ cluster, folder: unfinished, password });
    await rename(password, path.join(unfinished, passwordFile));
    await rename(unfinished, clusterFolder).catch(async (error) => {
      const otherWasFaster = ['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code);
      if (!otherWasFaster || !(await readdir(clusterFolder)).includes('PG_VERSION')) throw error;
    });
    await flushFolder(path.dirname(clusterFolder));
  } finally {
    await rm(unfinished, { recursive: true, force: true });
    await rm(password, { force: true });
  }
}

async function initdb({
  cluster: { binaries, runAs },
  folder,
  password,
}: {
  cluster: Cluster;
  folder: string;
  password: string;
}): Promise<void> {
  // Its standard input is the password's file, for it may be forbidden to walk the path there.
  const input = openSync(password, 'r');
  const child = spawn(
    binaries.initdb,
    [
      ...['-D', ownNameOf({ clusterFolder: folder, runAs }), '-U', superuser],
      ...['--auth-local=trust', '--auth-host=scram-sha-256'],
      `--pwfile=${process.platform === 'win32' ? password : '/dev/stdin'}`,
      ...['--encoding=UTF8', '--locale=C', '--data-checksums'],
    ],
    { ...runAs, cwd: folder, env: postgresEnvironment, stdio: [input, 'pipe', 'pipe'] },
  );
  closeSync(input);
  let output = '';
  child.stdout?.on('data', (text) => (output += text));
  child.stderr?.on('data', (text) => (output += text));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`PostgreSQL could not make its folder.\n${output}`);
}

/** What killed starts left: folders named after a process that is no more. */
async function removeUnfinished(clusterFolder: string): Promise<void> {
  const beginning = `${path.basename(clusterFolder)}.unfinished-`;
  const parent = path.dirname(clusterFolder);
  for (const name of await readdir(parent)) {
    if (!name.startsWith(beginning)) continue;
    const pid = Number.parseInt(name.slice(beginning.length), 10);
    if (isAlive(pid)) continue;
    // An orphaned initdb may still be writing; then the next start removes the rest.
    await rm(path.join(parent, name), { recursive: true, force: true }).catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

function readPassword(clusterFolder: string): Promise<string> {
  return readFile(path.join(clusterFolder, passwordFile), 'utf8');
}

/** The product's own role (no superuser, so that nothing comes to need one) and database. */
async function makeDatabase({ lease, cluster }: { lease: Lease; cluster: Cluster }): Promise<void> {
  const { client } = lease;
  const exists = async (query: string, name: string) => (await client.query(query, [name])).rowCount !== 0;
  const databaseExists = () => exists('select 1 from pg_database where datname = $1', databaseName);
  if (await databaseExists()) return;
  await client.query('select pg_advisory_lock($1)', [lockKeys.making]);
  try {
    if (!(await exists('select 1 from pg_roles where rolname = $1', role))) {
      const password = pg.escapeLiteral(await readPassword(cluster.clusterFolder));
      await client.query(`create role ${role} login password ${password}`);
    }
    if (!(await databaseExists())) await client.query(`create database ${databaseName} owner ${role}`);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockKeys.making]);
  }
}

// ---------------------------------------------------------------- leases

/** Advisory locks on the maintenance database. */
const lockKeys = { inUse: 770_001, making: 770_002 };

/** Joins the running server, or starts it and then joins. */
async function takeLease(cluster: Cluster): Promise<Lease> {
  const { clusterFolder, log } = cluster;
  let givingUpAt = Date.now() + patience;
  let lastError: Error | null = null;
  while (Date.now() < givingUpAt) {
    const server = readPostmasterFile(clusterFolder);
    if (!server || !isPostmasterOf({ pid: server.pid, clusterFolder })) {
      await startServer(cluster);
      continue;
    }
    if (server.status === 'starting') givingUpAt = Date.now() + patience;
    if (server.status === 'ready') {
      const endpoint = endpointOf({ clusterFolder, server });
      try {
        const lease = await connectLease({ clusterFolder, endpoint, pid: server.pid });
        if (await fits({ lease, cluster })) return lease;
        log.info('Restarting the database: it was left running by another release or with other settings.');
        await stopServer({ cluster, pid: server.pid });
        lease.client.end().catch(() => {});
        continue;
      } catch (error) {
        lastError = error as Error;
      }
    }
    await sleep(10);
  }
  throw new Error(
    `The database in ${clusterFolder} did not become ready within ${patience / 1000} seconds. ` +
      `Look at ${logFileOf(clusterFolder)}.${lastError ? ` Last error: ${lastError.message}` : ''}`,
  );
}

async function connectLease({
  clusterFolder,
  endpoint,
  pid,
}: {
  clusterFolder: string;
  endpoint: Endpoint;
  pid: number;
}): Promise<Lease> {
  const client = new pg.Client({
    ...endpoint,
    user: superuser,
    password: await readPassword(clusterFolder),
    database: 'postgres',
    application_name: `momokzi lease ${process.pid}`,
    keepAlive: true,
  });
  // 'end' follows and is what counts; without a listener an error would end this process.
  client.on('error', () => {});
  await client.connect();
  await client.query('select pg_advisory_lock_shared($1)', [lockKeys.inUse]);
  return { client, endpoint, pid };
}

/**
 * Whether the server runs the binaries and settings that this process would start. If not, and nobody else uses
 * it, the exclusive lock is held on return, and the server is to be stopped.
 */
async function fits({ lease, cluster }: { lease: Lease; cluster: Cluster }): Promise<boolean> {
  const { rows } = await lease.client.query('show cluster_name');
  if (rows[0]?.cluster_name === fingerprint(cluster)) return true;
  if (await becomeSoleUser(lease)) return false;
  await lease.client.query('select pg_advisory_lock_shared($1)', [lockKeys.inUse]);
  cluster.log.warn('Joined a database that another process runs with another release or other settings.');
  return true;
}

/** Turns the shared lock into the exclusive one, if nobody else holds a lease. Else no lock is held any more. */
async function becomeSoleUser({ client }: Lease): Promise<boolean> {
  await client.query('select pg_advisory_unlock_shared($1)', [lockKeys.inUse]);
  const { rows } = await client.query('select pg_try_advisory_lock($1) as sole', [lockKeys.inUse]);
  return rows[0]?.sole === true;
}

async function giveUp({ lease, cluster }: { lease: Lease; cluster: Cluster }): Promise<void> {
  try {
    if (await becomeSoleUser(lease)) await stopServer({ cluster, pid: lease.pid });
  } catch {
    // The connection is gone, and with it the lock: the server is down, or others look after it.
  }
  await lease.client.end().catch(() => {});
}

// ---------------------------------------------------------------- the server process

/** Longest path of a Unix socket: 103 bytes on macOS, 107 on Linux. */
const longestSocketPath = 103;
const socketPort = 5432;

type Listening = { kind: 'socket'; folder: string } | { kind: 'tcp' };

/** Starts the server and returns when it is ready, or when another process turns out to have been faster. */
async function startServer(cluster: Cluster): Promise<void> {
  const { clusterFolder } = cluster;
  let failure = '';
  for (const listening of waysToListen(cluster)) {
    if (listening.kind === 'socket' && !(await prepareSocketFolder({ listening, cluster }))) continue;
    removeStaleLocks({
      clusterFolder,
      socketFolder: listening.kind === 'socket' ? listening.folder : null,
      port: socketPort,
    });
    const outcome = await spawnServer({ cluster, listening });
    if (outcome === 'ready') return;
    const otherWasFaster = /lock file "postmaster.pid" already exists|pre-existing shared memory block/;
    if (otherWasFaster.test(outcome.failure)) {
      await sleep(50);
      return;
    }
    failure = outcome.failure;
    if (!/could not (bind|create|listen|set permissions)/.test(failure)) break;
  }
  throw new Error(`PostgreSQL did not start in ${clusterFolder}.\n${failure}`);
}

/** A socket inside the cluster folder; where its path is too long, in a short folder; else a loopback port. */
function* waysToListen({ clusterFolder }: Cluster): Generator<Listening> {
  if (process.platform !== 'win32') {
    const fitsInside = Buffer.byteLength(socketIn(clusterFolder)) <= longestSocketPath;
    if (fitsInside) yield { kind: 'socket', folder: clusterFolder };
    yield { kind: 'socket', folder: shortSocketFolder(clusterFolder) };
  }
  yield { kind: 'tcp' };
}

function socketIn(folder: string): string {
  return path.join(folder, `.s.PGSQL.${socketPort}`);
}

function shortSocketFolder(clusterFolder: string): string {
  const name = createHash('sha256').update(clusterFolder).digest('hex').slice(0, 16);
  return path.join(os.tmpdir(), `momokzi-${name}`);
}

/** The short folder lies where everyone may write, so it must be the database user's alone. */
async function prepareSocketFolder({
  listening,
  cluster: { clusterFolder, runAs },
}: {
  listening: { folder: string };
  cluster: Cluster;
}): Promise<boolean> {
  const { folder } = listening;
  if (folder === clusterFolder) return true;
  const uid = runAs?.uid ?? process.getuid?.();
  try {
    await mkdir(folder, { mode: 0o700 });
    if (runAs) await chown(folder, runAs.uid, runAs.gid);
  } catch {
    // It exists, or cannot be made; the look below tells.
  }
  const found = await lstat(folder).catch(() => null);
  return found !== null && found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0;
}

async function spawnServer({
  cluster,
  listening,
}: {
  cluster: Cluster;
  listening: Listening;
}): Promise<'ready' | { failure: string }> {
  const { clusterFolder, runAs, binaries } = cluster;
  const ownName = ownNameOf({ clusterFolder, runAs });
  const socketFolder =
    listening.kind === 'tcp' ? '' : listening.folder === clusterFolder ? ownName : listening.folder;
  const settings = {
    ...cluster.settings,
    cluster_name: fingerprint(cluster),
    unix_socket_directories: socketFolder,
    listen_addresses: listening.kind === 'tcp' ? '127.0.0.1' : '',
    port: String(listening.kind === 'tcp' ? await freePort() : socketPort),
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

  // A file, not a pipe: the server may outlive this process. Detached, or Ctrl-C would reach it before us.
  const logFile = logFileOf(clusterFolder);
  const { descriptor, start } = openLog(logFile);
  const child = spawn(binaries.postgres, ['-D', ownName, ...options], {
    ...runAs,
    cwd: clusterFolder,
    env: postgresEnvironment,
    stdio: ['ignore', descriptor, descriptor],
    detached: true,
  });
  closeSync(descriptor);
  child.unref();
  let ended: string | null = null;
  child.once('error', (error) => (ended = error.message));
  child.once('exit', (code, signal) => (ended = `postgres ended with ${signal ?? code}`));

  while (ended === null) {
    const server = readPostmasterFile(clusterFolder);
    if (server?.pid === child.pid && server?.status === 'ready') return 'ready';
    await sleep(5);
  }
  return { failure: `${(await readFile(logFile, 'utf8')).slice(start).slice(-4000)}\n${ended}` };
}

/** Tells a server that this very release would start with these very settings from any other. */
function fingerprint({ binaries, settings }: Cluster): string {
  const digest = createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 8);
  return `momokzi ${binaries.version} ${digest}`;
}

const largestLog = 10_000_000;

function logFileOf(clusterFolder: string): string {
  return path.join(path.dirname(clusterFolder), 'postgres.log');
}

function openLog(file: string): { descriptor: number; start: number } {
  let start = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (start > largestLog) {
    renameSync(file, `${file}.1`);
    start = 0;
  }
  return { descriptor: openSync(file, 'a', 0o600), start };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** How this process reaches a running server, by what the server wrote down about itself. */
function endpointOf({
  clusterFolder,
  server,
}: {
  clusterFolder: string;
  server: { port: number; socketFolder: string };
}): Endpoint {
  if (server.socketFolder === '') return { host: '127.0.0.1', port: server.port };
  const inside = ['/proc/self/cwd', clusterFolder].includes(server.socketFolder);
  return { host: inside ? clusterFolder : server.socketFolder, port: server.port };
}

function connectionStringFor({
  endpoint,
  user,
  password,
  database,
}: {
  endpoint: Endpoint;
  user: string;
  password: string;
  database: string;
}): string {
  if (!path.isAbsolute(endpoint.host)) {
    return `postgresql://${user}:${encodeURIComponent(password)}@${endpoint.host}:${endpoint.port}/${database}`;
  }
  return `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(endpoint.host)}&port=${endpoint.port}`;
}

/** Fast shutdown (SIGINT): open transactions are rolled back, everything is flushed. */
async function stopServer({ cluster, pid }: { cluster: Cluster; pid: number }): Promise<void> {
  const { clusterFolder, binaries } = cluster;
  const runs = () => isPostmasterOf({ pid, clusterFolder });
  if (process.platform === 'win32') {
    await run(binaries.pgCtl, ['stop', '-m', 'fast', '-D', clusterFolder]);
    return;
  }
  for (const [signal, seconds] of [
    ['SIGINT', 30],
    ['SIGQUIT', 10],
    ['SIGKILL', 5],
  ] as const) {
    if (!runs()) return;
    process.kill(pid, signal);
    const until = Date.now() + seconds * 1000;
    while (runs() && Date.now() < until) await sleep(10);
  }
}
