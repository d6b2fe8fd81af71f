import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { openConfiguredDatabase, type ConfiguredDatabase } from '#server/database/configured-database.ts';
import { writeRegister } from '#features/places/server/import/generated-register.test-factory.ts';

/** Common parameters of the benchmarks of places: number of rows, share of closed places, folder. */
export type PlacesBench = { rows: number; closedShare: number; folder: string };

/** Reads `--rows 1000000 --closed 0.65`. The folder is below `data/bench`, or below BENCH_DIR. */
export function readPlacesBench(): PlacesBench {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '1000000' },
      closed: { type: 'string', default: '0.65' },
    },
  });
  const folder = path.resolve(
    process.env.BENCH_DIR ?? 'data/bench',
    `places-${values.rows}-${values.closed}`,
  );
  mkdirSync(folder, { recursive: true });
  return { rows: Number(values.rows), closedShare: Number(values.closed), folder };
}

export const databaseOf = ({ folder }: PlacesBench): Promise<ConfiguredDatabase> =>
  openConfiguredDatabase({
    settings: { DATA_DIR: folder, DATABASE_URL: undefined },
    log: { info: () => {}, warn: console.error },
  });

export const postmasterOf = ({ folder }: PlacesBench): number =>
  Number(readFileSync(path.join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

/** Returns the file of the generated register of this size. The file is generated once. */
export async function registerOf({ rows, closedShare, folder }: PlacesBench): Promise<string> {
  const file = path.join(folder, 'register.csv');
  if (!existsSync(file)) await writeRegister({ file, rows, closedShare });
  return file;
}

/** Imports a generated register into the database, unless this was done before. */
export async function importGeneratedRegister({
  pool,
  connectionString,
  rows,
  folder,
}: {
  pool: pg.Pool;
  connectionString: string;
  rows: number;
  folder: string;
}): Promise<void> {
  const { rows: counted } = await pool.query<{ count: number }>('select count(*)::int4 as count from places');
  // A product that was started with this database has stored a few hundred example places. The import leaves out some
  // of the generated rows.
  if (rows / 2 < Number(counted[0]?.count)) return;
  mkdirSync(folder, { recursive: true });
  const file = await registerOf({ rows, closedShare: 0.65, folder });
  execFileSync(process.execPath, ['features/places/server/import/import-places.ts', file], {
    env: {
      ...process.env,
      DATABASE_URL: connectionString,
      DATA_DIR: folder,
      NODE_ENV: 'production',
      INSECURE_BASE_URL: 'allowed',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

export const row = (...cells: (string | number)[]): string => `| ${cells.join(' | ')} |`;

export const table = (head: string[], rows: (string | number)[][]): string =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n');

/** @param share 0.99 for the 99th percentile */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
