/** Baseline for the start: a server of Fastify, pg and Kysely with one route that reads the database. */
import Fastify from 'fastify';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
const database = new Kysely({ dialect: new PostgresDialect({ pool }) });
const app = Fastify();
app.get('/readyz', async () => (await sql`select 1`.execute(database)).rows);
await app.listen({ port: 0 });
const { port } = app.server.address() as AddressInfo;
process.send?.({ listening: `http://localhost:${port}` });
process.once('SIGTERM', () => process.exit(0));
