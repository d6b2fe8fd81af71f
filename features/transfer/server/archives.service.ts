import type { FastifyBaseLogger } from 'fastify';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { v7 as uuidv7 } from 'uuid';
import { DAY_MS, HOUR_MS } from '#common/dates.ts';
import { createPhotoStorage } from '#features/photos/server/photos.public.ts';
import type { Connection } from '#server/database/database.ts';
import { openStorage } from '#server/files/open-storage.ts';
import type { Dependencies } from '#server/http/feature.ts';
import type { Locale } from '#server/http/locale.ts';
import { problem } from '#server/http/problem.ts';
import { type Archive, ARCHIVE_DAYS, archiveProblems, ARCHIVES_PER_DAY } from '../archive.contract.ts';
import { archiveReadyMail } from './archive-mails.ts';
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

const ATTEMPTS_MAXIMUM = 5;

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
  const disk = () => (opened ??= openStorage(settings, { folder }));

  jobs.handle('archive.make', async ({ archiveId }) => {
    const pending = await selectPendingArchive(jobs.database, archiveId);
    if (!pending) return;
    const { userId, email } = pending;
    const locale = pending.locale as Locale;
    await mkdir(unfinishedFolder, { recursive: true, mode: 0o700 });
    // Each attempt has its own file, because a job runs twice at the same time if its lock was released too early.
    const file = path.join(unfinishedFolder, `${archiveId}-${randomUUID()}.zip`);
    try {
      await writeArchive({ database: jobs.database, photoStorage, userId, locale, file });
      const { size: bytes } = await stat(file);
      await (await disk()).moveFromFs(file, keyOf(archiveId), { contentType: 'application/zip' });
      const expiresAt = new Date(Date.now() + ARCHIVE_DAYS * DAY_MS);
      const isReady = await jobs.database.transaction().execute(async (transaction) => {
        if (!(await markArchiveReady(transaction, { archiveId, bytes, expiresAt }))) return false;
        const mail = archiveReadyMail(settings, { address: email, locale, expiresAt });
        await mailer.send(transaction, { ...mail, dedupeKey: `archive.ready ${archiveId}` });
        return true;
      });
      if (isReady) log.info({ event: 'archive.ready', userId, archiveId, bytes });
      // The account was deleted, with the files of its archives, before this file was stored. Therefore this file is
      // deleted here.
      else await (await disk()).delete(keyOf(archiveId));
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
  });

  jobs.handle('archive.delete_expired', async () => {
    await deleteAbandonedFiles(unfinishedFolder);
    for (;;) {
      const ids = await selectExpiredArchives(jobs.database);
      if (ids.length === 0) return;
      for (const id of ids) await (await disk()).delete(keyOf(id));
      await deleteArchives(jobs.database, ids);
    }
  });
  jobs.schedule('archive.delete_expired', '17 * * * *');

  return {
    current: ({ userId }: { userId: string }): Promise<Archive | null> => readLatest(database, userId),

    /**
     * Requests an archive. If an archive is already pending, the pending archive is returned.
     * @throws archive.too_many
     */
    async request(
      transaction: Connection,
      { userId, locale }: { userId: string; locale: Locale },
    ): Promise<Archive | null> {
      const recent = await countRecentArchives(transaction, userId);
      const latest = await readLatest(transaction, userId);
      if (latest?.state === 'pending') return latest;
      if (ARCHIVES_PER_DAY <= recent) {
        throw problem(archiveProblems, 'archive.too_many', { limit: ARCHIVES_PER_DAY });
      }
      const archiveId = uuidv7();
      const expiresAt = new Date(Date.now() + ARCHIVE_DAYS * DAY_MS);
      await insertArchive(transaction, { id: archiveId, userId, locale, expiresAt });
      await jobs.add(transaction, 'archive.make', { archiveId }, { maxAttempts: ATTEMPTS_MAXIMUM });
      return readLatest(transaction, userId);
    },

    /** Opens the file of an archive. @throws archive.not_found, also for another member's archive */
    async file(wanted: { archiveId: string; userId: string }): Promise<{ stream: Readable; bytes: number }> {
      const archive = await selectArchiveFile(database, wanted);
      if (!archive) throw problem(archiveProblems, 'archive.not_found');
      const storage = await disk();
      const key = keyOf(archive.id);
      // Another attempt, whose file was replaced, may have stored the size. Therefore the storage is asked for the
      // size.
      const { contentLength: bytes } = await storage.getMetaData(key);
      return { stream: await storage.getStream(key), bytes };
    },
  };
}

/** A pending archive is marked as failed after this number of milliseconds. Five attempts of the job take less time. */
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
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const file = path.join(folder, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
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
  };
}
