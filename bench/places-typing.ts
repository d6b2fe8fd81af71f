/**
 * Measures autocomplete through HTTP while 1 and 16 people type in the index that `bench/places-import.ts` created.
 *
 *     node bench/places-typing.ts [--rows 2200000] [--closed 0.65]
 *
 * BENCH_SECONDS is the duration of each measurement (15).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ConfiguredDatabase } from '#server/database/configured-database.ts';
import { type BenchServer, cookieOfSession, startServer } from './bench-server.ts';
import { cpuBetween, processFamily, readCpu } from './cpu-meter.ts';
import { loadMembers, sessionOf, userOf } from './generated-lists.ts';
import { databaseOf, percentile, postmasterOf, readPlacesBench, table } from './places-database.ts';
import { type TypedSearch, typedSearches } from './typed-keys.ts';

/**
 * Milliseconds between key presses (300 key presses per minute). With a pause of 0, the next key is pressed as soon as
 * the answer arrives.
 */
const PAUSE = 200;
const PEOPLE = [1, 16];
/** Limits of the 99th percentile in milliseconds, by the number of people. */
const LIMITS: Record<number, number> = { 1: 50 };
const seconds = Number(process.env.BENCH_SECONDS ?? 15);

const bench = readPlacesBench();
const searches = typedSearches(200);
const { database, server } = await open();
const cookie = cookieOfSession(sessionOf(1));
const rows: (string | number)[][] = [];

try {
  await alone(searches);
  const answers = await alone(searches);
  for (const people of PEOPLE) rows.push(await measured({ people, pause: PAUSE, answers }));
  for (const people of PEOPLE) rows.push(await measured({ people, pause: 0, answers }));

  console.log(`## Autocomplete while people type, ${bench.rows.toLocaleString('en-US')} rows\n`);
  console.log(
    table(
      ['people', 'a key every', 'searches', '/s', 'p50 ms', 'p99 ms', 'max ms', 'CPU ms', 'wanted p99', ''],
      rows,
    ),
  );
  console.log(`\n${table(['on disk', 'table MB', 'indexes MB'], await sizes())}\n`);
} finally {
  await server.stop();
  await database.close();
}

async function open(): Promise<{ database: ConfiguredDatabase; server: BenchServer }> {
  const opened = await databaseOf(bench);
  const member = await opened.database
    .selectFrom('users')
    .where('id', '=', userOf(1))
    .select('id')
    .executeTakeFirst();
  if (member === undefined) await loadMembers(opened.pool, { from: 1, to: 1 });
  const { connectionString } = opened;
  return { database: opened, server: await startServer({ connectionString }) };
}

type Answer = { status: number; top: string | undefined };
function keyOf(typed: string, { near }: TypedSearch): string {
  return `${typed} ${near.lat},${near.lng}`;
}

async function ask(typed: string, { near }: TypedSearch): Promise<Answer> {
  const query = new URLSearchParams({ q: typed, lat: String(near.lat), lng: String(near.lng) });
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/places/autocomplete?${query.toString()}`, {
    headers: { cookie },
  });
  const { suggestions } = (await answer.json()) as { suggestions?: { placeId: string }[] };
  return { status: answer.status, top: suggestions?.[0]?.placeId };
}

/** Returns the answers for every key of every search, without load: the requests are sent one after the other. */
async function alone(all: readonly TypedSearch[]): Promise<Map<string, string | undefined>> {
  const answers = new Map<string, string | undefined>();
  for (const search of all)
    for (const typed of search.keys) answers.set(keyOf(typed, search), (await ask(typed, search)).top);
  return answers;
}

async function measured({
  people,
  pause,
  answers,
}: {
  people: number;
  pause: number;
  /** The top hit without load, which every answer must equal. */
  answers: Map<string, string | undefined>;
}): Promise<(string | number)[]> {
  const took: number[] = [];
  let [wrong, next] = [0, 0];
  const processes = () => [server.pid, ...processFamily(postmasterOf(bench))];
  const before = readCpu(processes());
  const began = performance.now();
  const end = began + seconds * 1000;
  const person = async () => {
    // Each person starts at a random time, so that people do not type at the same moments.
    await sleep(Math.random() * pause);
    while (performance.now() < end) {
      const search = searches[next++ % searches.length] as TypedSearch;
      for (const typed of search.keys) {
        const asked = performance.now();
        const { status, top } = await ask(typed, search);
        took.push(performance.now() - asked);
        if (status !== 200 || answers.get(keyOf(typed, search)) !== top) wrong++;
        if (pause > 0) await sleep(Math.max(0, asked + pause - performance.now()));
      }
    }
  };
  await Promise.all(Array.from({ length: people }, person));
  const spent = cpuBetween(before, readCpu(processes())) / took.length;
  if (wrong > 0) throw new Error(`${wrong} of ${took.length} answers were wrong.`);
  const p99 = percentile(took, 0.99);
  const limit = LIMITS[people];
  return [
    people,
    pause === 0 ? 'no pause' : `${pause} ms`,
    took.length,
    Math.round((1000 * took.length) / (performance.now() - began)),
    percentile(took, 0.5).toFixed(1),
    p99.toFixed(1),
    percentile(took, 1).toFixed(1),
    spent.toFixed(2),
    limit ?? '',
    limit === undefined ? '' : p99 <= limit ? 'pass' : 'MISS',
  ];
}

async function sizes(): Promise<(string | number)[][]> {
  const { rows: tables } = await sql<{ name: string; own: number; indexes: number }>`
    select relname as name, pg_table_size(oid) / 1e6 as own, pg_indexes_size(oid) / 1e6 as indexes from pg_class
    where relkind = 'r' and relname in ('places', 'place_words')
    order by pg_total_relation_size(oid) desc`.execute(database.database);
  return tables.map(({ name, own, indexes }) => [name, Math.round(own), Math.round(indexes)]);
}
