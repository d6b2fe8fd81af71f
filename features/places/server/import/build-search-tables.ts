import { Worker } from 'node:worker_threads';
import type pg from 'pg';
import { createSession } from './session.ts';

export type DrawProgress = { step: 'keys' | 'indexes'; done: number; total: number };

/** Tables that a killed rebuild may leave; a backup leaves them out. */
export const REBUILD_TABLES = [
  ...['place_keys_drawn', 'place_terms_drawn'],
  ...['place_keys_next', 'place_spots_next', 'place_terms_next'],
];

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
      drop table if exists place_keys_drawn, place_terms_drawn, place_keys_next, place_spots_next, place_terms_next;
      create unlogged table place_keys_drawn (
        sort_key bigint not null, place_id integer, block smallint, liveliness smallint, x integer, y integer,
        letters text collate "C", initials text collate "C"
      ) with (autovacuum_enabled = off);
      create unlogged table place_terms_drawn (like place_terms) with (autovacuum_enabled = off);
      create table place_keys_next (like place_keys) with (autovacuum_enabled = off);
      create table place_spots_next (like place_spots) with (autovacuum_enabled = off);
      create table place_terms_next (like place_terms) with (autovacuum_enabled = off)`);
    await writeKeys({ client, connectionString, onProgress });
    const progress = { done: 0, total: OTHER_INDEXES.length + INDEXES_OF_KEYS.length };
    const onIndex = () => onProgress({ step: 'indexes', ...progress, done: ++progress.done });
    // Two connections, because there are at least two cores.
    await Promise.all([
      sortKeys(client),
      inSession(connectionString, async (other) => {
        await sortTerms(other);
        await buildIndexes(other, { indexes: [...OTHER_INDEXES], onIndex });
        await other.query('vacuum (analyze) place_spots_next');
        await other.query('vacuum (analyze) place_terms_next');
        await other.query('analyze places');
      }),
    ]);
    const waiting = [...INDEXES_OF_KEYS];
    await Promise.all([
      buildIndexes(client, { indexes: waiting, onIndex }),
      inSession(connectionString, (other) => buildIndexes(other, { indexes: waiting, onIndex })),
    ]);
    await client.query('analyze place_keys_next');
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
async function sortKeys(client: pg.ClientBase): Promise<void> {
  await client.query(`
    set work_mem = '64MB';
    insert into place_keys_next (place_id, block, liveliness, x, y, letters, initials)
    select place_id, block, liveliness, x, y, letters, initials from place_keys_drawn order by sort_key`);
  await client.query('drop table place_keys_drawn');
  // Before the indexes exist, one pass over the table is enough.
  await client.query('vacuum place_keys_next');
}

/** Freshly drawn, they are packed full; changes later are few. */
const PACKED = 'with (fillfactor = 100)';

/** Stores equal and similar terms together, so that their rows are in few pages and the index needs no columns. */
async function sortTerms(client: pg.ClientBase): Promise<void> {
  await client.query(`
    set work_mem = '64MB';
    insert into place_terms_next (term, place_id, x, y) select term, place_id, x, y from place_terms_drawn order by term`);
  await client.query('drop table place_terms_drawn');
}

const INDEXES_OF_KEYS = [
  [
    'place_keys_letters',
    `on place_keys_next (letters) include (place_id, block, liveliness, x, y) ${PACKED}`,
  ],
  ['place_keys_block_letters', `on place_keys_next (block, left(letters, 4)) ${PACKED}`],
  ['place_keys_initials', `on place_keys_next (left(initials, 6)) ${PACKED}`],
  ['place_keys_block_initials', `on place_keys_next (block, left(initials, 3)) ${PACKED}`],
  ['place_keys_sample', `on place_keys_next (letters) where place_id % 64 = 0`],
  ['place_keys_sample_initials', `on place_keys_next (initials) where place_id % 64 = 0`],
] as const;

const OTHER_INDEXES = [
  ['place_terms_term', `on place_terms_next (term) ${PACKED}`],
  ['place_spots_spot', `on place_spots_next using gist (spot) include (place_id, category_id) ${PACKED}`],
] as const;

/** Builds and removes the first index of the list until it is empty. */
async function buildIndexes(
  client: pg.ClientBase,
  { indexes, onIndex }: { indexes: (readonly [string, string])[]; onIndex: () => void },
): Promise<void> {
  await client.query(`set maintenance_work_mem = '64MB'; set max_parallel_maintenance_workers = 0`);
  for (let index = indexes.shift(); index !== undefined; index = indexes.shift()) {
    await client.query(`create index ${index[0]}_next ${index[1]}`);
    onIndex();
  }
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
const FREQUENT_VACUUM =
  'autovacuum_vacuum_scale_factor = 0.002, autovacuum_vacuum_insert_scale_factor = 0.002';

/** Searches wait during the swap. */
const takeOver = (client: pg.ClientBase) =>
  client.query(`
    begin;
    drop table place_keys, place_spots, place_terms;
    alter table place_keys_next rename to place_keys;
    alter table place_spots_next rename to place_spots;
    alter table place_terms_next rename to place_terms;
    alter table place_keys reset (autovacuum_enabled);
    alter table place_keys set (${FREQUENT_VACUUM});
    alter table place_spots reset (autovacuum_enabled);
    alter table place_spots set (${FREQUENT_VACUUM});
    alter table place_terms reset (autovacuum_enabled);
    alter table place_terms set (${FREQUENT_VACUUM});
    ${[...INDEXES_OF_KEYS, ...OTHER_INDEXES].map(([name]) => `alter index ${name}_next rename to ${name};`).join('\n')}
    update place_index_state set is_behind = false;
    commit`);
