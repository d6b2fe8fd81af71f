import { sql } from 'kysely';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type OpenedDatabase } from './database.ts';
import { prepared, preparedLast, preparingPool } from './prepared.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

const countNotes = prepared(
  'test_count_notes',
  () => sql<{ count: number }>`
    select count(*) as count from notes`,
);
const addNote = prepared(
  'test_add_note',
  (_, given: { text: string }) => sql`
    insert into notes values (${given.text})`,
);
const addLastNote = preparedLast(
  'test_add_last_note',
  (_, given: { text: string }) => sql`
    insert into notes values (${given.text})`,
);

let owner: TestDatabase;
let counted: OpenedDatabase;
/** Number of round trips: how often the client sent data after it had received data. */
let roundTrips = 0;
const proxy = createServer((client) => {
  const { host, port } = new pg.Client({ connectionString: owner.connectionString });
  const server = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  let hasAnswered = true;
  client.on('data', () => {
    if (hasAnswered) roundTrips += 1;
    hasAnswered = false;
  });
  server.on('data', () => (hasAnswered = true));
  client.pipe(server).pipe(client);
  for (const socket of [client, server]) socket.on('error', () => {});
});

beforeAll(async () => {
  owner = await createTestDatabase();
  await sql`create table notes (text text primary key)`.execute(owner.database);
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(owner.connectionString);
  url.searchParams.set('host', '127.0.0.1');
  url.searchParams.set('port', String((proxy.address() as AddressInfo).port));
  counted = openDatabase({ connectionString: url.href, max: 1 });
  // This call opens the connection and plans the statements, so that the tests do not count it.
  await counted.database.transaction().execute((transaction) => countNotes(transaction, {}));
});
afterAll(async () => {
  await counted?.close();
  proxy.close();
  await owner?.close();
});

const roundTripsOf = async (run: () => Promise<unknown>) => {
  const before = roundTrips;
  await run();
  return roundTrips - before;
};
const notes = async () =>
  (await sql<{ text: string }>`select text from notes order by text`.execute(owner.database)).rows.map(
    ({ text }) => text,
  );

test('begin is sent with the first read, commit with the last statement, statements that are not awaited together', async () => {
  const taken = await roundTripsOf(() =>
    counted.database.transaction().execute(async (transaction) => {
      await countNotes(transaction, {});
      const [, counts] = await Promise.all([
        addNote(transaction, { text: 'b' }),
        countNotes(transaction, {}),
        addNote(transaction, { text: 'c' }),
      ]);
      expect(counts).toEqual([{ count: 1 }]);
      await addLastNote(transaction, { text: 'd' });
      expect(await notes()).toEqual(['b', 'c', 'd']);
    }),
  );
  expect(taken).toBe(3);
});

test('a first write waits for begin, and so do the statements after it', async () => {
  const taken = await roundTripsOf(() =>
    counted.database.transaction().execute(async (transaction) => {
      const [, counts] = await Promise.all([
        addNote(transaction, { text: 'e' }),
        countNotes(transaction, {}),
      ]);
      expect(counts).toEqual([{ count: 4 }]);
    }),
  );
  expect(taken).toBe(3);
});

test('a last statement that fails rolls back the transaction, and its error is thrown', async () => {
  const before = await notes();
  const failing = counted.database.transaction().execute(async (transaction) => {
    await addNote(transaction, { text: 'undone' });
    await addLastNote(transaction, { text: 'b' });
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await notes()).toEqual(before);
});

test('after the last statement, another statement is refused, and an error of the caller is thrown unchanged', async () => {
  const late = counted.database.transaction().execute(async (transaction) => {
    await addLastNote(transaction, { text: 'f' });
    await addNote(transaction, { text: 'late' });
  });
  await expect(late).rejects.toThrow('A statement was sent after the last one of its transaction.');
  const thrown = new Error('of the caller');
  const throwing = counted.database.transaction().execute(async (transaction) => {
    await addLastNote(transaction, { text: 'g' });
    throw thrown;
  });
  await expect(throwing).rejects.toBe(thrown);
  expect(await notes()).toEqual(['b', 'c', 'd', 'e', 'f', 'g']);
});

test('if begin fails, no write is sent, and the answer of a read is not used', async () => {
  const sent: string[] = [];
  const failed = new Error('begin failed');
  const client = {
    query: ({ text }: { text: string }, callback?: (error: Error) => void) => {
      sent.push(text);
      if (text === 'begin') return callback?.(failed);
      return Promise.resolve({ rows: [] });
    },
    release: () => {},
  } as unknown as pg.PoolClient;
  const pool = preparingPool({ options: {}, connect: async () => client } as never);
  for (const text of ['insert into notes values (1)', 'select 1']) {
    const { query } = await pool.connect();
    await query('begin', []);
    await expect(query(text, [])).rejects.toBe(failed);
  }
  expect(sent).toEqual(['begin', 'begin', 'select 1']);
});
