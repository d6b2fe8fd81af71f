import { execFile, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { closeSync, fchownSync, openSync, renameSync, statSync } from 'node:fs';
import { chown, lstat, mkdir, readFile, rmdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { postgresEnvironment } from './binaries.ts';
import { type Cluster, clusterPathFor } from './cluster.ts';
import { isPostmasterOf, readPidFile, removeStaleLocks } from './lock-files.ts';

/** The address of the server. `host` is a host name or the folder of a socket; `pg` accepts both. */
export type Endpoint = { host: string; port: number };

/** Maximum path length of a Unix socket: 103 bytes on macOS, 107 on Linux. */
const longestSocketPath = 103;
const socketPort = 5432;

type Listening = { kind: 'socket'; folder: string } | { kind: 'tcp'; port: number | null };

/** Starts the server. Returns when the server is ready, or when another process started it first. */
export async function startServer({
  cluster,
  lastEndpoint,
}: {
  cluster: Cluster;
  lastEndpoint: Endpoint | null;
}): Promise<void> {
  const { clusterFolder } = cluster;
  let failure = '';
  for (const listening of listenOptions({ clusterFolder, lastEndpoint })) {
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
    const cannotListen = /could not (bind|create|listen|set permissions)/;
    if (!cannotListen.test(failure)) break;
  }
  throw new Error(`PostgreSQL did not start in ${clusterFolder}.\n${failure}`);
}

/**
 * Yields the addresses at which the server can listen, the best one first:
 * - the port of the previous start
 * - a socket in the cluster folder
 * - a socket in a folder with a short path
 * - a free loopback port
 */
function* listenOptions({
  clusterFolder,
  lastEndpoint,
}: {
  clusterFolder: string;
  lastEndpoint: Endpoint | null;
}): Generator<Listening> {
  if (lastEndpoint && !path.isAbsolute(lastEndpoint.host)) yield { kind: 'tcp', port: lastEndpoint.port };
  if (process.platform !== 'win32') {
    for (const folder of [clusterFolder, shortSocketFolder(clusterFolder)]) {
      if (Buffer.byteLength(socketIn(folder)) <= longestSocketPath) yield { kind: 'socket', folder };
    }
  }
  yield { kind: 'tcp', port: null };
}

function socketIn(folder: string): string {
  return path.join(folder, `.s.PGSQL.${socketPort}`);
}

function shortSocketFolder(clusterFolder: string): string {
  const name = hash('sha256', clusterFolder).slice(0, 16);
  return path.join(os.tmpdir(), `momokzi-${name}`);
}

/**
 * Creates the folder of the socket. The parent folder is world-writable, so the folder must belong to the database user
 * and be closed to all others.
 * @returns whether the folder can be used
 */
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
    // Either the folder exists or it cannot be created. The check below finds out.
  }
  // If the folder cannot be examined, it is not used, and another way of listening is tried.
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
  const clusterPath = clusterPathFor({ clusterFolder, runAs });
  // '' switches sockets off.
  let socketFolder = '';
  if (listening.kind !== 'tcp')
    socketFolder = listening.folder === clusterFolder ? clusterPath : listening.folder;
  const settings = {
    ...cluster.settings,
    cluster_name: fingerprint(cluster),
    unix_socket_directories: socketFolder,
    listen_addresses: listening.kind === 'tcp' ? '127.0.0.1' : '',
    port: String(listening.kind === 'tcp' ? (listening.port ?? (await freePort())) : socketPort),
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

  // The server may outlive this process. Therefore its output goes to a file and not to a pipe.
  // The server is detached, so that Ctrl-C in the terminal reaches only this process, which then
  // stops the server.
  const logFile = logFileOf(clusterFolder);
  const { descriptor, start } = openLog(logFile);
  if (runAs) fchownSync(descriptor, runAs.uid, runAs.gid);
  const child = spawn(binaries.postgres, ['-D', clusterPath, ...options], {
    ...runAs,
    cwd: clusterFolder,
    env: postgresEnvironment,
    stdio: ['ignore', descriptor, descriptor],
    detached: true,
  });
  closeSync(descriptor);
  child.unref();
  cluster.onLaunched();
  let ended = '';
  child.once('error', (error) => (ended = error.message));
  child.once('exit', (code, signal) => (ended = `postgres ended with ${signal ?? code}`));

  while (ended === '') {
    const server = readPidFile(clusterFolder);
    if (server?.pid === child.pid && server?.status === 'ready') return 'ready';
    await sleep(5);
  }
  const said = (await readFile(logFile)).subarray(start).toString('utf8');
  return { failure: `${said.slice(-4000)}\n${ended}` };
}

export function fingerprint({ binaries, settings }: Cluster): string {
  const digest = hash('sha256', JSON.stringify(settings)).slice(0, 8);
  return `momokzi ${binaries.version} ${digest}`;
}

const largestLog = 10_000_000;

export function logFileOf(clusterFolder: string): string {
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

export function endpointOf({
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

/** Stops the server. Returns when its process has ended. */
export async function stopServer({ cluster, pid }: { cluster: Cluster; pid: number }): Promise<void> {
  const { clusterFolder, binaries } = cluster;
  if (process.platform === 'win32') {
    await promisify(execFile)(binaries.pgCtl, ['stop', '-m', 'fast', '-D', clusterFolder]);
    return;
  }
  const runs = () => isPostmasterOf({ pid, clusterFolder });
  // A fast shutdown (SIGINT) rolls back open transactions and writes all data to disk. If it takes too long, an
  // immediate shutdown (SIGQUIT) follows, then SIGKILL.
  const signals = [
    { signal: 'SIGINT', timeout: 30_000 },
    { signal: 'SIGQUIT', timeout: 10_000 },
    { signal: 'SIGKILL', timeout: 5_000 },
  ] as const;
  for (const { signal, timeout } of signals) {
    if (!runs()) break;
    process.kill(pid, signal);
    const until = Date.now() + timeout;
    while (runs() && Date.now() < until) await sleep(10);
  }
  // The folder exists only if the path of the cluster is too long for a socket. A remaining empty folder is harmless.
  await rmdir(shortSocketFolder(clusterFolder)).catch(() => {});
}
