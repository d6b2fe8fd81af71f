/**
 * `node bench/migrations.ts`: time and locks of the migrations since number BENCH_FROM (50) on BENCH_LINKS (10 million)
 * saved restaurants. Loads a database with the schema before these migrations, then applies them one by one. Meanwhile
 * one client reads a list and another changes one. The result shows the longest wait of each client, which is the
 * longest wait of a member. A new database is loaded for each run.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate, readMigrations } from '#server/database/migrate.ts';
import { openBenchDatabase } from './bench-database.ts';
import { verdict } from './compare.ts';
import { LIST_LENGTH, loadCatalogue, loadLists, PLACES, userOf } from './generated-lists.ts';
import { table } from './places-database.ts';

const LINKS = Number(process.env.BENCH_LINKS ?? 10_000_000);
const FROM = Number(process.env.BENCH_FROM ?? 50);
/** Maximum milliseconds that a request may wait for a lock. */
const LONGEST_WAIT = 1_000;
const NAME = 'bench_migrations';
/** Every change of a list raises the version of the list. */
const CHANGE = `
  with raised as (update restaurant_lists set version = version + 1 where user_id = $1)
  update my_restaurants set rating = 5 where user_id = $1 and status = '방문 완료'`;
const FOLDER = path.resolve('server/database/migrations');

// Opening this empty database starts PostgreSQL.
const database = await openBenchDatabase({ name: 'bench_empty', load: async () => {} });
await database.pool.query(`drop database if exists ${NAME} with (force)`);
await database.pool.query(`create database ${NAME}`);
const url = new URL(database.connectionString);
url.pathname = `/${NAME}`;
const connectionString = url.href;

const folder = mkdtempSync(path.join(os.tmpdir(), 'momokzi-migrations-'));
const names = (await readMigrations()).map(({ name }) => name);
const isNew = (name: string) => FROM <= Number(name.slice(0, 4));
const addFile = (name: string) => copyFileSync(path.join(FOLDER, name), path.join(folder, name));
names.filter((name) => !isNew(name)).forEach(addFile);
await migrate({ connectionString, folder });

const pool = new pg.Pool({ connectionString, max: 4 });
await loadCatalogue(pool, { places: PLACES });
await loadLists(pool, { from: 1, to: LINKS / LIST_LENGTH, places: PLACES });
await pool.query('vacuum (freeze, analyze)');
await pool.query('checkpoint');

const rows: (string | number)[][] = [];
for (const name of names.filter(isNew)) {
  addFile(name);
  const reader = startClient('select count(*) from my_restaurants where user_id = $1');
  const writer = startClient(CHANGE);
  const began = performance.now();
  await migrate({ connectionString, folder });
  const took = performance.now() - began;
  const [read, written] = [await reader.stop(), await writer.stop()];
  rows.push([name.replace('.sql', ''), ...[took, read, written].map((time) => time.toFixed(0))]);
}
const waits = rows.flatMap(([, , read, written]) => [Number(read), Number(written)]);
console.log(
  `## ${names.filter(isNew).length} migrations, ${LINKS.toLocaleString('en-US')} saved restaurants\n`,
);
console.log(table(['migration', 'ms', 'longest read ms', 'longest change ms'], rows));
const longest = Math.max(...waits);
console.log(
  `\nlongest wait of a member: ${longest.toFixed(0)} ms ${verdict(`${LONGEST_WAIT} ms`, longest <= LONGEST_WAIT, { name: 'migrations: longest wait of a member, ms', value: longest })}`,
);

await pool.end();
rmSync(folder, { recursive: true });
await database.pool.query(`drop database ${NAME} with (force)`);
await database.stop();

/** Repeats a statement with random members. `stop` returns the milliseconds of the slowest execution. */
function startClient(statement: string): { stop: () => Promise<number> } {
  let [isRunning, slowest] = [true, 0];
  const work = (async () => {
    while (isRunning) {
      const member = 1 + Math.floor((Math.random() * LINKS) / LIST_LENGTH);
      const began = performance.now();
      await pool.query(statement, [userOf(member)]);
      slowest = Math.max(slowest, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  return {
    stop: async () => {
      isRunning = false;
      await work;
      return slowest;
    },
  };
}
