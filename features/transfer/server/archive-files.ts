import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { ifMissing } from '#server/files/if-missing.ts';
import { isMissingFile, LARGE_FILES, openStorage } from '#server/files/open-storage.ts';
import type { Dependencies } from '#server/http/feature.ts';

export type ArchiveFiles = ReturnType<typeof createArchiveFiles>;

/** The files of archives. An unfinished file is on the disk of this server; a finished file is in the storage. */
export function createArchiveFiles(settings: Dependencies['settings']) {
  const folder = path.join(settings.DATA_DIR, 'archives');
  const unfinishedFolder = path.join(settings.DATA_DIR, 'archives-unfinished');
  let opened: ReturnType<typeof openStorage> | undefined;
  const storage = () => (opened ??= openStorage(settings, { folder, limits: LARGE_FILES }));

  return {
    /**
     * Returns the path for a new unfinished file. Each attempt has its own file, because a job runs twice at the same
     * time if its lock was released too early.
     */
    async newFile(archiveId: string): Promise<string> {
      for (const each of [folder, unfinishedFolder]) await mkdir(each, { recursive: true, mode: 0o700 });
      return path.join(unfinishedFolder, `${archiveId}-${randomUUID()}.zip`);
    },

    async store(archiveId: string, file: string): Promise<void> {
      await (await storage()).moveFromFs(file, keyOf(archiveId), { contentType: 'application/zip' });
    },

    async open(archiveId: string): Promise<{ stream: Readable; bytes: number }> {
      const stream = await (await storage()).getStream(keyOf(archiveId));
      // Another attempt, whose file was replaced, may have stored the size. Therefore the storage is asked for the
      // size.
      const { contentLength: bytes } = await (await storage()).getMetaData(keyOf(archiveId));
      return { stream, bytes };
    },

    /** Whether `open` failed because there is no such file. */
    isMissing: (cause: unknown) => isMissingFile(cause, { settings, folder }),

    async delete(archiveId: string): Promise<void> {
      await (await storage()).delete(keyOf(archiveId));
    },

    /**
     * Deletes the files of killed jobs. A running job keeps changing its file, so an old file belongs to no running
     * job.
     */
    async deleteAbandoned(afterMs: number): Promise<void> {
      const names = await readdir(unfinishedFolder).catch(ifMissing([]));
      for (const name of names) {
        const file = path.join(unfinishedFolder, name);
        const { mtimeMs } = await stat(file).catch(ifMissing({ mtimeMs: Date.now() }));
        if (mtimeMs + afterMs < Date.now()) await rm(file, { force: true });
      }
    },
  };
}

const keyOf = (archiveId: string): string => `archives/${archiveId}.zip`;
