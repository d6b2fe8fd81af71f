import type { FastifyBaseLogger } from 'fastify';
import { rm, stat } from 'node:fs/promises';
import { DAY_MS } from '#common/dates.ts';
import { createPhotoStorage } from '#features/photos/server/photos.public.ts';
import type { Dependencies } from '#server/http/feature.ts';
import type { Locale } from '#server/http/locale.ts';
import type { Attempt } from '#server/jobs/jobs.ts';
import { ARCHIVE_DAYS } from '../archive.contract.ts';
import type { ArchiveFiles } from './archive-files.ts';
import { archiveFailedMail, archiveReadyMail } from './archive-mails.ts';
import { markArchiveFailed, markArchiveReady, selectPendingArchive } from './archive.sql.ts';
import { writeArchive } from './write-archive.ts';

/** Number of missing photos that the mail and the page name. `notes.json` in the archive names all. */
const NAMED_PHOTOS = 20;

type Recipient = { archiveId: string; userId: string; email: string; locale: Locale };

/** Returns the job that makes an archive and sends a mail about it. */
export function archiveMaker({
  settings,
  jobs,
  mailer,
  log,
  files,
}: Pick<Dependencies, 'settings' | 'jobs' | 'mailer'> & { log: FastifyBaseLogger; files: ArchiveFiles }) {
  const photoStorage = createPhotoStorage(settings);

  return async ({ archiveId }: { archiveId: string }, { signal, isLast }: Attempt): Promise<void> => {
    const pending = await selectPendingArchive(jobs.database, archiveId);
    if (!pending) return;
    const { userId, locale, filterShortcuts } = pending;
    const file = await files.newFile(archiveId);
    try {
      const missing = await writeArchive({
        database: jobs.database,
        photoStorage,
        userId,
        locale,
        filterShortcuts,
        file,
        signal,
      });
      const { size: bytes } = await stat(file);
      await files.store(archiveId, file);
      signal.throwIfAborted();
      await announce({ ...pending, archiveId, bytes, missing: missing.map(({ usedIn }) => usedIn) });
    } catch (error) {
      await rm(file, { force: true });
      if (isLast) await announceFailure({ ...pending, archiveId });
      throw error;
    }
  };

  async function announce({
    archiveId,
    userId,
    email: address,
    locale,
    bytes,
    missing,
  }: Recipient & { bytes: number; missing: readonly string[] }): Promise<void> {
    const expiresAt = new Date(Date.now() + ARCHIVE_DAYS * DAY_MS);
    const missingPhotos = { count: missing.length, usedIn: [...new Set(missing)].slice(0, NAMED_PHOTOS) };
    const isReady = await jobs.database.transaction().execute(async (transaction) => {
      if (!(await markArchiveReady(transaction, { archiveId, bytes, expiresAt, missingPhotos })))
        return false;
      const mail = archiveReadyMail(settings, { address, locale, expiresAt, missingPhotos });
      await mailer.send(transaction, { ...mail, dedupeKey: `archive.ready ${archiveId}` });
      return true;
    });
    if (isReady)
      log.info({ event: 'archive.ready', userId, archiveId, bytes, missingPhotos: missing.length });
    // The account was deleted, with the files of its archives, before this file was stored. Therefore this file is
    // deleted here.
    else await files.delete(archiveId);
  }

  async function announceFailure({ archiveId, email: address, locale }: Recipient): Promise<void> {
    await jobs.database.transaction().execute(async (transaction) => {
      if (!(await markArchiveFailed(transaction, archiveId))) return;
      const mail = archiveFailedMail(settings, { address, locale });
      await mailer.send(transaction, { ...mail, dedupeKey: `archive.failed ${archiveId}` });
    });
  }
}
