import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Connection } from '#server/database/database.ts';

/**
 * One database connection in two forms: `client` for bulk loading, and `connection` for the functions in `*.sql.ts`.
 */
export type Session = { client: pg.ClientBase; connection: Connection };

export function sessionOn(client: pg.ClientBase): Session {
  const pooledClient = { query: client.query.bind(client), release: () => {} };
  const pool = { connect: async () => pooledClient, end: async () => {} };
  return { client, connection: new Kysely({ dialect: new PostgresDialect({ pool: pool as never }) }) };
}

/** Opens a connection that belongs only to the caller. */
export async function createSession(
  connectionString: string,
): Promise<Session & { end: () => Promise<void> }> {
  const client = new pg.Client({ connectionString, application_name: 'momokzi places' });
  await client.connect();
  return { ...sessionOn(client), end: () => client.end() };
}

/**
 * Runs `work` in a transaction.
 * @throws the error of `work`, after a rollback
 */
export async function inTransaction<T>({ client }: Session, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // If the connection is broken, the rollback fails. This error is ignored, because the first error must be
    // reported.
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
