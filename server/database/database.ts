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

export function openDatabase(
  options: pg.PoolConfig & {
    /** Told of connections that broke while idle; the pool replaces them by itself. */
    onIdleError?: (error: Error) => void;
  },
): OpenedDatabase {
  const { onIdleError = () => {}, ...poolOptions } = options;
  const pool = new pg.Pool({ max: 16, application_name: 'momokzi', ...poolOptions });
  // Without these listeners a connection that breaks, idle or in use, would end the process.
  pool.on('error', onIdleError);
  pool.on('connect', (client) => client.on('error', () => {}));
  const database = new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) });
  poolBehind(database, pool);
  return { database, pool, close: () => database.destroy() };
}
