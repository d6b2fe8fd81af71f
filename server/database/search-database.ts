import type pg from 'pg';
import { type Connection, type OpenedDatabase, openDatabase } from './database.ts';

/**
 * The database for reads that are not private: the read replica, or the primary if there is no replica.
 * A member's own data is always read from the primary, because members must see their own writes.
 */
export type SearchDatabase = {
  /** Runs a read that may be repeated. If the replica fails, the read runs again on the primary. */
  read: <T>(query: (connection: Connection) => Promise<T>) => Promise<T>;
  /** Returns the state of the replica, or null if no replica is configured. */
  replica: () => ReplicaState | null;
};

/** `used`: the replica answers reads. `away`: the replica is unavailable, and the primary answers. */
type ReplicaState = 'used' | 'away';

type Log = {
  info: (details: object, message: string) => void;
  warn: (details: object, message: string) => void;
};

/** Maximum milliseconds to connect to the replica. */
const CONNECT_TIMEOUT_MS = 500;
/** Milliseconds until a failed replica is tried again. */
const RETRY_DELAY_MS = 5_000;
const CONNECTIONS = 8;
/** Maximum seconds for a read. A search takes some milliseconds. */
const QUERY_TIMEOUT_SECONDS = 2;

/** Creates a `SearchDatabase` for one database without a replica, for example in tests. */
export const searchOn = (database: Connection): SearchDatabase => ({
  read: (query) => query(database),
  replica: () => null,
});

/**
 * Reads a document from the replica if the replica already has the current version of the document. If it does not, the
 * document is read from the primary.
 * The version and the document are read in one snapshot.
 */
export async function readVersion<T>({
  searchDatabase,
  primary,
  isCurrent,
  read,
}: {
  searchDatabase: SearchDatabase;
  primary: Connection;
  /** Whether the version in this snapshot is the current version of the primary. */
  isCurrent: (snapshot: Connection) => Promise<boolean>;
  read: (connection: Connection) => Promise<T>;
}): Promise<T> {
  if (searchDatabase.replica() === null) return read(primary);
  const found = await searchDatabase.read((connection) =>
    connection
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (snapshot) => ((await isCurrent(snapshot)) ? { document: await read(snapshot) } : null)),
  );
  return found === null ? read(primary) : found.document;
}

/** Opens separate pools for a `SearchDatabase`. Their planner settings suit the search for places. */
export function openSearchDatabase({
  primary,
  replica,
  statementSeconds,
  log,
}: {
  /** The connection strings of the primary and the replica. */
  primary: string;
  replica?: string | undefined;
  statementSeconds: number;
  log: Log;
}): SearchDatabase & { close: () => Promise<void> } {
  const onPrimary = open({ connectionString: primary, statementSeconds, connectWithin: 5_000 });
  if (replica === undefined) return { ...searchOn(onPrimary.database), close: onPrimary.close };

  const onReplica = open({
    connectionString: replica,
    statementSeconds: Math.min(QUERY_TIMEOUT_SECONDS, statementSeconds),
    connectWithin: CONNECT_TIMEOUT_MS,
  });
  let isAway = false;
  let triedAt = 0;

  const failed = (error: Error) => {
    triedAt = Date.now();
    if (!isAway) log.warn({ err: error }, 'search.replica_away');
    isAway = true;
  };
  const succeeded = () => {
    if (isAway) log.info({}, 'search.replica_back');
    isAway = false;
  };

  return {
    replica: () => (isAway ? 'away' : 'used'),
    read: async (query) => {
      const now = Date.now();
      if (isAway && now < triedAt + RETRY_DELAY_MS) return query(onPrimary.database);
      // The replica is unavailable. One read per RETRY_DELAY_MS tries it again. All other reads use the primary without
      // waiting.
      triedAt = now;
      try {
        const result = await query(onReplica.database);
        succeeded();
        return result;
      } catch (error) {
        const result = await query(onPrimary.database);
        // The primary answered the same read. Therefore the replica caused the failure: it is unreachable, or a
        // migration is missing there.
        failed(error as Error);
        return result;
      }
    },
    close: async () => {
      await Promise.all([onPrimary.close(), onReplica.close()]);
    },
  };
}

/**
 * Sets the planner options for the search.
 * Sequential scans are off: the planner overestimates how soon such a scan finds enough matches.
 * JIT and parallel workers are off: compiling a statement or starting two processes takes longer than any search.
 */
const onConnect = async (client: pg.ClientBase): Promise<void> => {
  await client.query('set enable_seqscan = off; set jit = off; set max_parallel_workers_per_gather = 0');
};

const open = ({
  connectionString,
  statementSeconds,
  connectWithin,
}: {
  connectionString: string;
  statementSeconds: number;
  connectWithin: number;
}): OpenedDatabase =>
  openDatabase({
    connectionString,
    statementSeconds,
    connectionTimeoutMillis: connectWithin,
    max: CONNECTIONS,
    application_name: 'momokzi-search',
    onConnect,
  });
