import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DB } from './tables.ts';

/**
 * Without this parser, `pg` returns int8 values as strings. Our int8 values stay far below 2^53, so numbers are exact.
 */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type Database = Kysely<DB>;
/** A database or a transaction. It is the first parameter of every function in a `*.sql.ts`. */
export type Connection = Kysely<DB>;

export type OpenedDatabase = { database: Database; pool: pg.Pool; close: () => Promise<void> };

/**
 * Milliseconds that the client waits in addition to the statement timeout. An unreachable database cannot report the
 * timeout, so the client then gives up by itself.
 */
const GRACE_MS = 2_000;

export function openDatabase(
  options: pg.PoolConfig & {
    /** Statement timeout in seconds. Default: no limit. */
    statementSeconds?: number;
    /** Called when an idle connection breaks. The pool then replaces this connection. */
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
    ...limits,
    ...poolOptions,
  });
  // Without these listeners, the error event of a broken connection would end the process.
  pool.on('error', onIdleError);
  pool.on('connect', (client) => client.on('error', () => {}));
  const database = new Kysely<DB>({ dialect: new PostgresDialect({ pool: poolForKysely(pool) }) });
  repeatTransactions(database);
  return { database, pool, close: () => database.destroy() };
}

/**
 * Wraps the pool for Kysely.
 * - If a statement contains a name in a comment, such as `/* person_by_session_token *\/`, it is sent as a named statement
 *   of `pg`, so that PostgreSQL plans it once per connection. Its text must not vary. Kysely cannot name statements. See
 *   docs/decisions/0051-statements-with-kysely.md.
 * - After a `query_timeout` the state of a connection is unknown, so it is closed.
 */
const poolForKysely = (pool: pg.Pool): PostgresPool => ({
  options: pool.options,
  end: () => pool.end(),
  connect: async () => {
    const client = await pool.connect();
    let hasTimedOut = false;
    const query = (text: string, values: unknown[]): Promise<unknown> =>
      client.query({ name: nameOf(text), text, values }).catch((error: Error) => {
        hasTimedOut ||= error.message === READ_TIMEOUT;
        throw error;
      });
    return {
      query: query as PostgresPoolClient['query'],
      release: (destroy) => client.release(destroy || hasTimedOut),
    };
  },
});

const nameOf = (text: string): string => /\/\* (\w+) \*\//.exec(text)?.[1] ?? '';

/** The message of the error that `pg` throws after `query_timeout`. The error has no code. */
const READ_TIMEOUT = 'Query read timeout';

/** The SQLSTATEs of conflicts between transactions: serialization_failure and deadlock_detected. */
const CONFLICTS = new Set(['40001', '40P01']);

/** Milliseconds between a conflict and the second attempt. */
const REPEAT_AFTER = 50;

/**
 * Makes `database.transaction` run a transaction a second time after a conflict. PostgreSQL has rolled back the first
 * attempt. Effects of the callback outside the database then happen twice.
 */
function repeatTransactions(database: Database): void {
  const begin = database.transaction.bind(database);
  database.transaction = () => {
    const builder = begin();
    const run = builder.execute.bind(builder);
    builder.execute = (callback) => {
      const attempt = () => run(callback);
      return attempt().catch((error) => {
        if (!CONFLICTS.has(error?.code)) throw error;
        // During this wait, the other transaction can take the locks that the failed transaction has released.
        return sleep(REPEAT_AFTER).then(attempt);
      });
    };
    return builder;
  };
}
