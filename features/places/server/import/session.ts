import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Connection } from '#server/database/database.ts';

/** One connection, both as a client for bulk loading and as a `Connection` for `*.sql.ts`. */
export type Session = { client: pg.ClientBase; connection: Connection };

export function sessionOn(client: pg.ClientBase): Session {
  const pooledClient = { query: client.query.bind(client), release: () => {} };
  const pool = { connect: async () => pooledClient, end: async () => {} };
  return { client, connection: new Kysely({ dialect: new PostgresDialect({ pool: pool as never }) }) };
}

/** Opens a dedicated connection. */
export async function createSession(
  connectionString: string,
): Promise<Session & { end: () => Promise<void> }> {
  const client = new pg.Client({ connectionString, application_name: 'momokzi places' });
  await client.connect();
  return { ...sessionOn(client), end: () => client.end() };
}

/** @throws the error of `work`, after a rollback */
export async function inTransaction<T>({ client }: Session, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // A broken connection has nothing to roll back, and the first error is the one to report.
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
