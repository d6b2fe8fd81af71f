/**
 * `node bench/save.ts`: measures saving a restaurant (check of the session, validation, idempotency, limit, version,
 * one durable transaction). The product is compared with a server of node:http and pg with the same database
 * guarantees, and with a single insert.
 */
import { randomUUID } from 'node:crypto';
import { openBenchDatabase } from './bench-database.ts';
import { cookieOfSession, startServer } from './bench-server.ts';
import { asTable, compare, cpuRatio, verdict } from './compare.ts';
import type { LoadRequest } from './load-generator.ts';
import { MEMBERS, sessionOf, smallWorld, userOf } from './generated-lists.ts';

const database = await openBenchDatabase(smallWorld);
const { connectionString } = database;
const product = await startServer({ connectionString, core: 0 });
const bare = await startServer({ script: 'bench/bare-save.ts', connectionString, core: 0 });

const cookies = Array.from({ length: 2 * MEMBERS + 1 }, (_, n) => cookieOfSession(sessionOf(n)));
let saved = 0;
/** The members without a list. */
const savers = Array.from({ length: MEMBERS }, (_, n) => userOf(MEMBERS + 1 + n));
/** These members save places in turn, each time a place that the member has not saved. */
const nextSave = () => {
  saved += 1;
  return { member: MEMBERS + 1 + (saved % MEMBERS), place: `bench-place-${saved}` };
};
const post = (path: string, headers: Record<string, string>, body: unknown): LoadRequest => {
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', 'content-length': length, ...headers },
    body: text,
  };
};
const bareSave = (path: string) => () => {
  const { member, place } = nextSave();
  return post(path, {}, { user: userOf(member), place, key: randomUUID() });
};

await removeSaved();
const measured = await compare({
  databasePid: database.pid,
  variants: {
    'bare insert': { server: bare, status: 201, next: bareSave('/insert') },
    'bare, same guarantees': { server: bare, status: 201, next: bareSave('/same') },
    save: {
      server: product,
      status: 201,
      next: () => {
        const { member, place } = nextSave();
        const headers = {
          cookie: cookies[member] ?? '',
          origin: `http://localhost:${product.port}`,
          'idempotency-key': randomUUID(),
        };
        return post('/api/my-restaurants', headers, {
          status: '방문 예정',
          customTags: ['점심'],
          sourceKind: 'tv',
          sourceMemo: '골목 방송 3회',
          place: { from: 'maps', placeId: place },
        });
      },
    },
  },
});
await assertEverythingSaved();

console.log(asTable(measured));
const share = cpuRatio(measured['bare, same guarantees'], measured.save);
console.log(
  `save: ${(100 * share).toFixed(0)} % of bare with the same guarantees by CPU ${verdict('75 %', 0.75 <= share, { name: 'save: bare by ours', value: share })}`,
);
console.log(
  `save: ${(100 * cpuRatio(measured['bare insert'], measured.save)).toFixed(0)} % of a bare insert by CPU`,
);

await removeSaved();
await Promise.all([product.stop(), bare.stop()]);
await database.stop();

async function assertEverythingSaved(): Promise<void> {
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*) as count from my_restaurants where user_id = any($1)',
    [savers],
  );
  if (Number(rows[0]?.count) !== saved)
    throw new Error(`${rows[0]?.count} of ${saved} saved places are in the database.`);
}

async function removeSaved(): Promise<void> {
  await database.pool.query('delete from my_restaurants where user_id = any($1)', [savers]);
  await database.pool.query('delete from idempotency_keys where user_id = any($1)', [savers]);
  await database.pool.query('vacuum analyze my_restaurants, idempotency_keys, restaurant_lists');
}
