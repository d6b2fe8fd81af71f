/**
 * Measures the place search in the index that `bench/places-import.ts` created: one person who types, and every way of
 * typing, through HTTP; and recall of the ten best results compared with a scan of every place.
 *
 *     node --max-old-space-size=8192 bench/places-search.ts [--rows 1000000] [--closed 0.65]
 *
 * BENCH_QUERIES is the number of searches of each kind (20). BENCH_EXHAUSTIVE states how many of these searches are
 * compared with a scan (10).
 */
import { koreanQuery } from '#common/korean.ts';
import type { Coordinates } from '#common/geo.ts';
import { searchPoint } from '#features/places/server/search/cells.ts';
import {
  type AllPlaces,
  exhaustiveSearch,
  readAllPlaces,
} from '#features/places/server/search/exhaustive-search.test-factory.ts';
import { readMeaning } from '#features/places/server/search/query-meaning.ts';
import { searchPlaces } from '#features/places/server/search/search-places.ts';
import { knownProfiles } from '#features/places/server/search/search-words.ts';
import { queryClasses, SEARCH_POINTS } from '#features/places/server/search/typed-queries.test-factory.ts';
import { cookieOfSession, startServer } from './bench-server.ts';
import { verdict } from './compare.ts';
import { cpuBetween, processFamily, readCpu } from './cpu-meter.ts';
import { loadMembers, sessionOf, userOf } from './generated-lists.ts';
import { databaseOf, percentile, postmasterOf, readPlacesBench, table } from './places-database.ts';
import { typedSearches } from './typed-keys.ts';

type Search = { query: string; near: Coordinates };
type Recall = { found: number; wanted: number; exact: number; checked: number };

const perClass = Number(process.env.BENCH_QUERIES ?? 20);
const exhaustivePerClass = Number(process.env.BENCH_EXHAUSTIVE ?? 10);
const LIMIT = 10;
const REPEATS = 3;

const bench = readPlacesBench();
const opened = await databaseOf(bench);
const { database, connectionString } = opened;
const member = await database.selectFrom('users').where('id', '=', userOf(1)).select('id').executeTakeFirst();
if (member === undefined) await loadMembers(opened.pool, { from: 1, to: 1 });
const server = await startServer({ connectionString });
const cookie = cookieOfSession(sessionOf(1));

try {
  const typed = typedSearches(200).flatMap(({ keys, near }) => keys.map((query) => ({ query, near })));
  const typing = await measure(typed);
  const classes = queryClasses({ perClass }).map(({ name, queries }) => ({
    name,
    searches: queries.map((query, at): Search => ({ query, near: pointAt(at) })),
  }));
  const speeds: { wall: number[]; cpu: number }[] = [];
  for (const { searches } of classes) speeds.push(await measure(searches, REPEATS));
  const all = await readAllPlaces(database);
  const recalls: Recall[] = [];
  for (const { searches } of classes)
    recalls.push(await recallOf(all, searches.slice(0, exhaustivePerClass)));

  const rows = [
    ['one person typing', ...speedCells(typing), '', ''],
    ...classes.map(({ name }, at) => {
      const { found, wanted, exact, checked } = recalls[at] as Recall;
      const recall = wanted === 0 ? 1 : found / wanted;
      return [name, ...speedCells(speeds[at]!), recall.toFixed(4), `${exact} of ${checked}`];
    }),
  ];
  console.log(`## Search in ${all.ids.length.toLocaleString('en-US')} places\n`);
  console.log(table(['typed', 'searches', 'p50', 'p99', 'max ms', 'CPU ms', 'recall@10', 'exact'], rows));
  const p99 = percentile(typing.wall, 0.99);
  const slowest = Math.max(...speeds.map(({ wall }) => percentile(wall, 0.99)));
  const sum = (figure: 'found' | 'wanted') => recalls.reduce((total, each) => total + each[figure], 0);
  const recall = sum('found') / sum('wanted');
  console.log(
    `\none person typing: p99 ${p99.toFixed(1)} ms ${verdict('50 at most', p99 <= 50)}, ` +
      `slowest kind: p99 ${slowest.toFixed(1)} ms ${verdict('100 at most', slowest <= 100)}, ` +
      `recall ${recall.toFixed(4)} ${verdict('0.98', 0.98 <= recall)}`,
  );
} finally {
  await server.stop();
  await opened.close();
}

function pointAt(at: number): Coordinates {
  return SEARCH_POINTS[at % SEARCH_POINTS.length] as Coordinates;
}

/** Sends the searches one after the other. The first round is a warm-up. CPU is that of the server and PostgreSQL. */
async function measure(searches: readonly Search[], repeats = 1): Promise<{ wall: number[]; cpu: number }> {
  for (const search of searches) await ask(search);
  const cpu = () => readCpu([server.pid, ...processFamily(postmasterOf(bench))]);
  const before = cpu();
  const wall: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const search of searches) {
      const began = performance.now();
      await ask(search);
      wall.push(performance.now() - began);
    }
  }
  return { wall, cpu: cpuBetween(before, cpu()) / wall.length };
}

async function ask({ query, near }: Search): Promise<void> {
  const parameters = new URLSearchParams({ q: query, lat: String(near.lat), lng: String(near.lng) });
  const answer = await fetch(
    `http://127.0.0.1:${server.port}/api/places/autocomplete?${parameters.toString()}`,
    { headers: { cookie } },
  );
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`A search was answered with ${answer.status}.`);
}

function speedCells({ wall, cpu }: { wall: number[]; cpu: number }): (string | number)[] {
  return [wall.length, ...[0.5, 0.99, 1].map((share) => percentile(wall, share).toFixed(1)), cpu.toFixed(2)];
}

async function recallOf(all: AllPlaces, searches: readonly Search[]): Promise<Recall> {
  const recall: Recall = { found: 0, wanted: 0, exact: 0, checked: searches.length };
  for (const { query: typed, near } of searches) {
    const query = koreanQuery(typed);
    // The product starts the search in the region that a word names.
    const profiles = knownProfiles(database);
    const meaning = await readMeaning(database, { query, near: searchPoint(near), profiles });
    const point = meaning.point ?? searchPoint(near);
    const truth = exhaustiveSearch(all, { typed, point, limit: LIMIT });
    const got = await searchPlaces(database, { query, point, limit: LIMIT });
    // Places with equal cost are equally correct.
    const worst = (truth.at(-1)?.cost ?? -Infinity) + 1e-6;
    const isRight = new Set(truth.map(({ id }) => id));
    const right = got.filter(({ id, cost }) => isRight.has(id) || cost <= worst).length;
    const hits = Math.min(right, truth.length);
    recall.found += hits;
    recall.wanted += truth.length;
    if (hits === truth.length) recall.exact++;
    else console.log(`missed: ${typed} at ${near.lat},${near.lng}: ${hits} of ${truth.length}`);
  }
  return recall;
}
