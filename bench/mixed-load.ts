/**
 * `node bench/mixed-load.ts`: measures the memory of one server under an hour of mixed requests at a steady rate.
 * Prints a line every ten seconds and fits straight lines to the samples. BENCH_MINUTES (60) and BENCH_RATE (requests
 * per second, 20) change the load. LOAD_OUT names a file for the samples and the fitted lines. LOAD_IMPORT is a module
 * that the server loads first.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { phoneJpeg } from '#features/photos/server/photos.test-factory.ts';
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts';
import { cookieOfSession, startServer } from './bench-server.ts';
import { loadCatalogue, loadLists, sessionOf } from './generated-lists.ts';

const MINUTES = Number(process.env.BENCH_MINUTES ?? 60);
const RATE = Number(process.env.BENCH_RATE ?? 20);
const MEMBERS = 500;
const PLACES = 20_000;
const SAMPLE_MS = 10_000;
const TOKEN = 'figures-of-the-mixed-load';

const database = await openBenchDatabase({
  name: 'bench_mixed_load',
  load: async (pool) => {
    await loadCatalogue(pool, { places: PLACES });
    await loadLists(pool, { from: 1, to: MEMBERS, places: PLACES });
  },
});
const server = await startServer({
  connectionString: database.connectionString,
  environment: {
    METRICS_TOKEN: TOKEN,
    ...(process.env.LOAD_IMPORT && { NODE_OPTIONS: `--import ${process.env.LOAD_IMPORT}` }),
  },
});
const origin = `http://localhost:${server.port}`;
const photo = await phoneJpeg({ width: 2048, height: 1536 });

type Call = { method?: string; path: string; headers?: Record<string, string>; body?: string | Uint8Array };

const json = (member: number | null, method: string, path: string, value: unknown): Call => ({
  method,
  path,
  headers: {
    // A sign-in sends no cookie, because the server would end the session of that cookie.
    ...(member === null ? { origin } : as(member)),
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  },
  body: JSON.stringify(value),
});
const as = (member: number) => ({ cookie: cookieOfSession(sessionOf(member)), origin });
const any = (count: number) => 1 + Math.floor(Math.random() * count);
const place = () => `bench-place-${any(PLACES)}`;
const email = () => `load-${randomUUID()}@bench.example`;

/** The kinds of requests. `share` states how frequent a kind is. */
const KINDS: [share: number, make: () => Call][] = [
  [20, () => ({ path: '/api/my-restaurants', headers: as(any(MEMBERS)) })],
  [5, () => ({ path: '/api/me', headers: as(any(MEMBERS)) })],
  [10, () => ({ path: `/api/restaurants/${place()}`, headers: as(any(MEMBERS)) })],
  [
    10,
    () => ({
      path: `/api/places/autocomplete?q=${SYLLABLES[any(SYLLABLES.length) - 1]}`,
      headers: as(any(MEMBERS)),
    }),
  ],
  [5, () => ({ path: '/api/journal', headers: as(any(MEMBERS)) })],
  [10, () => ({ path: '/', headers: { 'accept-encoding': 'br' } })],
  [5, () => ({ path: '/faq', headers: { 'accept-encoding': 'gzip' } })],
  [5, () => ({ path: `/api/no-such-address/${randomUUID()}` })],
  [3, () => ({ path: `/shared/${randomUUID()}` })],
  [
    10,
    () => json(any(MEMBERS), 'POST', '/api/my-restaurants', { place: { from: 'maps', placeId: place() } }),
  ],
  [
    5,
    () =>
      json(any(MEMBERS), 'PATCH', `/api/my-restaurants/${place()}`, { review: `다시 갔다 ${randomUUID()}` }),
  ],
  [
    5,
    () =>
      json(any(MEMBERS), 'POST', '/api/journal/entries', {
        restaurantName: '모먹 국밥',
        visitDate: 1_700_006_400_000,
        journalText: '맛있었다. '.repeat(20),
      }),
  ],
  [1, () => json(null, 'POST', '/api/account/sign-in', { email: email(), password: 'bowl-of-rice' })],
  [
    1,
    () =>
      json(null, 'POST', '/api/account/sign-up', {
        nickname: '모먹',
        email: email(),
        password: 'bowl-of-rice',
        passwordConfirm: 'bowl-of-rice',
        isFourteenOrOlder: true,
      }),
  ],
  [
    1,
    () => ({
      method: 'POST',
      path: '/api/photos?purpose=journal',
      headers: { ...as(any(MEMBERS)), 'content-type': 'image/jpeg', 'idempotency-key': randomUUID() },
      body: new Uint8Array(photo),
    }),
  ],
];
const SYLLABLES = ['국밥', 'ㄱㅂ', '온달', '하늘 국수', 'rnrqkq', '시장', '카페', '골목 횟집'];
const wheel = KINDS.flatMap(([share, make]) => Array.from({ length: share }, () => make));

