import { rm, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { REGISTER_KINDS, type Refresh, type RegisterKind } from '#features/place-data/place-data.contract.ts';
import { lacksRows } from '#features/place-data/place-data.rules.ts';
import {
  checkRegister,
  importIntoIndex,
  ImportRunning,
} from '#features/places/server/import/register-import.public.ts';
import type { Settings } from '#server/config.ts';
import { makeFolder } from '#server/data-folder.ts';
import { matchOfficialLists } from '#features/official-lists/server/official-lists.public.ts';
import { downloadRegister, PAUSES } from './download-register.ts';
import {
  addFile,
  finishRefresh,
  selectRefreshes,
  selectRowsBefore,
  startNextRefresh,
} from './place-data.sql.ts';
import {
  exists,
  type RefreshContext,
  registerFile,
  registerFolder,
  reportFileOf,
  UNREADABLE_PER_ROW,
  userAgentOf,
} from './refresh-context.ts';
import { RefreshError } from './refresh-error.ts';
import { removeOldReports } from './refresh-reports.ts';
import { runListRefresh } from './run-list-refresh.ts';
import { Stopped, type Watch, watchRefresh } from './watch-refresh.ts';

/** Failures of one file. After any other failure, the portal would refuse the other files too. */
const OF_ONE_FILE: readonly string[] = [
  'html',
  'status',
  'too_small',
  'unknown_header',
  'wrong_encoding',
  'cut_off',
  'fewer_rows',
];

/**
 * Runs all refreshes that are due, one after the other. The caller holds the lock on refreshes. A refresh that a killed
 * process has left is continued: imported files and rows are not imported again.
 * @throws the reason of the signal. The current refresh then remains, and the next process continues it
 */
export async function runRefreshes(context: RefreshContext): Promise<void> {
  const { database, settings, signal, onChange } = context;
  makeFolder(registerFolder(settings));
  for (;;) {
    signal.throwIfAborted();
    const refresh = await startNextRefresh(database);
    if (refresh === null) return;
    onChange(refresh, 'started');
    const watch = watchRefresh(context, refresh);
    let result: 'done' | 'stopped' | RefreshError = 'done';
    try {
      await (refresh.list === null
        ? runRefresh(context, { refresh, watch })
        : runListRefresh(context, { refresh, watch, list: refresh.list }));
    } catch (error) {
      signal.throwIfAborted();
      result = error instanceof Stopped ? 'stopped' : refreshErrorOf(error);
    } finally {
      watch.end();
    }
    const failure = typeof result === 'string' ? null : { code: result.code, detail: result.detail };
    const state = typeof result === 'string' ? result : 'failed';
    await finishRefresh(database, { id: refresh.id, state, failure });
    await removeFiles(settings, refresh);
    await removeOldReports(settings, await selectRefreshes(database));
    onChange(refresh, result);
  }
}

function refreshErrorOf(error: unknown): RefreshError {
  if (error instanceof RefreshError) return error;
  return new RefreshError(error instanceof ImportRunning ? 'import_running' : 'error', { cause: error });
}

type Run = { refresh: Refresh; watch: Watch };

/**
 * Obtains the files and imports them. If a file is refused, the others are imported, and the refresh fails afterwards.
 * @throws RefreshError, Stopped, and the reason of the signal
 */
async function runRefresh(context: RefreshContext, { refresh, watch }: Run): Promise<void> {
  const all = refresh.province === null ? [null] : REGISTER_KINDS;
  const kinds = all.filter((kind) => refresh.files.every((file) => file.kind !== kind));
  const obtained: (RegisterKind | null)[] = [];
  let failure: unknown;
  for (const kind of kinds) {
    try {
      await obtainFile(context, { refresh, watch, kind });
      obtained.push(kind);
    } catch (error) {
      if (!(error instanceof RefreshError && OF_ONE_FILE.includes(error.code))) throw error;
      failure ??= error;
    }
  }
  const imported: Refresh['files'][number][] = [];
  await importIntoIndex({
    connectionString: context.connectionString,
    work: async (importFile) => {
      for (const kind of obtained)
        imported.push(await importOne(context, { refresh, watch, kind, importFile }));
      await watch.step('indexing', null);
    },
    onStored: async (transaction) => {
      for (const file of imported) await addFile(transaction, { ...refresh, file });
    },
    onProgress: ({ done, total }) => watch.report({ done, total, rows: 0 }),
  });
  // The register has new and closed places, so entries of official lists may mean other places.
  await watch.step('matching', null);
  await matchOfficialLists(context.database, watch);
  if (failure) throw failure;
}

/** Downloads the file, unless it is there already, and checks it. */
async function obtainFile(
  { database, settings, pauses = PAUSES, silenceMs }: RefreshContext,
  { refresh: { id, province }, watch, kind }: Run & { kind: RegisterKind | null },
): Promise<void> {
  const file = registerFile(settings, { id, kind });
  if (!(await exists(file))) {
    if (province === null || kind === null) throw new RefreshError('file_missing');
    if (kind !== REGISTER_KINDS[0]) {
      await watch.step('pausing', kind);
      await pause(pauses.betweenFiles, undefined, { signal: watch.signal });
    }
    await watch.step('downloading', kind);
    await downloadRegister({
      province,
      slug: kind,
      file,
      pauses,
      silenceMs,
      portalUrl: settings.PLACES_REGISTER_URL,
      userAgent: userAgentOf(settings),
      signal: watch.signal,
      onProgress: ({ done, total }) => watch.report({ done, total, rows: 0 }),
    });
  }
  await watch.step('checking', kind);
  const { rows, isRegister, unreadable, isLastRowCut } = await checkRegister(file, watch.signal);
  if (rows * UNREADABLE_PER_ROW < unreadable) throw new RefreshError('wrong_encoding');
  if (!isRegister) throw new RefreshError('unknown_header');
  if (isLastRowCut) throw new RefreshError('cut_off');
  if (province === null || kind === null) return;
  const before = await selectRowsBefore(database, { province, kind });
  if (before !== null && lacksRows({ rows, before }))
    throw new RefreshError('fewer_rows', { detail: Math.floor((100 * rows) / before) });
}

async function importOne(
  { settings }: RefreshContext,
  {
    refresh: { id },
    watch,
    kind,
    importFile,
  }: Run & {
    kind: RegisterKind | null;
    importFile: Parameters<Parameters<typeof importIntoIndex>[0]['work']>[0];
  },
): Promise<Refresh['files'][number]> {
  const file = registerFile(settings, { id, kind });
  const { size: bytes } = await stat(file);
  await watch.step('importing', kind);
  const { rows, added, changed, refused } = await importFile({
    file,
    reportFile: reportFileOf(file),
    signal: watch.signal,
    onProgress: ({ bytesRead, rowsDone }) => watch.report({ done: bytesRead, total: bytes, rows: rowsDone }),
  });
  return { kind, bytes, rows, added, changed, refused };
}

async function removeFiles(settings: Pick<Settings, 'DATA_DIR'>, { id }: Refresh): Promise<void> {
  for (const kind of [...REGISTER_KINDS, null]) {
    const file = registerFile(settings, { id, kind });
    for (const suffix of ['', '.part']) await rm(`${file}${suffix}`, { recursive: true, force: true });
  }
}
