import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { OfficialList } from '#features/official-lists/official-lists.contract.ts';
import type { Refresh, RegisterKind } from '#features/place-data/place-data.contract.ts';
import type { ProvinceState } from '#features/place-data/place-data.rules.ts';
import type { ProvinceCode } from '#common/regions.ts';
import type { Connection, Database } from '#server/database/database.ts';

const LATEST = 5;

const COLUMNS = [
  'id',
  'province',
  'list',
  'started_by',
  'state',
  'step',
  'step_started_at',
  'kind',
  'done',
  'total',
  'rows',
  'files',
  'failure',
  'requested_at',
  'started_at',
  'finished_at',
] as const;

type Row = {
  id: string;
  province: string | null;
  list: string | null;
  started_by: string;
  state: string;
  step: string | null;
  step_started_at: Date | null;
  kind: string | null;
  done: number;
  total: number;
  rows: number;
  files: unknown;
  failure: unknown;
  requested_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
};

const asRefresh = (row: Row): Refresh => ({
  id: row.id,
  province: row.province as ProvinceCode | null,
  list: row.list as OfficialList | null,
  startedBy: row.started_by as Refresh['startedBy'],
  state: row.state as Refresh['state'],
  step: row.step as Refresh['step'],
  kind: row.kind as RegisterKind | null,
  done: row.done,
  total: row.total,
  rows: row.rows,
  requestedAt: row.requested_at.getTime(),
  startedAt: row.started_at?.getTime() ?? null,
  stepStartedAt: row.step_started_at?.getTime() ?? null,
  finishedAt: row.finished_at?.getTime() ?? null,
  files: row.files as Refresh['files'],
  failure: row.failure as Refresh['failure'],
});

/** Adds a refresh of the province, unless one waits or runs. Returns the added or existing refresh. */
export async function addRefresh(
  connection: Connection,
  {
    province,
    startedBy,
    notBefore = new Date(),
  }: { province: ProvinceCode; startedBy: 'admin' | 'command' | 'schedule'; notBefore?: Date },
): Promise<{ refresh: Refresh; isNew: boolean }> {
  const added = await connection
    .insertInto('register_refreshes')
    .values({ id: uuidv7(), province, started_by: startedBy, not_before: notBefore })
    .onConflict((conflict) =>
      conflict.column('province').where('state', 'in', ['waiting', 'running']).doNothing(),
    )
    .returning(COLUMNS)
    .executeTakeFirst();
  if (added) return { refresh: asRefresh(added), isNew: true };
  // A refresh that waits for the night starts at once if a person asks for it.
  const existing = await connection
    .updateTable('register_refreshes')
    .where('province', '=', province)
    .where('state', 'in', ['waiting', 'running'])
    .set({ not_before: sql<Date>`least(not_before, ${notBefore}::timestamptz)` })
    .returning(COLUMNS)
    .executeTakeFirst();
  // The existing refresh ended between the two statements.
  if (!existing) return addRefresh(connection, { province, startedBy, notBefore });
  return { refresh: asRefresh(existing), isNew: false };
}

/** Adds a refresh of the official list, unless one waits or runs. Returns the added or existing refresh. */
export async function addListRefresh(
  connection: Connection,
  {
    list,
    startedBy,
    notBefore = new Date(),
  }: { list: OfficialList; startedBy: 'admin' | 'schedule'; notBefore?: Date },
): Promise<{ refresh: Refresh; isNew: boolean }> {
  const id = uuidv7();
  const row = await connection
    .insertInto('register_refreshes')
    .values({ id, list, started_by: startedBy, not_before: notBefore })
    .onConflict((conflict) =>
      conflict
        .column('list')
        .where('state', 'in', ['waiting', 'running'])
        .where('started_by', '<>', 'upload')
        .doUpdateSet({
          not_before: sql<Date>`least(register_refreshes.not_before, ${notBefore}::timestamptz)`,
        }),
    )
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return { refresh: asRefresh(row), isNew: row.id === id };
}

