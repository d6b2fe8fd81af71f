import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findPostgresBinaries } from './embedded/binaries.ts';
import {
  type Cluster,
  selectOsUser,
  type LauncherLog,
  createCluster,
  readPassword,
  rejectForeignDirectory,
  superuser,
} from './embedded/cluster.ts';
import { releaseLease, type Lease, lockKeys, acquireLease } from './embedded/lease.ts';
import type { Endpoint } from './embedded/server-process.ts';

/** A running cluster. `connectionString` is for the product's own role and database. */
export type EmbeddedPostgres = {
  connectionString: string;
  /** The connection string of the superuser and the maintenance database, for tests and maintenance. */
  superuserConnectionString: string;
  /** Releases the cluster. If no other process uses the cluster, also stops the server. */
  stop: () => Promise<void>;
};

const silent: LauncherLog = { info: () => {}, warn: () => {} };

/** Settings for a database on the same machine with an SSD. */
const ownSettings = {
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  // With these values, new tables and indexes are synced to disk and not written to the WAL. These values do not allow
  // a replica.
  wal_level: 'minimal',
  max_wal_senders: '0',
  log_checkpoints: 'off',
  unix_socket_permissions: '0700',
  // Error details and statements contain personal data, such as "Key (email)=(…) already exists". They are therefore
  // not logged.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

const role = 'momokzi';
const databaseName = 'momokzi';

/**
 * Opens the cluster in `<dataFolder>/postgres`. Creates the cluster or starts its server if needed.
 * The server may already run: another process may use it, or a killed process may have left it running.
 * Each process holds a shared advisory lock, which PostgreSQL releases even when the process is killed.
 * A process that can upgrade its lock to the exclusive lock is the last user of the server and stops it.
 * A process that connects at that moment waits for the lock, loses its connection, and starts the server again.
 * @throws an error with a message for the operator, for example if the folder has another major version
 */
export async function openEmbeddedPostgres({
  dataFolder,
  settings = {},
  log = silent,
  onLaunched = () => {},
}: {
  dataFolder: string;
  /** Overrides the launcher's own settings, such as `{ fsync: 'off' }` in tests. */
  settings?: Record<string, string>;
  log?: LauncherLog;
  /** Called when a server has been launched, before this process connects to it. Called again after each restart. */
  onLaunched?: () => void;
}): Promise<EmbeddedPostgres> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const clusterFolder = path.join(await realpath(dataFolder), 'postgres');
  const runAs = await selectOsUser(clusterFolder);
  const binaries = await findPostgresBinaries({ runAs });
  const cluster: Cluster = {
    clusterFolder,
    runAs,
    binaries,
    settings: { ...ownSettings, ...settings },
    log,
    onLaunched,
  };
  await rejectForeignDirectory(cluster);
  await createCluster(cluster);

  const ending = new AbortController();
  let lease = await acquireLease({ cluster, signal: ending.signal });
  try {
    await createDatabase({ lease, cluster });
  } catch (error) {
    await releaseLease({ lease, cluster });
    throw error;
  }
  let renewal: Promise<void> | null = null;
  renewOnLoss();
  let stopped: Promise<void> | null = null;

  const { endpoint } = lease;
  const password = await readPassword(clusterFolder);
  return {
    connectionString: connectionStringFor({ endpoint, user: role, password, database: databaseName }),
    superuserConnectionString: connectionStringFor({
      endpoint,
      user: superuser,
      password,
      database: 'postgres',
    }),
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };

  async function stop(): Promise<void> {
    ending.abort();
    await renewal;
    await releaseLease({ lease, cluster });
  }

  /** Restarts the server after a crash: acquiring a lease starts it at the same address. */
  function renewOnLoss(): void {
    lease.client.once('end', () => {
      if (ending.signal.aborted) return;
      log.warn('Lost the connection to the database; restarting it.');
      renewal = renew();
    });
  }

  async function renew(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        lease = await acquireLease({ cluster, signal: ending.signal, lastEndpoint: endpoint });
        log.info('The database is running again.');
        renewOnLoss();
        return;
      } catch (error) {
        if (ending.signal.aborted) return;
        log.warn(`Could not restart the database yet: ${(error as Error).message}`);
        await sleep(1000);
      }
    }
  }
}

/**
 * Creates the product's role and database. The role is not a superuser, so that no code depends on superuser rights.
 */
async function createDatabase({ lease, cluster }: { lease: Lease; cluster: Cluster }): Promise<void> {
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
