/**
 * `node bench/my-list.ts`: reads a list of 100 places, which is joined with a catalogue of a million places. Some
 * requests get the whole list, others get 304. The product is compared in the same run with a server of node:http and
 * pg that runs the same query.
 */
import { openBenchDatabase } from './bench-database.ts';
import { cookieOfSession, readTags, startServer } from './bench-server.ts';
import { asTable, compare, cpuRatio, verdict } from './compare.ts';
import type { LoadRequest } from './load-generator.ts';
import { LIST_LENGTH, MEMBERS, sessionOf, smallWorld, userOf } from './generated-lists.ts';

const database = await openBenchDatabase(smallWorld);
const { connectionString } = database;
const product = await startServer({ connectionString, core: 0 });
const reading = await startServer({
  connectionString,
  core: 0,
  environment: { DOCUMENT_CACHE_MEGABYTES: '0' },
});
const bare = await startServer({ script: 'bench/bare-my-list.ts', connectionString, core: 0 });

const cookies = Array.from({ length: MEMBERS + 1 }, (_, n) => cookieOfSession(sessionOf(n)));
let turn = 0;
const someMember = () => 1 + (turn = (turn + 1) % MEMBERS);
/**
 * Number of members whose lists are read. The number is small, so that the server keeps all of these lists in memory.
 * The lists of all members would exceed the default limit.
 */
const READERS = 100;
const someReader = () => 1 + (turn = (turn + 1) % READERS);
const get = (path: string, headers = {}): LoadRequest => ({ method: 'GET', path, headers });
const list = (n: number, headers = {}) =>
  get('/api/my-restaurants', { cookie: cookies[n] ?? '', ...headers });

/** Headers that a browser sends for our own pages. Requests with these headers get compressed answers. */
const AS_A_BROWSER = { 'sec-fetch-site': 'same-origin', 'accept-encoding': 'gzip, deflate, br, zstd' };

await assertEqualAnswers();
const tags = await readTags({ server: product, count: READERS, list });
const measured = await compare({
  databasePid: database.pid,
  variants: {
    bare: { server: bare, status: 200, next: () => get(`/${userOf(someMember())}`) },
    'list, read': { server: reading, status: 200, next: () => list(someMember()) },
    'list, read, compressed': {
      server: reading,
      status: 200,
      next: () => list(someMember(), AS_A_BROWSER),
    },
    list: { server: product, status: 200, next: () => list(someReader()) },
    'list, compressed': { server: product, status: 200, next: () => list(someReader(), AS_A_BROWSER) },
    'bare, unchanged': { server: bare, status: 304, next: () => get(`/unchanged/${userOf(someReader())}`) },
    unchanged: {
      server: product,
      status: 304,
      next: () => {
        const n = someReader();
        return list(n, { 'if-none-match': tags[n] ?? '' });
      },
    },
  },
});

console.log(asTable(measured));
const share = cpuRatio(measured.bare, measured['list, read']);
console.log(
  `list, read from the tables: ${(100 * share).toFixed(0)} % of bare by CPU ${verdict('90 %', 0.9 <= share, { name: 'list: bare by ours', value: share })}`,
);
const unchanged = cpuRatio(measured['bare, unchanged'], measured.unchanged);
console.log(
  `unchanged: ${(100 * unchanged).toFixed(0)} % of a bare look-up by CPU ` +
    verdict('75 %', 0.75 <= unchanged, { name: 'unchanged list: bare by ours', value: unchanged }),
);
const cheaper = cpuRatio(measured['list, read, compressed'], measured['list, compressed']);
console.log(
  `written before, compared with read from the tables: ${cheaper.toFixed(1)} times cheaper by CPU ` +
    verdict('4', 4 <= cheaper, { name: 'list: written before, times cheaper', value: cheaper }),
);

await Promise.all([product.stop(), reading.stop(), bare.stop()]);
await database.stop();

/** Checks before measuring that both servers return the same places in the same order. */
async function assertEqualAnswers(): Promise<void> {
  for (const n of [1, 500, MEMBERS]) {
    const [ours, theirs] = await Promise.all([
      fetch(`http://127.0.0.1:${product.port}/api/my-restaurants`, { headers: { cookie: cookies[n] ?? '' } }),
      fetch(`http://127.0.0.1:${bare.port}/${userOf(n)}`),
    ]);
    const ids = async (answer: Response) =>
      ((await answer.json()) as { restaurants: { id: string }[] }).restaurants.map(({ id }) => id).join();
    const [a, b] = [await ids(ours), await ids(theirs)];
    if (a !== b || a.split(',').length !== LIST_LENGTH)
      throw new Error(`The answers for member ${n} differ.`);
  }
}