/** Returns when the official lists were requested and refreshed. */
export async function selectRefreshTimes(
  connection: Connection,
  list: OfficialList,
): Promise<{ requestedAt: number | null; refreshedAt: number | null }> {
  const row = await connection
    .selectFrom('register_refreshes')
    .select(({ fn }) => [
      fn.max('requested_at').as('requestedAt'),
      fn.max('finished_at').filterWhere('state', '=', 'done').as('refreshedAt'),
    ])
    .where('list', '=', list)
    .executeTakeFirst();
  return {
    requestedAt: row?.requestedAt?.getTime() ?? null,
    refreshedAt: row?.refreshedAt?.getTime() ?? null,
  };
}

export async function addUpload(
  connection: Connection,
  { id, bytes, list }: { id: string; bytes: number; list: OfficialList | null },
): Promise<Refresh> {
  const row = await connection
    .insertInto('register_refreshes')
    .values({ id, list, started_by: 'upload', total: bytes })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return asRefresh(row);
}

/** Returns all refreshes that wait or run, and the last ones that ended, newest first. */
export async function selectRefreshes(connection: Connection): Promise<Refresh[]> {
  const active = connection
    .selectFrom('register_refreshes')
    .select(COLUMNS)
    .where('state', 'in', ['waiting', 'running']);
  const ended = connection
    .selectFrom('register_refreshes')
    .select(COLUMNS)
    .where('state', 'not in', ['waiting', 'running'])
    .orderBy('requested_at', 'desc')
    .limit(LATEST);
  const rows = [...(await active.execute()), ...(await ended.execute())];
  return rows.map(asRefresh).sort((a, b) => b.requestedAt - a.requestedAt);
}

