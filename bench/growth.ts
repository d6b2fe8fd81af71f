/**
 * `node bench/growth.ts`: cost of reading a list of 100 while all members' saved restaurants grow from ten thousand
 * to ten million (BENCH_LINKS: maximum). Each size is measured together with a constant one, to cancel out
 * disturbances of the machine.
 */
import { openBenchDatabase } from './bench-database.ts';
import { cookieOfSession, startServer } from './bench-server.ts';
import { asTable, compare, cpuRatio, type Round, verdict } from './compare.ts';
import {
  LIST_LENGTH,
  loadCatalogue,
  loadLists,
  MEMBERS,
  PLACES,
  sessionOf,
  smallWorld,
} from './generated-lists.ts';

/** Members of the smallest size; their lists are read at every size. */
const FIRST_MEMBERS = 100;
const SIZES = [10_000, 100_000, 1_000_000, 10_000_000].filter(
  (links) => links <= Number(process.env.BENCH_LINKS ?? 10_000_000),
);

const still = await openBenchDatabase(smallWorld);
const growing = await openBenchDatabase({
  name: 'bench_growing_world',
  load: (pool) => loadCatalogue(pool, { places: PLACES }),
});
await growing.pool.query('truncate restaurant_lists, my_restaurants');
await growing.pool.query('delete from users');
const beside = await startServer({
  connectionString: still.connectionString,
  core: 0,
});
const grown = await startServer({
  connectionString: growing.connectionString,
  core: 0,
});

const all: Record<string, readonly Round[]> = {};
const ratios: { same: number; any: number }[] = [];
let members = 0;
for (const links of SIZES) {
  await loadLists(growing.pool, { from: members + 1, to: links / LIST_LENGTH, places: PLACES });
  members = links / LIST_LENGTH;
  await growing.pool.query(
    'vacuum (freeze, analyze) my_restaurants, restaurant_lists, users, sessions, memberships',
  );
  await growing.pool.query('checkpoint');

  await assertFullList(links / LIST_LENGTH);
  const measured = await compare({
    databasePid: growing.pid,
    variants: {
      beside: { server: beside, status: 200, next: () => listOf(anyOf(MEMBERS)) },
      same: { server: grown, status: 200, next: () => listOf(anyOf(FIRST_MEMBERS)) },
      any: { server: grown, status: 200, next: () => listOf(anyOf(members)) },
    },
  });
  all[`beside ${links} links`] = measured.beside;
  all[`${links} links, the same hundred members`] = measured.same;
  all[`${links} links, any member`] = measured.any;
  ratios.push({
    same: cpuRatio(measured.same, measured.beside),
    any: cpuRatio(measured.any, measured.beside),
  });
}

console.log(asTable(all));
SIZES.forEach((links, at) => {
  const grownBy = (who: 'same' | 'any') =>
    (ratios[at]?.[who] ?? Number.NaN) / (ratios[0]?.[who] ?? Number.NaN);
  console.log(
    `${links} links: ${grownBy('same').toFixed(2)} times the cost at ${SIZES[0]} for the same members ` +
      `${verdict('1.2 at most', grownBy('same') <= 1.2, { name: `growth of the list: ${links} links`, value: grownBy('same') })}, ${grownBy('any').toFixed(2)} for any`,
  );
});

await Promise.all([beside.stop(), grown.stop()]);
await growing.stop();
await still.stop();

function listOf(member: number) {
  return {
    method: 'GET',
    path: '/api/my-restaurants',
    headers: { cookie: cookieOfSession(sessionOf(member)) },
  };
}

/** Uniformly distributed, the worst case for a cache. */
function anyOf(count: number): number {
  return 1 + Math.floor(Math.random() * count);
}

/** Ensures that the measured list is not empty. */
async function assertFullList(member: number): Promise<void> {
  const { path, headers } = listOf(member);
  const answer = await fetch(`http://127.0.0.1:${grown.port}${path}`, { headers });
  const { restaurants } = (await answer.json()) as { restaurants: unknown[] };
  if (restaurants.length !== LIST_LENGTH)
    throw new Error(`Member ${member} has ${restaurants.length} places.`);
}
