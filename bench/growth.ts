/**
 * `node bench/growth.ts`: the cost of reading a list of 100, a shared list of 100, a journal of 10 and the statistics,
 * and of searching and saving a place, while the number of saved restaurants grows from ten thousand to ten million
 * (BENCH_LINKS: maximum). The number of journal entries grows as well. Lists are read from the tables, not from the
 * cache. At the same time as each size, a database of constant size is measured, so that other load of the machine
 * affects both.
 */
import { randomUUID } from 'node:crypto';
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts';
import { type BenchServer, cookieOfSession, startServer } from './bench-server.ts';
import { asTable, compare, cpuRatio, type Round, type Variant, verdict } from './compare.ts';
import {
  JOURNAL_LENGTH,
  LIST_LENGTH,
  loadCatalogue,
  loadLists,
  loadShares,
  loadShortJournals,
  MEMBERS,
  placeOf,
  PLACES,
  sessionOf,
  shareOf,
  SHARES_EACH,
  smallWorld,
} from './generated-lists.ts';
import type { LoadRequest } from './load-generator.ts';
import { importGeneratedRegister } from './places-database.ts';
import { typedSearches } from './typed-keys.ts';

const KINDS = ['list', 'shared list', 'journal', 'statistics', 'search', 'save'] as const;
type Kind = (typeof KINDS)[number];
type World = { database: BenchDatabase; server: BenchServer };

/**
 * Number of members in the smallest size. At every size, the requests of the variants named `same` come from these
 * members.
 */
const FIRST_MEMBERS = 100;
const SIZES = [10_000, 100_000, 1_000_000, 10_000_000].filter(
  (links) => links <= Number(process.env.BENCH_LINKS ?? 10_000_000),
);

const still = await openWorld(await openBenchDatabase(smallWorld));
const growing = await openWorld(
  await openBenchDatabase({
    name: 'bench_growing_world',
    load: (pool) => loadCatalogue(pool, { places: PLACES }),
  }),
);
await growing.database.pool.query('truncate restaurant_lists, my_restaurants cascade');
await growing.database.pool.query('delete from users');

const REGISTER_ROWS = 100_000;
const searches = typedSearches(1_000);
let turn = 0;

