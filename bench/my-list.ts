/**
 * `node bench/my-list.ts`: CPU time of reading lists of 100 and of 1,000 places from the tables, of saving a place of
 * the catalogue, and of saving a place that was entered by hand. `OLDER=folder` also measures a checkout of an older
 * version, with its packages installed and its server built, in the same run.
 */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type pg from 'pg';
import type { migrate } from '#server/database/migrate.ts';
import { openBenchDatabase } from './bench-database.ts';
import { type BenchServer, cookieOfSession, startServer } from './bench-server.ts';
import { asTable, compare, cpuRatio, type Round, type Variant } from './compare.ts';
import { loadCatalogue, loadLists, loadMembers, sessionOf } from './generated-lists.ts';
import type { LoadRequest } from './load-generator.ts';

/** Members 1 to 50 have lists of 100 places, 51 to 60 lists of 1,000, and 61 to 160 save places. */
const SHORT_LISTS = 50;
const LONG_LISTS = 10;
const SAVERS = 100;
const LISTED_PLACES = 20_000;
const PLACES = 400_000;

const older = process.env.OLDER && path.resolve(process.env.OLDER);
const versions = { now: await openVersion(undefined), ...(older && { older: await openVersion(older) }) };
const variants = Object.fromEntries(
  Object.entries(versions).flatMap(([name, { server }]) =>
    Object.entries(requestsTo(server)).map(([what, variant]) => [`${what}, ${name}`, variant]),
  ),
);
const measured: Record<string, Round[]> = await compare({ databasePid: versions.now.database.pid, variants });
console.log(asTable(measured));
print('a save by hand by a save from the catalogue', 'by hand, now', 'save, now', 1.2);
if (older) {
  print('1,000 places by the older version', '1,000 places, now', '1,000 places, older', 0.45);
  print('100 places by the older version', '100 places, now', '100 places, older', 0.6);
  print('a save by the older version', 'save, now', 'save, older', 1);
}

for (const { server } of Object.values(versions)) await server.stop();
await versions.older?.database.stop();
await versions.now.database.stop();

function print(what: string, of: string, by: string, limit: number): void {
  const ratio = cpuRatio(measured[of] ?? [], measured[by] ?? []);
  console.log(`${what}: ${ratio.toFixed(2)} (limit ${limit}) ${ratio <= limit ? 'pass' : 'MISS'}`);
}

async function openVersion(folder: string | undefined) {
  const olderCode =
    folder && ((await import(`${folder}/server/database/migrate.ts`)) as { migrate: typeof migrate });
  const database = await openBenchDatabase({
    name: folder ? 'bench_my_list_older' : 'bench_my_list',
    load,
    ...(olderCode && { migrateWith: olderCode.migrate }),
  });
  // The database keeps what an earlier run saved.
  await database.pool.query(
    `delete from my_restaurants
     where user_id in (select 'bench-user-' || member from generate_series($1::int, $2::int) member)`,
    [SHORT_LISTS + LONG_LISTS + 1, SHORT_LISTS + LONG_LISTS + SAVERS],
  );
  const server = await startServer({
    connectionString: database.connectionString,
    core: 0,
    environment: { DOCUMENT_CACHE_MEGABYTES: '0' },
    ...(folder && { script: `${folder}/dist/server/main.js` }),
  });
  return { database, server };
}

async function load(pool: pg.Pool): Promise<void> {
  await loadCatalogue(pool, { places: PLACES });
  await loadLists(pool, { from: 1, to: SHORT_LISTS, places: LISTED_PLACES });
  await loadMembers(pool, { from: SHORT_LISTS + 1, to: SHORT_LISTS + LONG_LISTS + SAVERS });
  await pool.query(
    `insert into my_restaurants (user_id, restaurant_id, status, custom_tags, source_kind, source_memo, linked_at)
     select 'bench-user-' || member, 'bench-place-' || 1 + (member * 7919 + slot * 13) % $3, '방문 예정',
       array['점심', '혼밥'], 'tv', '골목 방송 ' || slot || '회', now() - slot * interval '1 hour'
     from generate_series($1::int, $2::int) member cross join generate_series(1, 1000) slot`,
    [SHORT_LISTS + 1, SHORT_LISTS + LONG_LISTS, LISTED_PLACES],
  );
}

function requestsTo(server: BenchServer): Record<string, Variant> {
  let turn = 0;
  const someOf = (count: number) => (turn += 1) % count;
  const as = (member: number) => ({ cookie: cookieOfSession(sessionOf(member)) });
  const list = (member: number): LoadRequest => ({
    method: 'GET',
    path: '/api/my-restaurants',
    headers: as(member),
  });
  const save = (place: unknown): LoadRequest => {
    const body = JSON.stringify({ status: '방문 예정', customTags: ['점심'], sourceKind: 'tv', place });
    const headers = {
      ...as(SHORT_LISTS + LONG_LISTS + 1 + someOf(SAVERS)),
      origin: `http://localhost:${server.port}`,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'idempotency-key': randomUUID(),
    };
    return { method: 'POST', path: '/api/my-restaurants', headers, body };
  };
  let saved = LISTED_PLACES;
  const nextPlace = () => ({ from: 'maps', placeId: `bench-place-${(saved += 1)}` });
  const byHand = () => ({
    from: 'hand',
    name: `할머니집 ${(saved += 1)}`,
    address: '서울특별시 종로구 예시로 3',
    coordinates: { lat: 37.57, lng: 126.98 },
  });
  return {
    '100 places': { server, status: 200, next: () => list(1 + someOf(SHORT_LISTS)) },
    '1,000 places': { server, status: 200, next: () => list(SHORT_LISTS + 1 + someOf(LONG_LISTS)) },
    save: { server, status: 201, next: () => save(nextPlace()) },
    'by hand': { server, status: 201, next: () => save(byHand()) },
  };
}
