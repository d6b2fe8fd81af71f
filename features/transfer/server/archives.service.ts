import type { FastifyBaseLogger } from 'fastify';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { v7 as uuidv7 } from 'uuid';
import { DAY_MS, HOUR_MS } from '#common/dates.ts';
import { createPhotoStorage } from '#features/photos/server/photos.public.ts';
import type { Connection } from '#server/database/database.ts';
import { ifMissing } from '#server/files/if-missing.ts';
import { isMissingFile, LARGE_FILES, openStorage } from '#server/files/open-storage.ts';
import { storageUnavailable } from '#server/http/disk-reserve.ts';
import type { Dependencies } from '#server/http/feature.ts';
import type { Locale } from '#server/http/locale.ts';
import { problem } from '#server/http/problem.ts';
import type { Attempt } from '#server/jobs/jobs.ts';
import {
  type Archive,
  ARCHIVE_DAYS,
  type ArchivedShortcut,
  archiveProblems,
  ARCHIVES_PER_DAY,
} from '../archive.contract.ts';
import { archiveFailedMail, archiveReadyMail } from './archive-mails.ts';
import {
  countRecentArchives,
  deleteArchives,
  insertArchive,
  markArchiveFailed,
  markArchiveReady,
  selectArchiveFile,
  selectExpiredArchives,
  selectLatestArchive,
  selectPendingArchive,
  type StoredArchive,
} from './archive.sql.ts';
import { writeArchive } from './write-archive.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'archive.make': { archiveId: string };
    'archive.delete_expired': Record<string, never>;
  }
}

/** Eight attempts with their pauses take half an hour. The storage may be unavailable for that long. */
const ATTEMPTS_MAXIMUM = 8;
/** Number of missing photos that the mail and the page name. `notes.json` in the archive names all. */
const NAMED_PHOTOS = 20;

/** Archives of all data of a member. A job makes an archive, which can be downloaded for seven days. */
export function createArchives({
  database,
  settings,
  jobs,
  mailer,
  log,
}: Dependencies & { log: FastifyBaseLogger }) {
  const photoStorage = createPhotoStorage(settings);
  const folder = path.join(settings.DATA_DIR, 'archives');
  const unfinishedFolder = path.join(settings.DATA_DIR, 'archives-unfinished');
  let opened: ReturnType<typeof openStorage> | undefined;
  const disk = () => (opened ??= openStorage(settings, { folder, limits: LARGE_FILES }));

  const make = async ({ archiveId }: { archiveId: string }, { signal, isLast }: Attempt) => {
    const pending = await selectPendingArchive(jobs.database, archiveId);
    if (!pending) return;
    const { userId, locale } = pending;
    for (const each of [folder, unfinishedFolder]) await mkdir(each, { recursive: true, mode: 0o700 });
    // Each attempt has its own file, because a job runs twice at the same time if its lock was released too early.
    const file = path.join(unfinishedFolder, `${archiveId}-${randomUUID()}.zip`);
    try {
      const { filterShortcuts } = pending;
      const given = {
        database: jobs.database,
        photoStorage,
        userId,
        locale,
        filterShortcuts,
        file,
        signal,
      };
      const missing = await writeArchive(given);
      const { size: bytes } = await stat(file);
      await (await disk()).moveFromFs(file, keyOf(archiveId), { contentType: 'application/zip' });
      signal.throwIfAborted();
      await announce({ ...pending, archiveId, locale, bytes, missing: missing.map(({ usedIn }) => usedIn) });
    } catch (error) {
      await rm(file, { force: true });
      if (isLast) await announceFailure({ ...pending, archiveId, locale });
      throw error;
    }
  };
  jobs.handle('archive.make', make, { usesStorage: true });

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
    else await (await disk()).delete(keyOf(archiveId));
  }

  const announceFailure = ({ archiveId, email: address, locale }: Recipient) =>
    jobs.database.transaction().execute(async (transaction) => {
      await markArchiveFailed(transaction, archiveId);
      const mail = archiveFailedMail(settings, { address, locale });
      await mailer.send(transaction, { ...mail, dedupeKey: `archive.failed ${archiveId}` });
    });

  const deleteExpired = async () => {
    await deleteAbandonedFiles(unfinishedFolder);
    for (;;) {
      const ids = await selectExpiredArchives(jobs.database);
      if (ids.length === 0) return;
      for (const id of ids) await (await disk()).delete(keyOf(id));
      await deleteArchives(jobs.database, ids);
    }
  };
  jobs.handle('archive.delete_expired', deleteExpired, { usesStorage: true });
  jobs.schedule('archive.delete_expired', '17 * * * *');

  return {
    current: ({ userId }: { userId: string }): Promise<Archive | null> => readLatest(database, userId),

    /**
     * Requests an archive. If an archive is already pending, the pending archive is returned.
     * @throws archive.too_many
     */
    async request(
      transaction: Connection,
      {
        userId,
        locale,
        filterShortcuts,
      }: { userId: string; locale: Locale; filterShortcuts: readonly ArchivedShortcut[] },
    ): Promise<Archive | null> {
      const recent = await countRecentArchives(transaction, userId);
      const latest = await readLatest(transaction, userId);
      if (latest?.state === 'pending') return latest;
      if (ARCHIVES_PER_DAY <= recent) {
        throw problem(archiveProblems, 'archive.too_many', { limit: ARCHIVES_PER_DAY });
      }
      const archiveId = uuidv7();
      const expiresAt = new Date(Date.now() + ARCHIVE_DAYS * DAY_MS);
      await insertArchive(transaction, { id: archiveId, userId, locale, expiresAt, filterShortcuts });
      await jobs.add(transaction, 'archive.make', { archiveId }, { maxAttempts: ATTEMPTS_MAXIMUM });
      return readLatest(transaction, userId);
    },

    /**
     * Opens the file of an archive.
     * @throws archive.not_found, also for another member's archive
     * @throws server.unavailable if the storage does not answer
     */
    async file(wanted: { archiveId: string; userId: string }): Promise<{ stream: Readable; bytes: number }> {
      const archive = await selectArchiveFile(database, wanted);
      if (!archive) throw problem(archiveProblems, 'archive.not_found');
      const key = keyOf(archive.id);
      try {
        const storage = await disk();
        const stream = await storage.getStream(key);
        // Another attempt, whose file was replaced, may have stored the size. Therefore the storage is asked for the
        // size.
        const { contentLength: bytes } = await storage.getMetaData(key);
        return { stream, bytes };
      } catch (cause) {
        if (!(await isMissingFile(cause, { settings, folder })))
          throw Object.assign(storageUnavailable(), { cause });
        log.error(
          { event: 'archive.file_lost', archiveId: archive.id, err: cause },
          'an archive has no file',
        );
        throw problem(archiveProblems, 'archive.not_found');
      }
    },
  };
}

