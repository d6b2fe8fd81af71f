/**
 * Measures every way of typing against the index that `bench/places-import.ts` created: time and CPU per search, and
 * recall of the ten best results compared with a scan of every place.
 *
 *     node --max-old-space-size=8192 bench/places-search.ts [--rows 1000000] [--closed 0.65]
 *
 * BENCH_QUERIES is the number of searches of each kind (20). BENCH_EXHAUSTIVE states how many of these searches are
 * compared with a scan (10).
 */
import { sql } from 'kysely';
import type { Coordinates } from '#common/geo.ts';
import { localIndex } from '#features/places/server/search/local-index.ts';
import { searchPoint } from '#features/places/server/search/cells.ts';
import { readMeaning } from '#features/places/server/search/query-meaning.ts';
import { knownProfiles } from '#features/places/server/search/search-words.ts';
import { searchPlaces } from '#features/places/server/search/search-places.ts';
import { koreanQuery } from '#common/korean.ts';
import { openSearchDatabase } from '#server/database/search-database.ts';
import { verdict } from './compare.ts';
import { cpuBetween, processFamily, readCpu } from './cpu-meter.ts';
import { randomFrom } from './generated-places.ts';
import { databaseOf, percentile, postmasterOf, readPlacesBench, table } from './places-database.ts';
import { exhaustiveSearch, readAllPlaces } from './places-exhaustive.ts';
import { queryClasses, SEARCH_POINTS } from './places-queries.ts';

type Recall = { recall: number; exact: number; checked: number; misses: string[] };

const perClass = Number(process.env.BENCH_QUERIES ?? 20);
const exhaustivePerClass = Number(process.env.BENCH_EXHAUSTIVE ?? 10);
const LIMIT = 10;
const REPEATS = 3;

const bench = readPlacesBench();
const opened = await databaseOf(bench);
const { database, connectionString } = opened;
const search = openSearchDatabase({
  primary: connectionString,
  statementSeconds: 60,
  log: { info: () => {}, warn: console.error },
});
const places = localIndex(database, search);
const postmaster = postmasterOf(bench);

try {
  const { count } = await database
    .selectFrom('places')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const classes = queryClasses({ perClass });
  await warmUp();
  const speeds: (Speed & { name: string })[] = [];
  for (const { name, queries } of classes) speeds.push({ name, ...(await measure(queries)) });
  const all = await readAllPlaces(database);
  const recalls: (Recall & { name: string })[] = [];
  for (const { name, queries } of classes) recalls.push({ name, ...(await recallOf(queries)) });

  console.log(`## Search in ${count.toLocaleString('en-US')} places, ${bench.closedShare * 100} % closed\n`);
  console.log(
    table(
      ['typed', 'searches', 'wall p50', 'p99', 'max ms', 'CPU ms', 'recall@10', 'exact'],
      speeds.map(({ name, wall, cpu }, at) => [
        name,
        wall.length,
        ...[0.5, 0.99, 1].map((share) => percentile(wall, share).toFixed(1)),
        cpu.toFixed(2),
        (recalls[at]?.recall ?? Number.NaN).toFixed(4),
        `${recalls[at]?.exact} of ${recalls[at]?.checked}`,
      ]),
    ),
  );
  const walls = speeds.flatMap(({ wall }) => wall);
  const checked = recalls.reduce((sum, each) => sum + each.checked, 0);
  const recall = recalls.reduce((sum, each) => sum + each.recall * each.checked, 0) / checked;
  console.log(
    `\nAll ${walls.length} searches: wall p50 ${percentile(walls, 0.5).toFixed(1)}, p99 ${percentile(walls, 0.99).toFixed(1)} ms; ` +
      `recall@10 ${recall.toFixed(4)} over ${checked} searches.\n` +
      `wall p99 ${percentile(walls, 0.99).toFixed(1)} ms ${verdict('50 at most', percentile(walls, 0.99) <= 50, { name: 'search: p99 ms', value: percentile(walls, 0.99) })}, ` +
      `recall ${recall.toFixed(4)} ${verdict('0.98', 0.98 <= recall, { name: 'search: recall', value: recall })}`,
  );
  for (const { name, misses } of recalls)
    for (const miss of misses) console.log(`missed in “${name}”: ${miss}`);

  async function recallOf(queries: string[]): Promise<Recall> {
    let [found, wanted, exact] = [0, 0, 0];
    const misses: string[] = [];
    const checkedQueries = queries.slice(0, exhaustivePerClass);
    for (const [at, typed] of checkedQueries.entries()) {
      const near = SEARCH_POINTS[at % SEARCH_POINTS.length] as Coordinates;
      const query = koreanQuery(typed);
      // The product starts the search in the region that a word names.
      const profiles = knownProfiles(database);
      const meaning = await readMeaning(database, { query, near: searchPoint(near), profiles });
      const point = meaning.point ?? searchPoint(near);
      const truth = exhaustiveSearch(all, { typed, point, limit: LIMIT });
      const got = await search.read((connection) => searchPlaces(connection, { query, point, limit: LIMIT }));
      // Places with equal cost are equally correct.
      const worst = (truth.at(-1)?.cost ?? -Infinity) + 1e-6;
      const isRight = new Set(truth.map(({ id }) => id));
      const right = got.filter(({ id, cost }) => isRight.has(id) || cost <= worst).length;
      const hits = Math.min(right, truth.length);
      found += hits;
      wanted += truth.length;
      if (hits === truth.length) exact++;
      else misses.push(`${typed} at ${near.lat},${near.lng}: ${hits} of ${truth.length}`);
    }
    return { recall: wanted === 0 ? 1 : found / wanted, exact, checked: checkedQueries.length, misses };
  }
} finally {
  await search.close();
  await opened.close();
}

/** Reads the indexes once, because on a server that has run for some time they are in memory. */
async function warmUp(): Promise<void> {
  await sql`select sum(length(name)) from places`.execute(database);
  for (const near of SEARCH_POINTS) await places.autocomplete({ query: '국밥', near });
}

type Speed = {
  /** Milliseconds of each search. */
  wall: number[];
  /** Milliseconds of CPU per search, in the server and in PostgreSQL. */
  cpu: number;
};

async function measure(queries: string[]): Promise<Speed> {
  const random = randomFrom(3);
  const searches = queries.map((query) => ({
    query,
    near: SEARCH_POINTS[Math.floor(random() * SEARCH_POINTS.length)] as Coordinates,
  }));
  for (const search of searches) await places.autocomplete(search);
  const wall: number[] = [];
  let cpu = 0;
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    for (const search of searches) {
      const began = performance.now();
      cpu += await cpuOf(() => places.autocomplete(search));
      wall.push(performance.now() - began);
    }
  }
  return { wall, cpu: cpu / wall.length };
}

/** Returns the CPU time of this process and of PostgreSQL, without the time for reading PostgreSQL's counters. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const pids = processFamily(postmaster);
  const before = readCpu(pids);
  const own = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(own);
  return (user + system) / 1000 + cpuBetween(before, readCpu(pids));
}
