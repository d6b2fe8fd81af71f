import { Worker } from 'node:worker_threads';
import type pg from 'pg';
import type { IndexTask } from './key-worker.ts';
import { deleteUnsortedRows, selectExtent } from './place-rows.sql.ts';
import { createSession, type Session } from './session.ts';

export type RebuildProgress = { step: 'keys' | 'indexes'; done: number; total: number };

/** Tables that may remain in the database after a rebuild was killed. Backups exclude these tables. */
export const REBUILD_TABLES = [
  ...['place_keys_drawn', 'place_terms_drawn'],
  ...['place_keys_next', 'place_spots_next', 'place_terms_next'],
];

/** Number of places in one task of a worker. */
const RANGE = 5_000;
/**
 * Number of worker threads. A server has at least two cores. While a file is being read, reading and storing rows
 * already use more than one core.
 */
const WORKERS = { whileReading: 1, afterwards: 2 };
/**
 * A second worker starts only if more ranges than this remain to be indexed. Starting a worker takes as long as
 * indexing this number of ranges.
 */
const RANGES_PER_WORKER = 20;

/**
 * Rebuilds the search tables from all places. To index a place means to write its rows into the new tables. Searches
 * use the old tables until the new tables replace them in one step. If many places are new or changed, a rebuild is
 * several times faster than changing the old tables row by row. Stored places can be indexed while further places are
 * imported. The caller holds the lock on the index (`lockIndex`) until the rebuild ends.
 */
export type SearchTablesRebuild = {
  /** Starts to index all places up to this id. The rows of these places must be committed. */
  indexUpTo: (id: number) => Promise<void>;
  /** Marks places that changed after `indexUpTo`. `finish` indexes these places again. */
  reindex: (ids: readonly number[]) => void;
  /** Indexes the remaining places and replaces the search tables. */
  finish: (onProgress?: (progress: RebuildProgress) => void) => Promise<void>;
  /** Stops an unfinished rebuild. Its tables remain until the next rebuild drops them. */
  close: () => Promise<void>;
};

export function rebuildSearchTables(connectionString: string): SearchTablesRebuild {
  let writer: KeyWriter | undefined;
  let plannedUpTo = 0;
  const changed = new Set<number>();

  const indexUpTo = async (id: number) => {
    if (writer === undefined) {
      await inSession(connectionString, createTables);
      writer = keyWriter(connectionString);
    }
    writer.start(WORKERS.whileReading);
    // The last, incomplete range is indexed by `finish`, when all of its places are stored.
    for (; plannedUpTo + RANGE <= id; plannedUpTo += RANGE)
      writer.add({ after: plannedUpTo, upTo: plannedUpTo + RANGE });
  };

  const finish = async (onProgress: (progress: RebuildProgress) => void = () => {}) => {
    const { client, connection, end } = await createSession(connectionString);
    try {
      const { last, total } = await selectExtent(connection);
      await indexUpTo(last + RANGE);
      const keys = writer as KeyWriter;
      if (keys.waiting() > RANGES_PER_WORKER) keys.start(WORKERS.afterwards);
      await keys.whenIdle((done) => onProgress({ step: 'keys', done, total }));
      if (changed.size > 0) {
        const ids = [...changed];
        await deleteUnsortedRows(connection, ids);
        for (let at = 0; at < ids.length; at += RANGE) keys.add({ ids: ids.slice(at, at + RANGE) });
        await keys.whenIdle(() => {});
      }
      await keys.close();
      await buildTables({ client, connectionString, onProgress });
    } finally {
      await end();
    }
  };

  return {
    indexUpTo,
    reindex: (ids) => {
      // A place that is not indexed yet will be indexed with its changes.
      if (writer !== undefined) for (const id of ids) if (id <= plannedUpTo) changed.add(id);
    },
    finish,
    close: async () => writer?.close(),
  };
}

const createTables = ({ client }: Session) =>
  client.query(`
    drop table if exists ${REBUILD_TABLES.join(', ')};
    create unlogged table place_keys_drawn (
      sort_key bigint not null, place_id integer, block smallint, liveliness smallint, x integer, y integer,
      location_mask integer, letters text collate "C", initials text collate "C"
    ) with (autovacuum_enabled = off);
    create unlogged table place_terms_drawn (like place_terms) with (autovacuum_enabled = off);
    create table place_spots_next (like place_spots) with (autovacuum_enabled = off)`);

