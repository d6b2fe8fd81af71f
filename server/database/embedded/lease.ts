import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Cluster, readPassword, superuser } from './cluster.ts';
import { isPostmasterOf, readPostmasterFile } from './lock-files.ts';
import {
  type Endpoint,
  endpointOf,
  fingerprint,
  logFileOf,
  startServer,
  stopServer,
} from './server-process.ts';

/**
 * A connection that holds the shared lock: the cluster is in use for as long as it lives, and the kernel ends it
 * even when the process is killed.
 */
export type Lease = { client: pg.Client; endpoint: Endpoint; pid: number };

/** Advisory locks on the maintenance database. */
export const lockKeys = { inUse: 770_001, making: 770_002 };

/** How long a start may show no progress, in milliseconds. Recovery after a crash counts as progress. */
const patience = 60_000;

/** Joins the running server, or starts it and then joins. */
export async function takeLease({
  cluster,
  signal,
  lastEndpoint = null,
}: {
  cluster: Cluster;
  signal: AbortSignal;
  /** Where the server listened before, if its clients are to find it there again. */
  lastEndpoint?: Endpoint | null;
}): Promise<Lease> {
  const { clusterFolder, log } = cluster;
  let givingUpAt = Date.now() + patience;
  let lastError: Error | null = null;
  while (Date.now() < givingUpAt) {
    signal.throwIfAborted();
    const server = readPostmasterFile(clusterFolder);
    if (!server || !isPostmasterOf({ pid: server.pid, clusterFolder })) {
      await startServer({ cluster, lastEndpoint });
      continue;
    }
    if (server.status === 'starting') givingUpAt = Date.now() + patience;
    if (server.status === 'ready') {
      const endpoint = endpointOf({ clusterFolder, server });
      try {
        const lease = await connect({ clusterFolder, endpoint, pid: server.pid });
        if (await fits({ lease, cluster })) return lease;
        log.info('Restarting the database: it was left running by another release or with other settings.');
        await stopServer({ cluster, pid: server.pid });
        await lease.client.end().catch(() => {});
        continue;
      } catch (error) {
        // It may be shutting down or coming up this very moment: look again.
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
  // 'end' follows and is what counts; without a listener an error would end this process.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select pg_advisory_lock_shared($1)', [lockKeys.inUse]);
    return { client, endpoint, pid };
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
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

/** Lets go of the cluster, and stops its server if nobody else uses it. */
export async function giveUp({ lease, cluster }: { lease: Lease; cluster: Cluster }): Promise<void> {
  try {
    if (await becomeSoleUser(lease)) await stopServer({ cluster, pid: lease.pid });
  } catch {
    // The connection is gone, and with it the lock: the server is down, or others look after it.
  }
  await lease.client.end().catch(() => {});
}
