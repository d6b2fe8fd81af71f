import { Kysely, PostgresDialect } from 'kysely';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { registerPool, preparingPool, runTransaction } from './prepared.ts';
import type { DB } from './tables.ts';

/** int8 values stay far below 2^53, so they are read as numbers, not strings. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type Database = Kysely<DB>;
/** The first parameter of every function in a `*.sql.ts`. */
export type Connection = Kysely<DB>;

export type OpenedDatabase = { database: Database; pool: pg.Pool; close: () => Promise<void> };

/** If the database is unreachable, the client gives up this long after the statement timeout. */
const GRACE_MS = 2_000;

export function openDatabase(
  options: pg.PoolConfig & {
    /** No limit by default. */
    statementSeconds?: number;
    /** Called when an idle connection breaks. The pool replaces the connection. */
    onIdleError?: (error: Error) => void;
  },
): OpenedDatabase {
  const { onIdleError = () => {}, statementSeconds, ...poolOptions } = options;
  const limits = statementSeconds && {
    statement_timeout: statementSeconds * 1000,
    query_timeout: statementSeconds * 1000 + GRACE_MS,
  };
  const pool = new pg.Pool({
    max: 16,
    application_name: 'momokzi',
    pipeline: true,
    stream: socketOfBatches,
    ...limits,
    ...poolOptions,
  });
  // Without these listeners a broken connection would end the process.
  pool.on('error', onIdleError);
  pool.on('connect', (client) => client.on('error', () => {}));
  const database = new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) });
  registerPool(database, pool);
  repeatTransactions(database);
  return { database, pool, close: () => database.destroy() };
}

/**
 * A socket that sends the statements of one turn of the event loop with one system call. `pg` corks the socket while it
 * writes a statement. Here it stays corked until the end of the turn.
 */
function socketOfBatches(): Socket {
  const socket = new Socket();
  const uncork = socket.uncork.bind(socket);
  socket.uncork = () => process.nextTick(uncork);
  return socket;
}

/** SQLSTATEs: serialization_failure, deadlock_detected. */
const CONFLICTS = new Set(['40001', '40P01']);

/** Milliseconds. */
const REPEAT_AFTER = 50;

/**
 * Repeats a transaction once after a conflict. PostgreSQL has rolled it back, but effects of the callback outside the
 * database happen twice.
 */
function repeatTransactions(database: Database): void {
  const begin = database.transaction.bind(database);
  database.transaction = () => {
    const builder = begin();
    const run = builder.execute.bind(builder);
    builder.execute = (callback) => {
      const attempt = () => run((transaction) => runTransaction(transaction, callback));
      return attempt().catch((error) => {
        if (!CONFLICTS.has(error?.code)) throw error;
        // Waits, so that the other transaction can take the locks that this one held.
        return sleep(REPEAT_AFTER).then(attempt);
      });
    };
    return builder;
  };
}
