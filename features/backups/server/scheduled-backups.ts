import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { HOUR_MS } from '#common/dates.ts';
import type { Settings } from '#server/config.ts';
import { makeFolder } from '#server/data-folder.ts';
import { ifMissing } from '#server/files/if-missing.ts';
import { UNFINISHED } from './backup-file.ts';

/**
 * Matches the names of scheduled backups. Only files with these names are counted and deleted. The names sort by time.
 */
const SCHEDULED = /^momokzi-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)Z\.backup$/;

/**
 * Milliseconds after a backup at which the next backup is due. Less than a day, so that a late backup does not postpone
 * the next one.
 */
const DUE_AFTER_MS = 12 * HOUR_MS;

const nameAt = (now: Date) => `momokzi-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;

export async function scheduledFile({ folder, now }: { folder: string; now: Date }): Promise<string> {
  makeFolder(path.resolve(folder));
  return path.join(folder, nameAt(now));
}

/**
 * Returns the complete backups, the oldest first. Ignores backups with a date in the future, which were written while
 * the clock was wrong: they would postpone the next backup, and would be kept instead of the newest one.
 */
export async function listBackups({
  folder,
  now,
}: {
  folder: string;
  now: Date;
}): Promise<{ file: string; at: Date }[]> {
  const names = await readdir(folder).catch(ifMissing<string[]>([]));
  return names
    .sort((a, b) => (a < b ? -1 : 1))
    .flatMap((name) => {
      const [, time] = SCHEDULED.exec(name) ?? [];
      if (!time) return [];
      const at = new Date(`${time.replace(/-(\d\d)-(\d\d)$/, ':$1:$2')}Z`);
      return at <= now ? { file: path.join(folder, name), at } : [];
    });
}

/** Returns the time of the newest backup for the metrics. Returns null if there is no complete backup. */
export const newestBackupOf =
  ({ BACKUP_DIR }: Pick<Settings, 'BACKUP_DIR'>) =>
  async (): Promise<Date | null> =>
    BACKUP_DIR ? ((await listBackups({ folder: BACKUP_DIR, now: new Date() })).at(-1)?.at ?? null) : null;

/** Whether a backup is due. Without this check, a job that runs twice would write two backups. */
export async function isBackupDue({ folder, now }: { folder: string; now: Date }): Promise<boolean> {
  const newest = (await listBackups({ folder, now })).at(-1);
  return !newest || newest.at.getTime() + DUE_AFTER_MS <= now.getTime();
}

export async function removeOldBackups({
  folder,
  keep,
  now,
}: {
  folder: string;
  keep: number;
  now: Date;
}): Promise<void> {
  const old = (await listBackups({ folder, now })).slice(0, -keep);
  for (const { file } of old) await rm(file, { force: true });
}

/** Deletes the unfinished files of killed processes. The caller must ensure that no scheduled backup is running. */
export async function removeLeftovers(folder: string): Promise<void> {
  const leftovers = (await readdir(folder)).filter(
    (name) => name.endsWith(UNFINISHED) && SCHEDULED.test(name.slice(0, -UNFINISHED.length)),
  );
  for (const name of leftovers) await rm(path.join(folder, name), { force: true });
}