type Recipient = { archiveId: string; userId: string; email: string; locale: Locale };

/** A pending archive is marked as failed after this number of milliseconds. All attempts of the job take less time. */
const PENDING_TIMEOUT_MS = HOUR_MS;

/** Returns the latest archive. An archive that has been pending for an hour is marked as failed. */
async function readLatest(connection: Connection, userId: string): Promise<Archive | null> {
  const archive = await selectLatestArchive(connection, userId);
  if (!archive) return null;
  const isLate = archive.requestedAt + PENDING_TIMEOUT_MS < Date.now();
  if (stateOf(archive) !== 'pending' || !isLate) return asArchive(archive);
  await markArchiveFailed(connection, archive.id);
  return asArchive({ ...archive, failedAt: Date.now() });
}

/**
 * Deletes the files of killed jobs. A running job keeps changing its file, so an old file belongs to no running job.
 */
async function deleteAbandonedFiles(folder: string): Promise<void> {
  const names = await readdir(folder).catch(ifMissing([]));
  for (const name of names) {
    const file = path.join(folder, name);
    const { mtimeMs } = await stat(file).catch(ifMissing({ mtimeMs: Date.now() }));
    if (mtimeMs + PENDING_TIMEOUT_MS < Date.now()) await rm(file, { force: true });
  }
}

const keyOf = (archiveId: string): string => `archives/${archiveId}.zip`;

const stateOf = ({ readyAt, failedAt }: StoredArchive): Archive['state'] =>
  readyAt !== null ? 'ready' : failedAt !== null ? 'failed' : 'pending';

function asArchive(archive: StoredArchive): Archive {
  const state = stateOf(archive);
  const isReady = state === 'ready';
  return {
    id: archive.id,
    state,
    requestedAt: archive.requestedAt,
    expiresAt: isReady ? archive.expiresAt : null,
    bytes: isReady ? archive.bytes : null,
    missingPhotos: archive.missingPhotos,
    missingPhotosUsedIn: archive.missingPhotosUsedIn,
  };
}
