/**
 * Measures autocomplete while 1, 16 and 64 people type concurrently, with cold and warm caches. Requests go through the
 * product's server to the index that `bench/places-import.ts` created. MiniSearch searches the same places for
 * comparison. The top hit of every answer must equal the top hit of the same search without load. Some answers are
 * compared with a scan of every place.
 *
 *     node --max-old-space-size=8192 bench/places-typing.ts [--rows 2200000] [--closed 0.65]
 *
 * BENCH_SECONDS is the duration of each measurement (15). BENCH_EXHAUSTIVE is the number of searches that are compared
 * with a scan (40). BENCH_PEER=0 leaves out MiniSearch, which needs several gigabytes.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { koreanQuery, letterKey } from '#common/korean.ts';
import { searchPoint } from '#features/places/server/cells.ts';
import { CANDIDATES } from '#features/places/server/find-by-name.ts';
import { matchBonus } from '#features/places/server/order-found.ts';
import { selectPlaceByPlaceId, selectPlaces } from '#features/places/server/places.sql.ts';
import { readMeaning } from '#features/places/server/query-meaning.ts';
import { knownProfiles } from '#features/places/server/search-words.ts';
import type { ConfiguredDatabase } from '#server/database/configured-database.ts';
import { type BenchServer, cookieOfSession, startServer } from './bench-server.ts';
import { cpuBetween, processFamily, readCpu } from './cpu-meter.ts';
import { loadMembers, sessionOf, userOf } from './generated-lists.ts';
import { databaseOf, percentile, postmasterOf, readPlacesBench, table } from './places-database.ts';
import { type AllPlaces, exhaustiveSearch, readAllPlaces } from './places-exhaustive.ts';
import { type TypedSearch, typedSearches } from './typed-keys.ts';

/**
 * Milliseconds between key presses (300 key presses per minute). With a pause of 0, the next key is pressed as soon as
 * the answer arrives.
 */
const PAUSE = 200;
const PEOPLE = [1, 16, 64];
const LIMITS: Record<number, number> = { 1: 20 };
const seconds = Number(process.env.BENCH_SECONDS ?? 15);
const checked = Number(process.env.BENCH_EXHAUSTIVE ?? 40);

const bench = readPlacesBench();
const searches = typedSearches(200);
let { database, server } = await open();
const cookie = cookieOfSession(sessionOf(1));
const rows: (string | number)[][] = [];

