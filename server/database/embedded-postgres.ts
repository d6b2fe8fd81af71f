import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findPostgresBinaries } from './embedded/binaries.ts';
import {
  type Cluster,
  chooseUser,
  type LauncherLog,
  makeCluster,
  readPassword,
  refuseForeignFolder,
  superuser,
} from './embedded/cluster.ts';
import { giveUp, type Lease, lockKeys, takeLease } from './embedded/lease.ts';
import type { Endpoint } from './embedded/server-process.ts';

/** Where the database answers, for the product's own role and database. */
export type EmbeddedPostgres = {
  connectionString: string;
  /** For tests and maintenance: the superuser on the maintenance database. */
  superuserConnectionString: string;
  /** Gives the database up. The last process that does so stops it; resolves when that is done. */
  stop: () => Promise<void>;
};

const silent: LauncherLog = { info: () => {}, warn: () => {} };

/** What differs from PostgreSQL's own defaults, for a database on the same machine with an SSD under it. */
const ownSettings = {
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  log_checkpoints: 'off',
  unix_socket_permissions: '0700',
};

const role = 'momokzi';
const databaseName = 'momokzi';

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

  const ending = new AbortController();
  let lease = await takeLease({ cluster, signal: ending.signal });
  try {
    await makeDatabase({ lease, cluster });
  } catch (error) {
    await giveUp({ lease, cluster });
    throw error;
  }
  let renewal: Promise<void> | null = null;
  renewWhenLost();
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
    await giveUp({ lease, cluster });
  }

  /** A lease ends unasked when the server crashed; the next one brings it up again, at the same address. */
  function renewWhenLost(): void {
    lease.client.once('end', () => {
      if (ending.signal.aborted) return;
      log.warn('The database went away; bringing it back.');
      renewal = renew();
    });
  }

  async function renew(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        lease = await takeLease({ cluster, signal: ending.signal, lastEndpoint: endpoint });
        log.info('The database is back.');
        renewWhenLost();
        return;
      } catch (error) {
        if (ending.signal.aborted) return;
        log.warn(`The database is not back yet: ${(error as Error).message}`);
        await sleep(1000);
      }
    }
  }
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
