/**
 * Imports a generated licence register into an empty database as `npm run places:import` does. Measures rows per second
 * including indexing, peak memory, and size on disk. Then imports the same file again, and a file in which 1 % of the
 * rows have changed, as after a month.
 *
 *     node bench/places-import.ts [--rows 1000000] [--closed 0.65]
 */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { writeRegister } from '#features/places/server/import/generated-register.test-factory.ts';
import { verdict } from './compare.ts';
import { databaseOf, readPlacesBench, registerOf, table } from './places-database.ts';

const bench = readPlacesBench();
rmSync(path.join(bench.folder, 'postgres'), { recursive: true, force: true });
const file = await registerOf(bench);
const monthLater = path.join(bench.folder, 'register-later.csv');
await writeRegister({ ...bench, file: monthLater, renamedEvery: 100 });

// The database starts before the import, so that its processes are measured separately.
const database = await databaseOf(bench);
try {
  const runs = [
    ['empty database', await timedImport(file)],
    ['the same file again', await timedImport(file)],
    ['a month later, 1 % changed', await timedImport(monthLater)],
  ] as const;
  console.log(
    `## Import of ${bench.rows.toLocaleString('en-US')} rows, ${bench.closedShare * 100} % closed\n`,
  );
  console.log(
    table(
      ['', 'wall s', 'rows/s', 'peak RSS MB'],
      runs.map(([name, run]) => [
        name,
        run.seconds.toFixed(1),
        Math.round(bench.rows / run.seconds).toLocaleString('en-US'),
        run.peakMegabytes.toFixed(0),
      ]),
    ),
  );
  const [, { seconds, peakMegabytes: memory }] = runs[0];
  const speed = bench.rows / seconds;
  console.log(
    `\nempty database: ${Math.round(speed)} rows/s ${verdict('30,000', 30_000 <= speed)}, ` +
      `${memory.toFixed(0)} MB ${verdict('300 at most', memory <= 300)}`,
  );
  console.log(`\n${runs.map(([name, run]) => `${name}:\n${run.output}`).join('\n')}`);
  console.log(`\n${table(['on disk', 'rows', 'table MB', 'indexes MB'], await sizes())}`);
} finally {
  await database.close();
}

type Run = {
  seconds: number;
  peakMegabytes: number;
  output: string;
};

async function timedImport(input: string): Promise<Run> {
  const began = performance.now();
  const importing = spawn(
    process.execPath,
    [
      // The script `places:import` in package.json has the same option.
      '--max-semi-space-size=4',
      'features/places/server/import/import-places.ts',
      input,
      '--report',
      path.join(bench.folder, 'report.csv'),
    ],
    {
      env: { ...process.env, DATA_DIR: bench.folder, NODE_ENV: 'production', INSECURE_BASE_URL: 'allowed' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  importing.stdout.on('data', (text) => (output += text));
  importing.stderr.on('data', (text) => (process.env.VERBOSE ? process.stderr.write(text) : text));
  const pid = importing.pid as number;
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, peakMegabytesOf(pid))), 50);
  const code = await new Promise<number | null>((resolve) => importing.once('exit', resolve));
  clearInterval(timer);
  if (code !== 0) throw new Error(`The import ended with ${code}: ${output}`);
  return {
    seconds: (performance.now() - began) / 1000,
    peakMegabytes: peak,
    output: output.trim(),
  };
}

/** Returns the peak memory of the process (VmHWM) in megabytes; 0 if the process has ended. */
function peakMegabytesOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

async function sizes(): Promise<(string | number)[][]> {
  const { rows } = await sql<{ name: string; rows: number; own: number; indexes: number }>`
    select c.relname as name, c.reltuples::float8 as rows, pg_table_size(c.oid) / 1e6 as own, pg_indexes_size(c.oid) / 1e6 as indexes
    from pg_class c where c.relkind = 'r' and c.relname in ('places', 'place_words')
    order by pg_total_relation_size(c.oid) desc`.execute(database.database);
  return rows.map((each) => [
    each.name,
    each.rows.toLocaleString('en-US'),
    Number(each.own).toFixed(0),
    Number(each.indexes).toFixed(0),
  ]);
}
