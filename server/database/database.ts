import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { poolBehind, preparingPool } from './prepared.ts';
import type { DB } from './tables.ts';

/** int8 counts and versions stay far below 2^53, so they are read as numbers, not strings. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type Database = Kysely<DB>;
/** The database or a transaction on it: what every function of a `*.sql.ts` takes first. */
export type Connection = Kysely<DB>;

export type OpenedDatabase = { database: Database; pool: pg.Pool; close: () => Promise<void> };

/** How much later than the database itself we stop waiting for it, should it be frozen or out of reach. */
const GRACE_MS = 2_000;

export function openDatabase(
  options: pg.PoolConfig & {
    /** Longest for one statement; without it there is no limit. */
    statementSeconds?: number;
    /** Told of connections that broke while idle; the pool replaces them by itself. */
    onIdleError?: (error: Error) => void;
  },
): OpenedDatabase {
  const { onIdleError = () => {}, statementSeconds, ...poolOptions } = options;
  const limits = statementSeconds && {
    statement_timeout: statementSeconds * 1000,
    query_timeout: statementSeconds * 1000 + GRACE_MS,
  };
  const pool = new pg.Pool({ max: 16, application_name: 'momokzi', ...limits, ...poolOptions });
  // Without these listeners a connection that breaks, idle or in use, would end the process.
  pool.on('error', onIdleError);
  pool.on('connect', (client) => client.on('error', () => {}));
  const database = new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) });
  poolBehind(database, pool);
  return { database, pool, close: () => database.destroy() };
}
