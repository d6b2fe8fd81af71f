// @ts-check
/**
 * Creates a folder in memory for the temporary files of tests. The tests create and delete several hundred databases of
 * 800 files each. On ext4 this takes a quarter of the CPU time of vitest, because ext4 searches for inodes that were
 * not deleted recently.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';

/** `type`: the type that statfs returns for a file system in memory (tmpfs). */
const MEMORY = { folder: '/dev/shm', type: 0x0102_1994 };
/** Required bytes: several times what a run needs. */
const NEEDED = { space: 4 * 2 ** 30, memory: 6 * 2 ** 30 };

const beginning = 'momokzi-tests-';

/** @returns {string | null} a new folder; null if the system has too little memory for it */
export function createMemoryFolder() {
  if (!hasSpace()) return null;
  removeFoldersOfKilledRuns();
  const folder = path.join(MEMORY.folder, `${beginning}${process.pid}`);
  mkdirSync(folder);
  // Some tests start programs as another user. `mkdir` would apply the umask, so the mode is set afterwards.
  chmodSync(folder, 0o1777);
  return folder;
}

/** @param {string} folder */
export function isInMemory(folder) {
  return process.platform === 'linux' && statfsSync(folder).type === MEMORY.type;
}

function hasSpace() {
  if (!existsSync(MEMORY.folder) || !isInMemory(MEMORY.folder)) return false;
  const { bavail, bsize } = statfsSync(MEMORY.folder);
  return bavail * bsize >= NEEDED.space && process.availableMemory() >= NEEDED.memory;
}

/**
 * Removes the folders of killed test runs. A PostgreSQL server of such a run may still use its folder; it stops when
 * its files are gone.
 */
function removeFoldersOfKilledRuns() {
  for (const name of readdirSync(MEMORY.folder)) {
    if (!name.startsWith(beginning) || !hasEnded(Number(name.slice(beginning.length)))) continue;
    try {
      rmSync(path.join(MEMORY.folder, name), { recursive: true, force: true });
    } catch {
      // The folder belongs to another user.
    }
  }
}

/** @param {number} pid */
function hasEnded(pid) {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}
