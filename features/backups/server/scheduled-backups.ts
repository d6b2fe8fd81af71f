import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { HOUR_MS } from '#common/dates.ts';
import type { Settings } from '#server/config.ts';
import { UNFINISHED } from './backup-file.ts';

/** Only files with such names are counted and deleted. The names sort by time. */
const SCHEDULED = /^momokzi-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)Z\.backup$/;

/** Less than a day, so that a late backup does not postpone the next one. */
const DUE_AFTER_MS = 12 * HOUR_MS;

const nameAt = (now: Date) => `momokzi-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;

export async function scheduledFile({ folder, now }: { folder: string; now: Date }): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return path.join(folder, nameAt(now));
}

/** Complete backups only, oldest first. */
export async function listBackups(folder: string): Promise<{ file: string; at: Date }[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .sort((a, b) => (a < b ? -1 : 1))
    .flatMap((name) => {
      const [, time] = SCHEDULED.exec(name) ?? [];
      if (!time) return [];
      return { file: path.join(folder, name), at: new Date(`${time.replace(/-(\d\d)-(\d\d)$/, ':$1:$2')}Z`) };
    });
}

/** For the metrics; null if there is no complete backup. */
export const newestBackupOf =
  ({ BACKUP_DIR }: Pick<Settings, 'BACKUP_DIR'>) =>
  async (): Promise<Date | null> =>
    BACKUP_DIR ? ((await listBackups(BACKUP_DIR)).at(-1)?.at ?? null) : null;

/** A job that runs twice therefore writes only one backup. */
export async function isBackupDue({ folder, now }: { folder: string; now: Date }): Promise<boolean> {
  const newest = (await listBackups(folder)).at(-1);
  return !newest || newest.at.getTime() + DUE_AFTER_MS <= now.getTime();
}

/** Also deletes the unfinished files of killed processes. */
export async function removeOldBackups({ folder, keep }: { folder: string; keep: number }): Promise<void> {
  const old = (await listBackups(folder)).slice(0, -keep).map(({ file }) => file);
  const unfinished = (await readdir(folder))
    .filter((name) => SCHEDULED.test(name.replace(UNFINISHED, '')) && name.endsWith(UNFINISHED))
    .map((name) => path.join(folder, name));
  for (const file of [...old, ...unfinished]) await rm(file, { force: true });
}
