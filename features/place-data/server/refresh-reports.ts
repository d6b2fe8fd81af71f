import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Refresh } from '#features/place-data/place-data.contract.ts';
import type { Settings } from '#server/config.ts';
import { registerFolder } from './refresh-context.ts';

const REPORT = '.report.csv';

/** Deletes the reports of refreshes that the screen no longer shows. */
export async function removeOldReports(
  settings: Pick<Settings, 'DATA_DIR'>,
  shown: readonly Pick<Refresh, 'id'>[],
): Promise<void> {
  for (const file of await reportsIn(settings))
    if (!shown.some(({ id }) => file.startsWith(id)))
      await rm(path.join(registerFolder(settings), file), { force: true });
}

/**
 * Returns the reports of a refresh as one CSV text. They list the rows that were rejected, repeated or stored with a
 * defect. Null if there is none.
 */
export async function readReports(
  settings: Pick<Settings, 'DATA_DIR'>,
  { id }: Pick<Refresh, 'id'>,
): Promise<string | null> {
  const files = (await reportsIn(settings)).filter((file) => file.startsWith(id));
  const texts = await Promise.all(
    files.map((file) => readFile(path.join(registerFolder(settings), file), 'utf8')),
  );
  if (texts.length === 0) return null;
  // The reports of the other files have the same header.
  return texts.map((text, at) => (at === 0 ? text : text.slice(text.indexOf('\n') + 1))).join('');
}

async function reportsIn(settings: Pick<Settings, 'DATA_DIR'>): Promise<string[]> {
  const files = await readdir(registerFolder(settings));
  return files.filter((file) => file.endsWith(REPORT)).toSorted();
}