export async function selectRefresh(connection: Connection, id: string): Promise<Refresh | null> {
  const row = await connection
    .selectFrom('register_refreshes')
    .select(COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? asRefresh(row) : null;
}

/** Requests the stop of a refresh. A refresh that waits stops at once. */
export async function requestStop(connection: Connection, id: string): Promise<Refresh | null> {
  await connection
    .updateTable('register_refreshes')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .set({ state: 'stopped', finished_at: sql<Date>`now()` })
    .execute();
  await connection
    .updateTable('register_refreshes')
    .where('id', '=', id)
    .where('state', '=', 'running')
    .set({ stop_requested: true })
    .execute();
  return selectRefresh(connection, id);
}

/** Whether a refresh waits for its turn, or is left from a killed process. */
export async function hasDueRefresh(connection: Connection): Promise<boolean> {
  return (await dueRefresh(connection).executeTakeFirst()) !== undefined;
}

const dueRefresh = (connection: Connection) =>
  connection
    .selectFrom('register_refreshes')
    .select('id')
    .where('state', 'in', ['waiting', 'running'])
    .where('not_before', '<=', sql<Date>`now()`)
    .orderBy('state')
    .orderBy('requested_at')
    .limit(1);

/**
 * Marks the next refresh as running and returns it. A refresh that is running already is left from a killed process,
 * because the caller holds the lock on refreshes.
 */
export async function startNextRefresh(connection: Connection): Promise<Refresh | null> {
  const row = await connection
    .updateTable('register_refreshes')
    .where('id', '=', dueRefresh(connection))
    .set({ state: 'running', started_at: sql<Date>`coalesce(started_at, now())` })
    .returning(COLUMNS)
    .executeTakeFirst();
  return row ? asRefresh(row) : null;
}

export async function updateStep(
  connection: Connection,
  { id, step, kind }: Pick<Refresh, 'id' | 'step' | 'kind'>,
): Promise<void> {
  await connection
    .updateTable('register_refreshes')
    .where('id', '=', id)
    .set({ step, kind, done: 0, total: 0, rows: 0, step_started_at: sql<Date>`now()` })
    .execute();
}

/** Stores the progress. Returns whether a stop was requested. */
export async function updateProgress(
  connection: Connection,
  { id, done, total, rows }: Pick<Refresh, 'id' | 'done' | 'total' | 'rows'>,
): Promise<boolean> {
  const { stop_requested } = await connection
    .updateTable('register_refreshes')
    .where('id', '=', id)
    .set({ done, total, rows })
    .returning('stop_requested')
    .executeTakeFirstOrThrow();
  return stop_requested;
}

export async function addFile(
  transaction: Connection,
  { id, province, file }: { id: string; province: ProvinceCode | null; file: Refresh['files'][number] },
): Promise<void> {
  await transaction
    .updateTable('register_refreshes')
    .where('id', '=', id)
    .set({ files: sql`files || ${JSON.stringify([file])}::jsonb` })
    .execute();
  if (province === null || file.kind === null) return;
  const { kind, rows, bytes } = file;
  await transaction
    .insertInto('register_files')
    .values({ province, kind, rows, bytes })
    .onConflict((conflict) =>
      conflict.columns(['province', 'kind']).doUpdateSet({ rows, bytes, refreshed_at: sql<Date>`now()` }),
    )
    .execute();
}

export async function finishRefresh(
  connection: Connection,
  {
    id,
    state,
    failure = null,
  }: { id: string; state: 'done' | 'stopped' | 'failed'; failure?: Refresh['failure'] },
): Promise<void> {
  await connection
    .updateTable('register_refreshes')
    .where('id', '=', id)
    .set({
      state,
      step: null,
      failure: failure && JSON.stringify(failure),
      finished_at: sql<Date>`now()`,
      ...(state === 'done' && { kind: null }),
    })
    .execute();
}

/** Returns the number of rows of the last imported file; null if none was imported. */
export async function selectRowsBefore(
  connection: Connection,
  { province, kind }: { province: ProvinceCode; kind: RegisterKind },
): Promise<number | null> {
  const row = await connection
    .selectFrom('register_files')
    .select('rows')
    .where('province', '=', province)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row?.rows ?? null;
}

/** Returns the sums of the imported files of each province. The time is that of the file that is oldest. */
export async function selectProvinceFiles(
  connection: Connection,
): Promise<Map<string, { rows: number; bytes: number; refreshedAt: number }>> {
  const rows = await connection
    .selectFrom('register_files')
    .select(({ fn }) => [
      'province',
      fn.sum('rows').as('rows'),
      fn.sum('bytes').as('bytes'),
      fn.min('refreshed_at').as('refreshedAt'),
    ])
    .groupBy('province')
    .execute();
  return new Map(
    rows.map(({ province, rows: count, bytes, refreshedAt }) => [
      province,
      { rows: Number(count), bytes: Number(bytes), refreshedAt: refreshedAt.getTime() },
    ]),
  );
}

/** Returns what the schedule needs to know about these provinces. */
export async function selectProvinceStates(
  connection: Connection,
  provinces: readonly ProvinceCode[],
): Promise<ProvinceState[]> {
  const rows = await connection
    .selectFrom('register_refreshes')
    .select(({ fn }) => [
      'province',
      fn.max('requested_at').as('requestedAt'),
      fn.max('finished_at').filterWhere('state', '=', 'done').as('refreshedAt'),
    ])
    .where('province', 'in', [...provinces, ''])
    .groupBy('province')
    .execute();
  const byProvince = new Map(rows.map((row) => [row.province, row]));
  return provinces.map((province) => ({
    province,
    requestedAt: byProvince.get(province)?.requestedAt?.getTime() ?? null,
    refreshedAt: byProvince.get(province)?.refreshedAt?.getTime() ?? null,
  }));
}

/** Key of the advisory lock of the process that refreshes. */
const REFRESH_LOCK = 770_210;

/**
 * Runs `work` under the lock on refreshes. Returns false, without running `work`, if another process has the lock. The
 * lock belongs to a session, because a refresh takes many transactions.
 */
export const underRefreshLock = (database: Database, work: () => Promise<void>): Promise<boolean> =>
  database.connection().execute(async (session) => {
    const { locked } = await session
      .selectNoFrom(({ fn, val }) => fn<boolean>('pg_try_advisory_lock', [val(REFRESH_LOCK)]).as('locked'))
      .executeTakeFirstOrThrow();
    if (!locked) return false;
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(${REFRESH_LOCK})`.execute(session);
    }
    return true;
  });