try {
  for (const people of PEOPLE) {
    await close();
    forgetFiles();
    ({ database, server } = await open());
    rows.push(await measured('cold', { people, pause: PAUSE }));
  }
  await alone(searches);
  const answers = await alone(searches);
  for (const people of PEOPLE) rows.push(await measured('warm', { people, pause: PAUSE, answers }));
  for (const people of PEOPLE) rows.push(await measured('warm', { people, pause: 0, answers }));

  console.log(`## Autocomplete while people type, ${bench.rows.toLocaleString('en-US')} rows\n`);
  console.log(
    table(
      [
        '',
        'people',
        'a key every',
        'searches',
        '/s',
        'p50 ms',
        'p99 ms',
        'max ms',
        'CPU ms',
        'wanted p99',
        '',
      ],
      rows,
    ),
  );
  console.log(`\n${table(['on disk', 'table MB', 'indexes MB'], await sizes())}\n`);
  await compareWithScan(answers);
  if (process.env.BENCH_PEER !== '0') await compareWithPeer();
} finally {
  await close();
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

async function close(): Promise<void> {
  await server.stop();
  await database.close();
}

/** Drops the files of the database from the operating system's cache. */
function forgetFiles(): void {
  const folder = path.join(bench.folder, 'postgres', 'base');
  execFileSync('sync');
  execFileSync('find', [
    folder,
    '-type',
    'f',
    '-exec',
    'dd',
    'if={}',
    'iflag=nocache',
    'count=0',
    'status=none',
    ';',
  ]);
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

async function measured(
  state: string,
  { people, pause, answers }: { people: number; pause: number; answers?: Map<string, string | undefined> },
): Promise<(string | number)[]> {
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
        const isRight =
          status === 200 && (answers === undefined || answers.get(keyOf(typed, search)) === top);
        if (!isRight) wrong++;
        if (pause > 0) await sleep(Math.max(0, asked + pause - performance.now()));
      }
    }
  };
  await Promise.all(Array.from({ length: people }, person));
  const spent = cpuBetween(before, readCpu(processes())) / took.length;
  if (wrong > 0) throw new Error(`${wrong} of ${took.length} answers were wrong.`);
  const p99 = percentile(took, 0.99);
  const limit = state === 'warm' ? LIMITS[people] : undefined;
  return [
    state,
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
    where relkind = 'r' and relname in ('places', 'place_keys', 'place_spots', 'place_words')
    order by pg_total_relation_size(oid) desc`.execute(database.database);
  return tables.map(({ name, own, indexes }) => [name, Math.round(own), Math.round(indexes)]);
}

/**
 * Compares the top hit with a scan of every place. Places with equal cost are equally correct. The scan applies three
 * rules of the search:
 * - If a word names a region, distances are measured from the region.
 * - A place need not contain general words.
 * - If several words were typed, a place with matching words gets a bonus, which reduces its cost.
 *
 * If no place contains all words, the search requires only some of the words. Answers of such searches are not compared
 * with the scan.
 */
async function compareWithScan(answers: Map<string, string | undefined>): Promise<void> {
  const connection = database.database;
  const all = await readAllPlaces(connection);
  const typed = searches.flatMap((search) => search.keys.map((text) => ({ search, text })));
  const step = Math.max(1, Math.floor(typed.length / checked));
  const sample = typed.filter((_, at) => at % step === 0).slice(0, checked);
  const results = { right: 0, relaxed: [] as string[], wrong: [] as string[] };
  for (const { search, text } of sample) {
    const key = keyOf(text, search);
    const verdictOfKey = await isTopOfScan(all, { text, search, top: answers.get(key) });
    if (verdictOfKey === 'right') results.right++;
    else results[verdictOfKey].push(key);
  }
  console.log(
    `Top hit equal to that of a scan of every place: ${results.right} of ${sample.length - results.relaxed.length} ` +
      `(wanted: all; ${results.wrong.length === 0 ? 'pass' : 'MISS'}); ` +
      `no place contains all words: ${results.relaxed.length}` +
      results.relaxed.map((key) => `\n  relaxed: ${key}`).join('') +
      results.wrong.map((key) => `\n  not: ${key}`).join(''),
  );
}

async function isTopOfScan(
  all: AllPlaces,
  { text, search: { near }, top }: { text: string; search: TypedSearch; top: string | undefined },
): Promise<'right' | 'relaxed' | 'wrong'> {
  const connection = database.database;
  const query = koreanQuery(text);
  const point = searchPoint(near);
  const meaning = await readMeaning(connection, { query, near: point, profiles: knownProfiles(connection) });
  const { names, regions, kinds } = meaning;
  const required = [...names, ...regions, ...kinds.map((kind) => kind.text)];
  const several = 1 < query.tokens.length;
  const truth = exhaustiveSearch(all, {
    typed: several && 0 < required.length ? required.join(' ') : text,
    point: meaning.point ?? point,
    limit: several ? CANDIDATES : 10,
  });
  const rows = new Map(
    (
      await selectPlaces(
        connection,
        truth.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  const ranked = truth.flatMap(({ id, cost }) => {
    const row = rows.get(id);
    return row ? [{ row, cost: cost - (several ? matchBonus(row, { query, meaning }) : 0) }] : [];
  });
  // A place with exactly this name is always the top hit, at any distance.
  const topRow = top === undefined ? undefined : await selectPlaceByPlaceId(connection, top);
  if (topRow && letterKey(topRow.name) === letterKey(text)) return 'right';
  if (truth.length === 0) return top === undefined ? 'right' : 'relaxed';
  const best = Math.min(...ranked.map(({ cost }) => cost));
  const found = ranked.find(({ row }) => row.place_id === top);
  return found && found.cost <= best + 1e-6 ? 'right' : 'wrong';
}

async function compareWithPeer(): Promise<void> {
  const child: ChildProcess = fork('bench/peer-minisearch.ts', {
    env: { PATH: process.env.PATH, DATABASE_URL: database.connectionString },
    execArgv: ['--max-old-space-size=16384'],
  });
  const failed = once(child, 'exit').then(() => null);
  const ready = await Promise.race([once(child, 'message'), failed]);
  if (ready === null) {
    console.log(`MiniSearch: did not finish indexing ${bench.rows} places.`);
    return;
  }
  child.send({ searches: searches.flatMap(({ keys }) => keys), budgetMs: 60_000 });
  const [answer] = (await once(child, 'message')) as [
    { times: number[]; seconds: number; megabytes: number },
  ];
  child.kill();
  const { times, seconds: built, megabytes } = answer;
  const { rows: memory } = await sql<{ cache: string }>`show shared_buffers`.execute(database.database);
  console.log(
    `MiniSearch, one person, no HTTP: ${times.length} searches, p50 ${percentile(times, 0.5).toFixed(1)}, ` +
      `p99 ${percentile(times, 0.99).toFixed(1)}, max ${percentile(times, 1).toFixed(1)} ms; ` +
      `${Math.round(megabytes)} MB of memory, built in ${built.toFixed(0)} s at each start ` +
      `(ours: PostgreSQL's cache of ${Object.values(memory[0] ?? {})[0]}, no building)`,
  );
}
