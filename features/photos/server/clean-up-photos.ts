import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { UNUSED_PHOTO_RETENTION_MS } from '#features/photos/photos.rules.ts';
import type { Database } from '#server/database/database.ts';
import { ifMissing } from '#server/files/if-missing.ts';
import type { PhotoStorage } from './photo-storage.ts';
import { isBackupReadingFiles, deletePhotoRows, markUnusedRemoved, selectRemoved } from './photos.sql.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'photos.remove_files': Record<string, never>;
    'photos.clean_up': Record<string, never>;
  }
}

const BATCH = 100;

/**
 * Deletes removed photos. Files are deleted before rows. Therefore each remaining file still has its row after a crash.
 * Nothing is deleted while a backup reads the files.
 */
export async function removeFiles({
  database,
  storage,
}: {
  database: Database;
  storage: PhotoStorage;
}): Promise<void> {
  for (;;) {
    const removed = await selectRemoved(database, { limit: BATCH });
    // The lock is checked after the photos were selected, because a backup that starts later does not need the files of
    // these photos.
    if (removed.length === 0 || (await isBackupReadingFiles(database))) return;
    for (const photo of removed) await storage.remove(photo);
    await deletePhotoRows(
      database,
      removed.map(({ photoId }) => photoId),
    );
    if (removed.length < BATCH) return;
  }
}

/**
 * Deletes photos that were unused for a day, and abandoned uploads.
 * @param now milliseconds
 */
export async function cleanUpPhotos({
  database,
  storage,
  incomingFolder,
  now,
}: {
  database: Database;
  storage: PhotoStorage;
  incomingFolder: string;
  now: number;
}): Promise<void> {
  const before = new Date(now - UNUSED_PHOTO_RETENTION_MS);
  await markUnusedRemoved(database, { before });
  await removeFiles({ database, storage });
  await cleanUpDirectory({ folder: incomingFolder, before });
}

/** Deletes old files of uploads. If a process ends before it unlinks the file of an upload, an empty file remains. */
async function cleanUpDirectory({ folder, before }: { folder: string; before: Date }): Promise<void> {
  for (const name of await readdir(folder).catch(ifMissing([]))) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(ifMissing(null));
    if (found && found.mtime < before) await rm(file, { force: true });
  }
}
