import { Worker } from 'node:worker_threads';
import type pg from 'pg';
import { createSession } from './session.ts';

export type DrawProgress = { step: 'keys' | 'indexes'; done: number; total: number };

/** Places per task of a worker. */
const RANGE = 5_000;
const WORKERS = 2;

/**
 * Rebuilds the search tables from all places, next to the old ones, which serve searches until both are swapped in one
 * step. For a first load, or if most places changed, this is several times faster than changing the tables row by row.
 * The caller holds the lock on the index (`lockIndex`).
 */
export async function drawSearchTables({
  connectionString,
  onProgress = () => {},
}: {
  connectionString: string;
  onProgress?: (progress: DrawProgress) => void;
}): Promise<void> {
  const { client, end } = await createSession(connectionString);
  try {
    await client.query(`
      drop table if exists place_keys_next, place_spots_next, place_terms_next;
      create table place_keys_next (like place_keys) with (autovacuum_enabled = off);
      create table place_spots_next (like place_spots) with (autovacuum_enabled = off);
      create table place_terms_next (like place_terms) with (autovacuum_enabled = off)`);
    await writeKeys({ client, connectionString, onProgress });
    await sortKeys(client);
    await buildIndexes({ connectionString, onProgress });
    await Promise.all([
      inSession(connectionString, (other) => other.query('analyze places')),
      client.query('vacuum (analyze) place_keys_next'),
      client.query('vacuum (analyze) place_spots_next'),
      client.query('vacuum (analyze) place_terms_next'),
    ]);
    await takeOver(client);
  } finally {
    await end();
  }
}

async function writeKeys({
  client,
  connectionString,
  onProgress,
}: {
  client: pg.ClientBase;
  connectionString: string;
  onProgress: (progress: DrawProgress) => void;
}): Promise<void> {
  const { rows } = await client.query<{ last: number | null; total: number }>(
    'select max(id) as last, count(*)::int4 as total from places',
  );
  const { last, total } = rows[0] as { last: number | null; total: number };
  const ranges = Array.from({ length: Math.ceil((last ?? 0) / RANGE) }, (_, n) => n * RANGE);
  let done = 0;
  const works = Array.from({ length: Math.min(WORKERS, ranges.length) }, () => {
    const worker = new Worker(new URL('./key-worker.ts', import.meta.url), {
      workerData: { connectionString, now: Date.now() },
      resourceLimits: { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 24 },
    });
    return new Promise<void>((resolve, reject) => {
      const next = () => {
        const after = ranges.shift();
        worker.postMessage(after === undefined ? null : { after, upTo: after + RANGE });
      };
      worker.on('message', (places: number) => {
        done += places;
        onProgress({ step: 'keys', done, total });
        next();
      });
      worker.on('error', reject);
      worker.on('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`A worker exited with code ${code}.`)),
      );
      next();
    });
  });
  await Promise.all(works);
}

/** Stores the keys of an area together, so that reading an area reads few pages. */
const sortKeys = (client: pg.ClientBase) =>
  client.query(`
    set maintenance_work_mem = '64MB';
    create index place_keys_block_letters_next on place_keys_next (block, left(letters, 4)) ${PACKED};
    cluster place_keys_next using place_keys_block_letters_next`);

/** Freshly drawn, they are packed full; changes later are few. */
const PACKED = 'with (fillfactor = 100)';

const INDEXES = [
  [
    'place_keys_letters',
    `on place_keys_next (letters) include (place_id, block, liveliness, x, y) ${PACKED}`,
  ],
  ['place_keys_initials', `on place_keys_next (initials) ${PACKED}`],
  ['place_keys_block_initials', `on place_keys_next (block, left(initials, 2)) ${PACKED}`],
  ['place_keys_sample', 'on place_keys_next (letters) where place_id % 64 = 0'],
  ['place_terms_term', `on place_terms_next (term) include (place_id, x, y) ${PACKED}`],
  ['place_spots_spot', 'on place_spots_next using gist (spot) include (place_id, category_id)'],
] as const;

/** On two connections, because there are at least two cores. */
async function buildIndexes({
  connectionString,
  onProgress,
}: {
  connectionString: string;
  onProgress: (progress: DrawProgress) => void;
}): Promise<void> {
  const waiting = [...INDEXES];
  let done = 0;
  const builder = () =>
    inSession(connectionString, async (client) => {
      await client.query(`set maintenance_work_mem = '64MB'; set max_parallel_maintenance_workers = 0`);
      for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
        await client.query(`create index ${index[0]}_next ${index[1]}`);
        onProgress({ step: 'indexes', done: ++done, total: INDEXES.length });
      }
    });
  await Promise.all([builder(), builder()]);
}

async function inSession(
  connectionString: string,
  work: (client: pg.ClientBase) => Promise<unknown>,
): Promise<void> {
  const { client, end } = await createSession(connectionString);
  try {
    await work(client);
  } finally {
    await end();
  }
}

/** The same settings as in migration 0014. */
const TIDIED_OFTEN = 'autovacuum_vacuum_scale_factor = 0.002, autovacuum_vacuum_insert_scale_factor = 0.002';

/** Searches wait during the swap. */
const takeOver = (client: pg.ClientBase) =>
  client.query(`
    begin;
    drop table place_keys, place_spots, place_terms;
    alter table place_keys_next rename to place_keys;
    alter table place_spots_next rename to place_spots;
    alter table place_terms_next rename to place_terms;
    alter table place_keys reset (autovacuum_enabled);
    alter table place_keys set (${TIDIED_OFTEN});
    alter table place_spots reset (autovacuum_enabled);
    alter table place_spots set (${TIDIED_OFTEN});
    alter table place_terms reset (autovacuum_enabled);
    alter table place_terms set (${TIDIED_OFTEN});
    alter index place_keys_block_letters_next rename to place_keys_block_letters;
    ${INDEXES.map(([name]) => `alter index ${name}_next rename to ${name};`).join('\n')}
    update place_index_state set is_behind = false;
    commit`);
