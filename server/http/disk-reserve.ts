import { statfs } from 'node:fs/promises';
import { commonProblems } from '#common/problem.ts';
import type { Settings } from '#server/config.ts';
import type { App } from './feature.ts';
import { type ProblemError, problem } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Marks a route that may store much data. Its requests are refused while DATA_DIR has less free space than the
     * reserve.
     */
    fillsDisk?: true;
  }
}

export type DiskReserve = {
  reserveMegabytes: number;
  /** Returns the free space of DATA_DIR in megabytes, or null if the system does not report it. */
  freeMegabytes: () => Promise<number | null>;
  /**
   * Refuses the request if the free space is below the reserve.
   * @throws server.storage_full
   */
  refuseBelow: () => Promise<void>;
};

const RETRY_AFTER = { retryAfterSeconds: 300 };

/**
 * Creates the check of free disk space. Uploads and imports must leave the reserve free in DATA_DIR, so that the
 * database keeps working.
 */
export function diskReserveOf({
  DATA_DIR,
  DISK_RESERVE_MEGABYTES: reserveMegabytes,
}: Pick<Settings, 'DATA_DIR' | 'DISK_RESERVE_MEGABYTES'>): DiskReserve {
  const freeMegabytes = () =>
    statfs(DATA_DIR).then(
      ({ bavail, bsize }) => Math.floor((bavail * bsize) / (1024 * 1024)),
      () => null,
    );
  return {
    reserveMegabytes,
    freeMegabytes,
    refuseBelow: async () => {
      const free = await freeMegabytes();
      if (free !== null && free < reserveMegabytes) {
        throw problem(commonProblems, 'server.storage_full', RETRY_AFTER);
      }
    },
  };
}

export function keepDiskReserve(app: App, reserve: DiskReserve): void {
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.fillsDisk) await reserve.refuseBelow();
  });
}

/** The codes of PostgreSQL and of the system for a full volume or quota. */
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);
/** The codes of the system for a volume that cannot be written or read. */
const BROKEN = new Set(['EROFS', 'EIO']);

/**
 * Returns a problem if a failure of the storage caused the error. Also checks the causes of the error. Returns null for
 * other errors.
 */
export function storageProblem(error: unknown): ProblemError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (FULL.has(code)) return problem(commonProblems, 'server.storage_full', RETRY_AFTER);
    if (BROKEN.has(code)) return storageUnavailable();
  }
  return null;
}

export const storageUnavailable = () =>
  problem(commonProblems, 'server.unavailable', { retryAfterSeconds: 30 });
