import type { FastifyBaseLogger } from 'fastify';
import { copyFile, mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS, HOUR_MS } from '#common/dates.ts';
import { ifMissing } from '#server/files/if-missing.ts';

/** Milliseconds for which open pages can load the files of a replaced version. */
const KEPT_MS = 7 * DAY_MS;
const REPEATED_MS = 6 * HOUR_MS;
/**
 * Milliseconds from the start of the server to the first run. An earlier run would delay the first responses, because
 * it checks hundreds of files.
 */
const FIRST_AFTER_MS = 5_000;

/** Name of the folder in DATA_DIR. */
export const RELEASED_FOLDER = 'released-assets';

/**
 * Copies the files of the current build that have a content hash in their name.
 * Deletes the copies that belong only to builds replaced more than a week ago.
 * The modification time of a copy is the last time at which its file belonged to the current build.
 */
export async function keepReleasedAssets({
  webFolder,
  dataFolder,
  now,
}: {
  webFolder: string;
  dataFolder: string;
  /** The current time in milliseconds. */
  now: number;
}): Promise<void> {
  const from = path.join(webFolder, 'assets');
  const to = path.join(dataFolder, RELEASED_FOLDER, 'assets');
  await mkdir(to, { recursive: true });
  const names = await readdir(from).catch(ifMissing([]));
  for (const name of names) {
    const copy = path.join(to, name);
    const existing = await stat(copy).catch(ifMissing(null));
    if (!existing) await copyFile(path.join(from, name), copy);
    await utimes(copy, now / 1000, now / 1000);
  }
  for (const name of await readdir(to)) {
    const copy = path.join(to, name);
    const { mtimeMs } = await stat(copy);
    if (mtimeMs < now - KEPT_MS) await rm(copy);
  }
}

/**
 * Runs `keepReleasedAssets` repeatedly. If a run fails, for example on a full disk, older pages that are still open may
 * be unable to load their files.
 */
export function followReleasedAssets({
  log,
  ...folders
}: {
  webFolder: string;
  dataFolder: string;
  log: FastifyBaseLogger;
}): { stop: () => void } {
  const keep = () =>
    keepReleasedAssets({ ...folders, now: Date.now() }).catch((error: unknown) =>
      log.warn({ err: error }, 'the files of this version are not kept for the next one'),
    );
  const first = setTimeout(() => void keep(), FIRST_AFTER_MS).unref();
  const timer = setInterval(() => void keep(), REPEATED_MS).unref();
  return {
    stop: () => {
      clearTimeout(first);
      clearInterval(timer);
    },
  };
}