async function buildTables({
  client,
  connectionString,
  onProgress,
}: {
  client: pg.ClientBase;
  connectionString: string;
  onProgress: (progress: RebuildProgress) => void;
}): Promise<void> {
  const progress = { done: 0, total: OTHER_INDEXES.length + INDEXES_OF_KEYS.length };
  const onIndex = () => onProgress({ step: 'indexes', ...progress, done: ++progress.done });
  // A server has at least two cores, so two connections work at the same time.
  await Promise.all([
    sortKeys(client),
    inSession(connectionString, async ({ client: other }) => {
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
    inSession(connectionString, ({ client: other }) => buildIndexes(other, { indexes: waiting, onIndex })),
  ]);
  await client.query('analyze place_keys_next');
  await swapTables(client);
}

/** Worker threads that index places. They write to tables that are not sorted yet. */
type KeyWriter = {
  add: (task: IndexTask) => void;
  /** Returns the number of tasks that no thread has started. */
  waiting: () => number;
  /** Starts threads until `workers` threads run. */
  start: (workers: number) => void;
  /**
   * Resolves when all tasks are done.
   * @throws the first error of a thread
   */
  whenIdle: (onProgress: (places: number) => void) => Promise<void>;
  close: () => Promise<void>;
};

function keyWriter(connectionString: string): KeyWriter {
  const tasks: IndexTask[] = [];
  const workers: Worker[] = [];
  const idle = new Set<Worker>();
  let done = 0;
  let failure: unknown;
  let isClosed = false;
  let notify = () => {};

  const assign = () => {
    for (const worker of idle) {
      const task = tasks.shift();
      if (task === undefined) return;
      idle.delete(worker);
      worker.postMessage(task);
    }
  };
  const startOne = () => {
    const worker = new Worker(new URL('./key-worker.ts', import.meta.url), {
      workerData: { connectionString, now: Date.now() },
      resourceLimits: { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 12 },
    });
    workers.push(worker);
    idle.add(worker);
    worker.on('message', (places: number) => {
      done += places;
      idle.add(worker);
      assign();
      notify();
    });
    const onFailure = (error: unknown) => {
      failure ??= error;
      notify();
    };
    worker.on('error', onFailure);
    worker.on('exit', (code) => {
      if (!isClosed) onFailure(new Error(`A worker exited with code ${code}.`));
    });
  };

  return {
    add: (task) => {
      tasks.push(task);
      assign();
    },
    waiting: () => tasks.length,
    start: (wanted) => {
      while (workers.length < wanted) startOne();
      assign();
    },
    whenIdle: (onProgress) =>
      new Promise((resolve, reject) => {
        notify = () => {
          onProgress(done);
          if (failure !== undefined) reject(failure);
          else if (tasks.length === 0 && idle.size === workers.length) resolve();
        };
        notify();
      }),
    close: async () => {
      isClosed = true;
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

/**
 * Sorts the keys by area, so that a search reads few pages for an area. The new table is created and filled in one
 * transaction. Therefore a server without replicas (`wal_level = minimal`) does not log the rows.
 */
async function sortKeys(client: pg.ClientBase): Promise<void> {
  await client.query(`
    begin;
    create table place_keys_next (like place_keys) with (autovacuum_enabled = off);
    set local work_mem = '64MB';
    insert into place_keys_next (place_id, block, liveliness, x, y, location_mask, letters, initials)
    select place_id, block, liveliness, x, y, location_mask, letters, initials from place_keys_drawn order by sort_key;
    drop table place_keys_drawn;
    commit`);
  // While the table has no indexes, vacuum needs only one pass over the table.
  await client.query('vacuum place_keys_next');
}

/** Options of an index whose pages are filled completely, because few changes follow. */
const PACKED = 'with (fillfactor = 100)';

/**
 * Sorts the terms, so that the rows of equal and similar terms are in few pages. The index of terms therefore needs
 * no included columns.
 */
async function sortTerms(client: pg.ClientBase): Promise<void> {
  await client.query(`
    begin;
    create table place_terms_next (like place_terms) with (autovacuum_enabled = off);
    set local work_mem = '64MB';
    insert into place_terms_next (term, place_id, x, y) select term, place_id, x, y from place_terms_drawn order by term;
    drop table place_terms_drawn;
    commit`);
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

/**
 * Builds the indexes of the list one after the other and removes each from the list. Two connections can work on the
 * same list.
 */
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
  work: (session: Session) => Promise<unknown>,
): Promise<void> {
  const { end, ...session } = await createSession(connectionString);
  try {
    await work(session);
  } finally {
    await end();
  }
}

/** Options of the tables for frequent vacuum. Migration 0014 has the same values. */
const FREQUENT_VACUUM =
  'autovacuum_vacuum_scale_factor = 0.002, autovacuum_vacuum_insert_scale_factor = 0.002';

/** Replaces the old tables with the new ones. Searches wait until the transaction ends. */
const swapTables = (client: pg.ClientBase) =>
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