const statuses = new Map<string, number>();
type Sample = {
  minute: number;
  rss: number;
  heap: number;
  external: number;
  files: number;
  connections: number;
};
const samples: Sample[] = [];
const startedAt = Date.now();
let sent = 0;
let pending = 0;
const sampling = setInterval(() => void sample(), SAMPLE_MS);

while (Date.now() - startedAt < MINUTES * 60_000) {
  const due = ((Date.now() - startedAt) / 1000) * RATE;
  // At most 20 requests are in progress. On a slow machine fewer requests are sent, so that no queue grows.
  if (sent < due && pending < 20) {
    sent = Math.max(sent + 1, Math.floor(due) - RATE);
    pending += 1;
    void ask(wheel[any(wheel.length) - 1]?.() as Call).finally(() => (pending -= 1));
  } else await sleep(10);
}
clearInterval(sampling);
await sample();
report();
await server.stop();
await database.stop();

async function ask({ method = 'GET', path, headers = {}, body }: Call): Promise<void> {
  const kind = `${method} ${path.split('?')[0]?.replace(/[^/]*\d[^/]*/g, ':id')}`;
  const status = await fetch(origin + path, {
    method,
    headers,
    redirect: 'manual',
    ...(body && { body: body as never }),
  })
    .then(async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    })
    .catch(() => 0);
  statuses.set(`${kind} ${status}`, (statuses.get(`${kind} ${status}`) ?? 0) + 1);
}

async function sample(): Promise<void> {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  const metrics = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    .then((answer) => answer.text())
    .catch(() => '');
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1] ?? 0) / 1e6;
  const row = {
    minute: (Date.now() - startedAt) / 60_000,
    rss: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024,
    heap: figure('nodejs_heap_size_used_bytes'),
    external: figure('nodejs_external_memory_bytes'),
    files: readdirSync(`/proc/${server.pid}/fd`).length,
    connections: await connectionsOf(database.pool),
  };
  samples.push(row);
  const figures = Object.values(row).map((value) => value.toFixed(1));
  console.log(figures.join(' '));
}

function report(): void {
  for (const [kind, count] of [...statuses].sort(([one], [other]) => one.localeCompare(other)))
    console.log(`${count}\t${kind}`);
  const fits = [0, MINUTES / 4, MINUTES / 2].map((from) => {
    const part = samples.filter(({ minute }) => minute >= from);
    const slope = (of: keyof Sample) => slopeOf(part.map((row) => [row.minute, row[of]]));
    return {
      from,
      rss: slope('rss'),
      heap: slope('heap'),
      external: slope('external'),
      files: slope('files'),
      connections: slope('connections'),
    };
  });
  for (const { from, ...slopes } of fits) {
    const parts = Object.entries(slopes).map(([of, slope]) => `${of} ${slope.toFixed(2)}`);
    console.log(`from minute ${from}, a minute (MB or number): ${parts.join(', ')}`);
  }
  const failures = [...statuses].filter(([kind]) => / (0|5\d\d)$/.test(kind));
  const summary = { minutes: MINUTES, requests: sent, failures: Object.fromEntries(failures), fits, samples };
  if (process.env.LOAD_OUT) writeFileSync(process.env.LOAD_OUT, JSON.stringify(summary));
}

async function connectionsOf(pool: BenchDatabase['pool']): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::int from pg_stat_activity where datname = current_database() and backend_type = 'client backend'",
  );
  return rows[0]?.count ?? 0;
}

/** Returns the slope of the least-squares line. */
function slopeOf(points: [x: number, y: number][]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))];
  const above = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0);
  return above / points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
}
