import type { FastifyBaseLogger } from 'fastify';
import type { Readable } from 'node:stream';
import { v7 as uuidv7 } from 'uuid';
import { DAY_MS, HOUR_MS } from '#common/dates.ts';
import type { Connection } from '#server/database/database.ts';
import { storageUnavailable } from '#server/http/disk-reserve.ts';
import type { Dependencies } from '#server/http/feature.ts';
import type { Locale } from '#server/http/locale.ts';
import { problem } from '#server/http/problem.ts';
import {
  type Archive,
  ARCHIVE_DAYS,
  type ArchivedShortcut,
  archiveProblems,
  ARCHIVES_PER_DAY,
} from '../archive.contract.ts';
import { createArchiveFiles } from './archive-files.ts';
import {
  lockAccountAndCountRecentArchives,
  deleteArchives,
  insertArchive,
  markArchiveFailed,
  selectArchiveFile,
  selectExpiredArchives,
  selectLatestArchive,
  type StoredArchive,
} from './archive.sql.ts';
import { archiveMaker } from './make-archive.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'archive.make': { archiveId: string };
    'archive.delete_expired': Record<string, never>;
  }
}

/** Eight attempts with their pauses take half an hour. The storage may be unavailable for that long. */
const ATTEMPTS_MAXIMUM = 8;
/** Archives of all data of a member. A job makes an archive, which can be downloaded for seven days. */
export function createArchives({
  database,
  settings,
  jobs,
  mailer,
  log,
}: Dependencies & { log: FastifyBaseLogger }) {
  const files = createArchiveFiles(settings);
  jobs.handle('archive.make', archiveMaker({ settings, jobs, mailer, log, files }), { usesStorage: true });

  const deleteExpired = async () => {
    await files.deleteAbandoned(PENDING_TIMEOUT_MS);
    for (;;) {
      const ids = await selectExpiredArchives(jobs.database);
      if (ids.length === 0) return;
      for (const id of ids) await files.delete(id);
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
      const recent = await lockAccountAndCountRecentArchives(transaction, userId);
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
      try {
        return await files.open(archive.id);
      } catch (cause) {
        if (!(await files.isMissing(cause))) throw Object.assign(storageUnavailable(), { cause });
        log.error(
          { event: 'archive.file_lost', archiveId: archive.id, err: cause },
          'an archive has no file',
        );
        throw problem(archiveProblems, 'archive.not_found');
      }
    },
  };
}

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

function stateOf({ readyAt, failedAt }: StoredArchive): Archive['state'] {
  if (readyAt !== null) return 'ready';
  return failedAt !== null ? 'failed' : 'pending';
}

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
