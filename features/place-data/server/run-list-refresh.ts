import { rm, stat, writeFile } from 'node:fs/promises';
import { dayIn, fieldsOf, KOREA } from '#common/dates.ts';
import type { OfficialList } from '#features/official-lists/official-lists.contract.ts';
import {
  importOfficialList,
  matchOfficialLists,
  type OfficialListFile,
  readOfficialList,
  selectListRows,
} from '#features/official-lists/server/official-lists.public.ts';
import type { DownloadedList, Refresh } from '#features/place-data/place-data.contract.ts';
import { lacksRows } from '#features/place-data/place-data.rules.ts';
import { downloadDataset, downloadRegister } from './download-register.ts';
import { addFile } from './place-data.sql.ts';
import {
  exists,
  type RefreshContext,
  registerFile,
  reportFileOf,
  UNREADABLE_PER_ROW,
  userAgentOf,
} from './refresh-context.ts';
import { RefreshError } from './refresh-error.ts';
import type { Watch } from './watch-refresh.ts';

/** Where the lists come from: a name at the portal of the licence register, or the number of a data set. */
const SOURCES: Record<DownloadedList, { slug: string } | { dataset: string }> = {
  excellent: { slug: 'excellent_restaurant_info' },
  tourist: { slug: 'tourist_restaurants' },
  good_price: { dataset: '3045247' },
};

/** 백년가게 has no file that can be downloaded. The admin uploads it. */
const isDownloaded = (list: OfficialList): list is DownloadedList => list in SOURCES;

type ListRun = { refresh: Refresh; watch: Watch; list: OfficialList };

/**
 * Obtains and imports the file of an official list, and finds its places in the register.
 * @throws RefreshError, Stopped, and the reason of the signal
 */
export async function runListRefresh(context: RefreshContext, run: ListRun): Promise<void> {
  const { database, settings } = context;
  const { refresh, watch, list } = run;
  const file = registerFile(settings, { id: refresh.id, kind: null });
  if (!(await exists(file))) await download(context, { ...run, file });
  await watch.step('checking', null);
  const listFile = await readOfficialList(file, list);
  if (listFile === null) throw new RefreshError('unknown_header');
  const { rows, unreadable, isLastRowCut, refused } = listFile;
  if (unreadable > rows * UNREADABLE_PER_ROW) throw new RefreshError('wrong_encoding');
  if (isLastRowCut) throw new RefreshError('cut_off');
  const before = await selectListRows(database, list);
  if (before !== null && lacksRows({ rows, before }))
    throw new RefreshError('fewer_rows', { detail: Math.floor((100 * rows) / before) });
  await watch.step('importing', null);
  const { year } = fieldsOf(dayIn(KOREA, Date.now()));
  const { added, changed } = await importOfficialList(database, { list, file: listFile, year });
  await writeFile(reportFileOf(file), reportOf(listFile));
  const { size: bytes } = await stat(file);
  const counts = { kind: null, bytes, rows, added, changed, refused: refused.length };
  await addFile(database, { id: refresh.id, province: null, file: counts });
  await watch.step('matching', null);
  await matchOfficialLists(database, watch);
  await rm(file, { force: true });
}

/** Names the rows that have no name or no address, in the columns of the report about the register. */
function reportOf({ refused }: OfficialListFile): string {
  const rows = refused.map(({ line, name }) => [
    line,
    '',
    `"${name.replaceAll('"', '""')}"`,
    'no',
    'no name or no address',
  ]);
  return ['\ufeffline,licence,name,taken,reason', ...rows.map((row) => row.join(',')), ''].join('\r\n');
}

async function download(
  { settings, pauses, silenceMs }: RefreshContext,
  { refresh, watch, list, file }: ListRun & { file: string },
): Promise<void> {
  if (refresh.startedBy === 'upload' || !isDownloaded(list)) throw new RefreshError('file_missing');
  await watch.step('downloading', null);
  const source = SOURCES[list];
  const shared = {
    file,
    silenceMs,
    userAgent: userAgentOf(settings),
    signal: watch.signal,
    onProgress: ({ done, total }: { done: number; total: number }) => watch.report({ done, total, rows: 0 }),
  };
  await ('slug' in source
    ? downloadRegister({
        ...shared,
        ...source,
        province: null,
        ...(pauses && { pauses }),
        portalUrl: settings.PLACES_REGISTER_URL,
      })
    : downloadDataset({ ...shared, ...source, portalUrl: settings.OPEN_DATA_URL }));
}
