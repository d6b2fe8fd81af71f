/**
 * Benchmarks every way of typing against the index that `bench/places-import.ts` created: time and CPU per search, and
 * recall of the ten best results compared with a scan of every place.
 *
 * node --max-old-space-size=8192 bench/places-search.ts [--rows 1000000] [--closed 0.65]
 *
 * BENCH_QUERIES: searches of each kind (20), BENCH_EXHAUSTIVE: how many of them are checked (10).
 */
import { sql } from 'kysely';
import type { Coordinates } from '#common/geo.ts';
import { localIndex } from '#features/places/server/local-index.ts';
import { searchPoint } from '#features/places/server/cells.ts';
import { searchPlaces } from '#features/places/server/search-places.ts';
import { koreanQuery } from '#common/korean.ts';
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
const { database } = opened;
const postmaster = postmasterOf(bench);

try {
  const { places } = await database
    .selectFrom('places')
    .select((eb) => eb.fn.countAll<number>().as('places'))
    .executeTakeFirstOrThrow();
  const classes = queryClasses({ perClass });
  await warmUp();
  const speeds = [];
  for (const { name, queries } of classes) speeds.push({ name, ...(await measure(queries)) });
  const all = await readAllPlaces(database);
  const recalls: (Recall & { name: string })[] = [];
  for (const { name, queries } of classes) recalls.push({ name, ...(await recallOf(queries)) });

  console.log(`## Search in ${places.toLocaleString('en-US')} places, ${bench.closedShare * 100} % closed\n`);
  console.log(
    table(
      ['typed', 'searches', 'wall p50', 'p99', 'max ms', 'CPU p50', 'p99', 'max ms', 'recall@10', 'exact'],
      speeds.map(({ name, wall, cpu }, at) => [
        name,
        wall.length,
        ...[0.5, 0.99, 1].map((share) => percentile(wall, share).toFixed(1)),
        ...[0.5, 0.99, 1].map((share) => percentile(cpu, share).toFixed(1)),
        (recalls[at]?.recall ?? Number.NaN).toFixed(4),
        `${recalls[at]?.exact} of ${recalls[at]?.checked}`,
      ]),
    ),
  );
  const walls = speeds.flatMap(({ wall }) => wall);
  const cpus = speeds.flatMap(({ cpu }) => cpu);
  const checked = recalls.reduce((sum, each) => sum + each.checked, 0);
  const recall = recalls.reduce((sum, each) => sum + each.recall * each.checked, 0) / checked;
  console.log(
    `\nAll ${walls.length} searches: wall p50 ${percentile(walls, 0.5).toFixed(1)}, p99 ${percentile(walls, 0.99).toFixed(1)} ms; ` +
      `CPU (PostgreSQL and Node) p50 ${percentile(cpus, 0.5).toFixed(1)}, p99 ${percentile(cpus, 0.99).toFixed(1)} ms; ` +
      `recall@10 ${recall.toFixed(4)} over ${checked} searches.\n` +
      `wall p99 ${percentile(walls, 0.99).toFixed(1)} ms ${verdict('20 at most', percentile(walls, 0.99) <= 20)}, ` +
      `recall ${recall.toFixed(4)} ${verdict('0.99', 0.99 <= recall)}`,
  );
  for (const { name, misses } of recalls)
    for (const miss of misses) console.log(`missed in “${name}”: ${miss}`);

  async function recallOf(queries: string[]): Promise<Recall> {
    let [found, wanted, exact] = [0, 0, 0];
    const misses: string[] = [];
    const checkedQueries = queries.slice(0, exhaustivePerClass);
    for (const [at, typed] of checkedQueries.entries()) {
      const near = SEARCH_POINTS[at % SEARCH_POINTS.length] as Coordinates;
      const point = searchPoint(near);
      const truth = exhaustiveSearch(all, { typed, point, limit: LIMIT });
      const { places: got } = await searchPlaces(database, {
        query: koreanQuery(typed),
        point,
        limit: LIMIT,
      });
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
  await opened.close();
}

/** Reads the indexes once, as on a server that has been running. */
async function warmUp(): Promise<void> {
  await sql`select count(*) from place_keys where letters >= ' ' and block >= 0`.execute(database);
  await sql`select count(initials) from place_keys where block >= 0`.execute(database);
  await sql`select sum(length(name)) from places`.execute(database);
  const places = localIndex(database);
  for (const near of SEARCH_POINTS) await places.autocomplete({ query: '국밥', near });
}

async function measure(queries: string[]): Promise<{ wall: number[]; cpu: number[] }> {
  const places = localIndex(database);
  const random = randomFrom(3);
  const wall: number[] = [];
  const cpu: number[] = [];
  for (const typed of queries) {
    const near = SEARCH_POINTS[Math.floor(random() * SEARCH_POINTS.length)] as Coordinates;
    await places.autocomplete({ query: typed, near });
    for (let repeat = 0; repeat < REPEATS; repeat++) {
      const processes = [process.pid, ...processFamily(postmaster)];
      const before = readCpu(processes);
      const began = performance.now();
      await places.autocomplete({ query: typed, near });
      wall.push(performance.now() - began);
      cpu.push(cpuBetween(before, readCpu(processes)));
    }
  }
  return { wall, cpu };
}
