import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Cluster, readPassword, superuser } from './cluster.ts';
import { isPostmasterOf, readPidFile } from './lock-files.ts';
import {
  type Endpoint,
  endpointOf,
  fingerprint,
  logFileOf,
  startServer,
  stopServer,
} from './server-process.ts';

/**
 * A connection that holds the shared lock. When the process is killed, the connection ends and the lock is released.
 */
export type Lease = { client: pg.Client; endpoint: Endpoint; pid: number };

/** The keys of the advisory locks on the maintenance database. */
export const lockKeys = { inUse: 770_001, making: 770_002 };

/** Maximum milliseconds without progress while the server starts. Recovery after a crash counts as progress. */
const TIMEOUT_MS = 60_000;

export async function acquireLease({
  cluster,
  signal,
  lastEndpoint = null,
}: {
  cluster: Cluster;
  signal: AbortSignal;
  /**
   * The address of the server before the restart. The restart uses this address again, so that clients can reconnect.
   */
  lastEndpoint?: Endpoint | null;
}): Promise<Lease> {
  const { clusterFolder, log } = cluster;
  let givingUpAt = Date.now() + TIMEOUT_MS;
  let lastError: Error | null = null;
  while (Date.now() < givingUpAt) {
    signal.throwIfAborted();
    const server = readPidFile(clusterFolder);
    if (!server || !isPostmasterOf({ pid: server.pid, clusterFolder })) {
      await startServer({ cluster, lastEndpoint });
      continue;
    }
    cluster.onLaunched();
    if (server.status === 'starting') givingUpAt = Date.now() + TIMEOUT_MS;
    if (server.status === 'ready') {
      const endpoint = endpointOf({ clusterFolder, server });
      try {
        const lease = await connect({ clusterFolder, endpoint, pid: server.pid });
        if (await fits({ lease, cluster })) return lease;
        log.info('Restarting the database: it was started by another release or with other settings.');
        await stopServer({ cluster, pid: server.pid });
        // The server has been stopped, so the connection may be broken.
        await lease.client.end().catch(() => {});
        continue;
      } catch (error) {
        // The server may be starting or shutting down. The loop checks again.
        lastError = error as Error;
      }
    }
    await sleep(10);
  }
  throw new Error(
    `The database in ${clusterFolder} did not become ready within ${TIMEOUT_MS / 1000} seconds. ` +
      `See ${logFileOf(clusterFolder)}.${lastError ? ` Last error: ${lastError.message}` : ''}`,
  );
}

async function connect({
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
  // embedded-postgres.ts handles the end of the connection. Without this listener for `error`, a broken connection
  // would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select pg_advisory_lock_shared($1)', [lockKeys.inUse]);
    return { client, endpoint, pid };
  } catch (error) {
    // The connection may be broken. The first error is reported.
    await client.end().catch(() => {});
    throw error;
  }
}

/**
 * Whether this process can use the running server: the server has the binaries and settings of this process, or other
 * processes use the server.
 * If false, this process holds the exclusive lock, and the caller must stop the server.
 */
async function fits({ lease, cluster }: { lease: Lease; cluster: Cluster }): Promise<boolean> {
  const { rows } = await lease.client.query('show cluster_name');
  if (rows[0]?.cluster_name === fingerprint(cluster)) return true;
  if (await upgradeLease(lease)) return false;
  await lease.client.query('select pg_advisory_lock_shared($1)', [lockKeys.inUse]);
  cluster.log.warn('Joined a database that another process runs with another release or other settings.');
  return true;
}

/**
 * Exchanges the shared lock for the exclusive lock. If this fails, another process has a lease, and this process has no
 * lock.
 */
async function upgradeLease({ client }: Lease): Promise<boolean> {
  await client.query('select pg_advisory_unlock_shared($1)', [lockKeys.inUse]);
  const { rows } = await client.query('select pg_try_advisory_lock($1) as sole', [lockKeys.inUse]);
  return rows[0]?.sole === true;
}

/** Stops the server if no other process uses it. */
export async function releaseLease({ lease, cluster }: { lease: Lease; cluster: Cluster }): Promise<void> {
  try {
    if (await upgradeLease(lease)) await stopServer({ cluster, pid: lease.pid });
  } catch {
    // The connection and its lock are lost. Either the server is down, or another process that uses it will stop it.
  }
  // A stopped server has closed the connection already.
  await lease.client.end().catch(() => {});
}
