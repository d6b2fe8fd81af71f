/**
 * `node bench/preview-images.ts`: CPU time of the preview image of a share link. Measures the first image of a new
 * process, later images of other links, and an image that the process has stored. The first image loads the font and
 * the libraries.
 */
import { openBenchDatabase } from './bench-database.ts';
import { type BenchServer, startServer } from './bench-server.ts';
import { median, verdict } from './compare.ts';
import { cpuBetween, processFamily, readCpu } from './cpu-meter.ts';
import { loadCatalogue, loadLists, loadShares, shareOf } from './generated-lists.ts';

const LIMITS = { first: 150, later: 30 };
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** Number of members with a list of 100 places. It is below the number of images that a process stores (64). */
const MEMBERS = 60;

const database = await openBenchDatabase({
  name: 'bench_previews',
  load: async (pool) => {
    await loadCatalogue(pool, { places: 10_000 });
    await loadLists(pool, { from: 1, to: MEMBERS, places: 10_000 });
    await loadShares(pool, { from: 1, to: MEMBERS });
  },
});

const times: Record<'first' | 'later' | 'stored', number[]> = { first: [], later: [], stored: [] };
let firstWall = 0;
for (let round = 0; round < ROUNDS; round += 1) {
  const server = await startServer({ connectionString: database.connectionString });
  const began = performance.now();
  times.first.push(await cpuOfImage(server, 1));
  firstWall = Math.max(firstWall, performance.now() - began);
  for (let member = 2; member <= MEMBERS; member += 1) times.later.push(await cpuOfImage(server, member));
  for (let member = 2; member <= MEMBERS; member += 1) times.stored.push(await cpuOfImage(server, member));
  await server.stop();
}
await database.stop();

report('first image', median(times.first), LIMITS.first);
report('later images', median(times.later), LIMITS.later);
console.log(`stored images: ${median(times.stored).toFixed(1)} ms of CPU`);
console.log(`first image: at most ${firstWall.toFixed(0)} ms of wall time in ${ROUNDS} processes`);

/** Requests the image of a member's link. Returns the milliseconds of CPU of the server and PostgreSQL. */
async function cpuOfImage(server: BenchServer, member: number): Promise<number> {
  const processes = () => readCpu([server.pid, ...processFamily(database.pid)]);
  const before = processes();
  const answer = await fetch(`http://127.0.0.1:${server.port}/shared/${shareOf(member)}/card.png`);
  const image = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200 || image.subarray(1, 4).toString() !== 'PNG')
    throw new Error(`The image of member ${member} was answered with ${answer.status}.`);
  return cpuBetween(before, processes());
}

function report(what: string, measured: number, limit: number): void {
  console.log(
    `${what}: ${measured.toFixed(1)} ms of CPU ${verdict(`${limit} ms`, measured <= limit, { name: `preview images: ${what}, ms`, value: measured })}`,
  );
}