/** Number of places of each member, including those that the current measurement has saved. */
const lengths = new Map<number, number>();
const requests: Record<Kind, (member: number, port: number) => LoadRequest> = {
  list: (member) => ({
    method: 'GET',
    path: '/api/my-restaurants',
    headers: { cookie: cookieOf(member) },
  }),
  'shared list': (member) => ({
    method: 'GET',
    // A server keeps up to 64 shared lists in memory. The first members have many more links, so that most requests
    // read the tables.
    path: `/shared/${shareOf(member, anyOf(SHARES_EACH))}`,
    headers: { 'accept-encoding': 'br' },
  }),
  journal: (member) => ({ method: 'GET', path: '/api/journal', headers: { cookie: cookieOf(member) } }),
  statistics: () => ({ method: 'GET', path: '/api/statistics/category-counts', headers: {} }),
  search: (member) => {
    const { keys, near } = searches[(turn += 1) % searches.length] ?? { keys: [], near: { lat: 0, lng: 0 } };
    const query = new URLSearchParams({ q: keys.at(-1) ?? '', lat: String(near.lat), lng: String(near.lng) });
    return {
      method: 'GET',
      path: `/api/places/autocomplete?${query.toString()}`,
      headers: { cookie: cookieOf(member) },
    };
  },
  save: (member, port) => {
    const slot = lengths.get(member) ?? LIST_LENGTH;
    lengths.set(member, slot + 1);
    return {
      method: 'POST',
      path: '/api/my-restaurants',
      headers: {
        cookie: cookieOf(member),
        origin: `http://localhost:${port}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({
        status: '방문 예정',
        customTags: ['점심'],
        place: { from: 'maps', placeId: placeOf({ member, slot, places: PLACES }) },
      }),
    };
  },
};

const all: Record<string, readonly Round[]> = {};
const ratios = new Map<string, number>();
let members = 0;
for (const { database } of [still, growing])
  await importGeneratedRegister({ ...database, rows: REGISTER_ROWS, folder: 'data/bench/growth' });
await loadShares(still.database.pool, { from: 1, to: MEMBERS });
await still.database.pool.query('truncate journals, journal_entries cascade');
await loadShortJournals(still.database.pool, { from: 1, to: MEMBERS });
// If an earlier run was interrupted, its saved places are still in the database.
await removeSaved(still);
for (const links of SIZES) {
  const { pool } = growing.database;
  const added = { from: members + 1, to: links / LIST_LENGTH };
  await loadLists(pool, { ...added, places: PLACES });
  await loadShares(pool, added);
  await loadShortJournals(pool, added);
  members = added.to;
  await pool.query('vacuum (freeze, analyze)');
  await pool.query('checkpoint');
  await assertFullDocuments(members);
  for (const kind of KINDS) await measure(kind, links);
}

console.log(asTable(all));
for (const kind of KINDS)
  for (const links of SIZES) {
    const grownBy = (who: 'same' | 'any') =>
      (ratios.get(`${kind} ${links} ${who}`) ?? Number.NaN) /
      (ratios.get(`${kind} ${SIZES[0]} ${who}`) ?? Number.NaN);
    console.log(
      `${kind}, ${links} links: ${grownBy('same').toFixed(2)} times the cost at ${SIZES[0]} for the same members ` +
        `${verdict('1.2 at most', grownBy('same') <= 1.2)}, ${grownBy('any').toFixed(2)} for any`,
    );
  }

for (const { server, database } of [still, growing]) {
  await server.stop();
  await database.stop();
}

async function openWorld(database: BenchDatabase): Promise<World> {
  const server = await startServer({
    connectionString: database.connectionString,
    core: 0,
    environment: { DOCUMENT_CACHE_MEGABYTES: '0' },
  });
  return { database, server };
}

/** Measures one kind of request, then removes the places that it saved. */
async function measure(kind: Kind, links: number): Promise<void> {
  const variant = (world: World, count: number): Variant => ({
    server: world.server,
    status: kind === 'save' ? 201 : 200,
    next: () => requests[kind](anyOf(count), world.server.port),
  });
  const measured = await compare({
    databasePid: growing.database.pid,
    variants: {
      beside: variant(still, MEMBERS),
      same: variant(growing, FIRST_MEMBERS),
      any: variant(growing, members),
    },
  });
  all[`${kind}, beside ${links} links`] = measured.beside;
  all[`${kind}, ${links} links, the first members`] = measured.same;
  all[`${kind}, ${links} links, any member`] = measured.any;
  ratios.set(`${kind} ${links} same`, cpuRatio(measured.same, measured.beside));
  ratios.set(`${kind} ${links} any`, cpuRatio(measured.any, measured.beside));
  if (kind === 'save') for (const world of [still, growing]) await removeSaved(world);
}

/** Removes the places that the benchmark saved. These places have no source; the loaded places have a source. */
async function removeSaved({ database }: World): Promise<void> {
  lengths.clear();
  await database.pool.query(`delete from my_restaurants where source_memo = ''`);
  await database.pool.query('truncate idempotency_keys');
}

function cookieOf(member: number): string {
  return cookieOfSession(sessionOf(member));
}

/** Returns a uniformly distributed random number, because this distribution is the worst case for a cache. */
function anyOf(count: number): number {
  return 1 + Math.floor(Math.random() * count);
}

/** Ensures that the measured list and journal contain everything that was generated, and that a search finds places. */
async function assertFullDocuments(member: number): Promise<void> {
  const { restaurants } = await read<{ restaurants: unknown[] }>(requests.list(member, growing.server.port));
  const { entries } = await read<{ entries: unknown[] }>(requests.journal(member, growing.server.port));
  if (restaurants.length !== LIST_LENGTH || entries.length !== JOURNAL_LENGTH)
    throw new Error(`Member ${member} has ${restaurants.length} places and ${entries.length} entries.`);
  const { suggestions } = await read<{ suggestions: unknown[] }>(
    requests.search(member, growing.server.port),
  );
  if (suggestions.length === 0) throw new Error('The search found nothing.');
}

async function read<Answer>({ path, headers }: LoadRequest): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${growing.server.port}${path}`, { headers });
  return (await answer.json()) as Answer;
}
