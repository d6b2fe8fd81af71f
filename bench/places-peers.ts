/**
 * Runs the searches of `places-search.ts` also with MiniSearch and pg_trgm. Both contain only the first BENCH_PEER_ROWS
 * places (200,000), because MiniSearch needs 6 GB for a million.
 *
 * For pg_trgm, BENCH_TRGM_URL must name a PostgreSQL server with this extension and a UTF-8 locale. With Debian's
 * `postgresql`, run as the user `postgres`: `initdb --locale=C.UTF-8 -D DIR`, `pg_ctl -D DIR -o '-p 5499' start`,
 * `createdb -p 5499 trgm`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import pg from 'pg';
import type { Connection } from '#server/database/database.ts';
import { cpuBetween, readCpu } from './cpu-meter.ts';
import { percentile, table } from './places-database.ts';

export type PeerSearch = { query: string; x: number; y: number };

const ROWS = Number(process.env.BENCH_PEER_ROWS ?? 200_000);
/** Maximum milliseconds for all searches of one peer. */
const BUDGET = 60_000;

/** Prints a table of the peers that are available. */
export async function comparePeers(given: {
  connection: Connection;
  connectionString: string;
  searches: readonly PeerSearch[];
}): Promise<void> {
  const rows = [await miniSearch(given), await trigrams(given)];
  const head = ['peer', 'places', 'searches', 'p50 ms', 'p99', 'max', 'CPU ms', ''];
  console.log(`\n${table(head, rows)}`);
}

const numbersOf = (times: readonly number[]) =>
  [0.5, 0.99, 1].map((share) => percentile(times, share).toFixed(1));

async function miniSearch({
  connectionString,
  searches,
}: {
  connectionString: string;
  searches: readonly PeerSearch[];
}): Promise<(string | number)[]> {
  const child: ChildProcess = fork('bench/peer-minisearch.ts', {
    env: { PATH: process.env.PATH, DATABASE_URL: connectionString, BENCH_PEER_ROWS: String(ROWS) },
    execArgv: ['--max-old-space-size=8192'],
  });
  const ready = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => null)]);
  if (ready === null) return ['MiniSearch', ROWS, 0, '', '', '', '', 'did not finish indexing'];
  const before = readCpu([child.pid as number]);
  child.send({ searches: searches.map(({ query }) => query), budgetMs: BUDGET });
  const [{ times, seconds, megabytes }] = (await once(child, 'message')) as [
    { times: number[]; seconds: number; megabytes: number },
  ];
  const cpu = cpuBetween(before, readCpu([child.pid as number])) / times.length;
  child.kill();
  const remark = `no distance, infix or initials; ${Math.round(megabytes)} MB, built in ${seconds.toFixed(0)} s`;
  return ['MiniSearch', ROWS, times.length, ...numbersOf(times), cpu.toFixed(2), remark];
}

async function trigrams({
  connection,
  searches,
}: {
  connection: Connection;
  searches: readonly PeerSearch[];
}): Promise<(string | number)[]> {
  const connectionString = process.env.BENCH_TRGM_URL;
  if (connectionString === undefined) return ['pg_trgm', '', 0, '', '', '', '', 'BENCH_TRGM_URL is not set'];
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await loadTrigrams(client, connection);
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pids = rows.map(({ pid }) => pid);
    const before = readCpu(pids);
    const times: number[] = [];
    const end = performance.now() + BUDGET;
    for (const { query, x, y } of searches) {
      if (end < performance.now()) break;
      const patterns = query.split(' ').map((word) => `%${word}%`);
      const began = performance.now();
      // Each word is in the name or the address; the nearest places come first.
      const conditions = patterns.map((_, at) => `name || ' ' || address ilike $${at + 3}`).join(' and ');
      await client.query(
        `select id, name, address from peer_places where ${conditions}
         order by (x - $1) * (x - $1) + (y - $2) * (y - $2) limit 10`,
        [x, y, ...patterns],
      );
      times.push(performance.now() - began);
    }
    const cpu = cpuBetween(before, readCpu(pids)) / times.length;
    const remark = 'CPU of PostgreSQL only; no initials, half syllables or mistakes';
    return ['pg_trgm', ROWS, times.length, ...numbersOf(times), cpu.toFixed(2), remark];
  } finally {
    await client.end();
  }
}

async function loadTrigrams(client: pg.Client, connection: Connection): Promise<void> {
  await client.query(`
    create extension if not exists pg_trgm;
    drop table if exists peer_places;
    create table peer_places (id int primary key, name text, address text, x float8, y float8)`);
  for (let after = 0, count = 0; count < ROWS;) {
    const { rows } = await sql<{ id: number }>`
      select p.id, p.name, p.address, s.spot[0] as x, s.spot[1] as y
      from places p left join place_spots s on s.place_id = p.id
      where p.id > ${after} order by p.id limit ${Math.min(20_000, ROWS - count)}`.execute(connection);
    if (rows.length === 0) break;
    await client.query(
      'insert into peer_places select * from json_to_recordset($1) as r (id int, name text, address text, x float8, y float8)',
      [JSON.stringify(rows)],
    );
    after = rows.at(-1)?.id ?? after;
    count += rows.length;
  }
  await client.query(`create index on peer_places using gin ((name || ' ' || address) gin_trgm_ops)`);
  await client.query('vacuum analyze peer_places');
}
