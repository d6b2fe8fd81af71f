/**
 * `node bench/archive.ts`: creates an archive of 10,000 places, 5,000 journal entries and 2,000 photos of 150 KB.
 * Measures CPU time and how much the server's memory grows.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import type { Archive } from '#features/transfer/archive.contract.ts';
import { openBenchDatabase } from './bench-database.ts';
import { cookieOfSession, startServer } from './bench-server.ts';
import { verdict } from './compare.ts';
import { cpuBetween, memoryMegabytes, processFamily, readCpu } from './cpu-meter.ts';
import { loadCatalogue, loadMembers, sessionOf, userOf } from './generated-lists.ts';

const PLACES = 10_000;
const ENTRIES = 5_000;
const PHOTOS = 2_000;
const DATA_DIR = 'data/bench/archive';
const WANTED = 100;

const bench = await openBenchDatabase({
  name: 'bench_archive',
  load: async (pool) => {
    await loadCatalogue(pool, { places: PLACES });
    await loadMembers(pool, { from: 1, to: 1 });
    const me = userOf(1);
    await pool.query(
      `insert into my_restaurants (user_id, restaurant_id, status, rating, review, custom_tags)
       select $1, 'bench-place-' || n, '방문 완료', 4.5, repeat('국물이 맑아요. ', 20), array['단골']
       from generate_series(1, $2::int) n`,
      [me, PLACES],
    );
    await pool.query('insert into journals (user_id) values ($1)', [me]);
    await pool.query(
      `insert into journal_entries (id, user_id, restaurant_name, visit_date, journal_text)
       select gen_random_uuid(), $1, '집 ' || n, date '2024-01-01' + n % 600, repeat('비 오는 날. ', 30)
       from generate_series(1, $2::int) n`,
      [me, ENTRIES],
    );
    await pool.query(
      `insert into photos (id, owner_id, purpose, stored_at, width, height, thumbhash, used_by, position, unused_since)
       select gen_random_uuid()::text, $1, 'review', now(), 1200, 900, 'AAAA', $1 || ':bench-place-' || n, 0, null
       from generate_series(1, $2::int) n`,
      [me, PHOTOS],
    );
  },
});
await bench.pool.query('delete from archives');
const folder = `${DATA_DIR}/photos/review-photos`;
if (!existsSync(folder)) {
  mkdirSync(folder, { recursive: true });
  const { rows } = await bench.pool.query<{ id: string }>('select id from photos');
  for (const { id } of rows) writeFileSync(`${folder}/${id}.webp`, randomBytes(150_000));
}

const server = await startServer({
  connectionString: bench.connectionString,
  environment: { DATA_DIR },
});
const origin = `http://localhost:${server.port}`;
const headers = { cookie: cookieOfSession(sessionOf(1)), origin, 'idempotency-key': randomUUID() };
const current = async (method = 'GET') => {
  const answer = await fetch(`${origin}/api/my-data/archive`, { method, headers });
  return ((await answer.json()) as { archive: Archive | null }).archive;
};
await current();
const before = memoryMegabytes([server.pid]);
const database = processFamily(bench.pid);
const started = [readCpu([server.pid]), readCpu(database)] as const;
let peak = before;
const watch = setInterval(() => (peak = Math.max(peak, memoryMegabytes([server.pid]))), 20);
await current('POST');
let archive = await current();
while (archive?.state === 'pending') {
  await new Promise((resolve) => setTimeout(resolve, 500));
  archive = await current();
}
const file = await fetch(`${origin}/api/my-data/archive/${archive?.id}/file`, { headers });
let bytes = 0;
for await (const chunk of file.body ?? []) bytes += (chunk as Uint8Array).length;
clearInterval(watch);
const seconds = (at: 0 | 1, pids: number[]) => (cpuBetween(started[at], readCpu(pids)) / 1000).toFixed(1);
console.log(`${archive?.state}, ${(bytes / 1e6).toFixed(0)} MB downloaded`);
console.log(
  `CPU: server ${seconds(0, [server.pid])} s, PostgreSQL ${seconds(1, processFamily(bench.pid))} s`,
);
console.log(
  `memory of the server: ${before.toFixed(0)} MB before, ${peak.toFixed(0)} at most ${verdict(`+${WANTED}`, peak - before <= WANTED, { name: 'archive: memory, MB', value: peak - before })}`,
);
await server.stop();
await bench.stop();
