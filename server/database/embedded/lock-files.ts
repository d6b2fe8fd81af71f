import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, readlinkSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

/** Contents of `postmaster.pid`. */
export type PidFile = {
  pid: number;
  port: number;
  /** The folder of the socket. The text is empty if the server listens on TCP only. */
  socketFolder: string;
  status: 'starting' | 'stopping' | 'ready' | 'standby' | 'unknown';
};

/** Reads the file of the running or the last postmaster. Returns null if there is no `postmaster.pid`. */
export function readPidFile(clusterFolder: string): PidFile | null {
  const text = readIfExists(path.join(clusterFolder, 'postmaster.pid'));
  if (text === null) return null;
  // Lines: pid, folder, start time, port, socket folder, listen address, shared memory, status.
  const [pid = '', , , port = '', socketFolder = '', , , status = ''] = text
    .split('\n')
    .map((line) => line.trim());
  return {
    pid: Number(pid),
    port: Number(port),
    socketFolder,
    status: isStatus(status) ? status : 'unknown',
  };
}

/** Whether the process is the postmaster of this cluster. False if another process has reused the pid. */
export function isPostmasterOf({ pid, clusterFolder }: { pid: number; clusterFolder: string }): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') {
    try {
      // The working directory of a PostgreSQL server is its cluster folder. A zombie process has no working directory,
      // so `readlinkSync` throws.
      return (
        readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres' &&
        readlinkSync(`/proc/${pid}/cwd`) === realpathSync(clusterFolder)
      );
    } catch {
      return false;
    }
  }
  if (process.platform === 'win32') return true;
  try {
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes('postgres') && command.includes(clusterFolder);
  } catch {
    return false;
  }
}

/**
 * Removes the lock files of dead servers. PostgreSQL itself keeps a lock file if another process has reused the pid.
 * A pid is often reused after a restart of the machine or of a container.
 */
export function removeStaleLocks({
  clusterFolder,
  socketFolder,
  port,
}: {
  clusterFolder: string;
  socketFolder: string | null;
  port: number;
}): void {
  removeStaleLock({ lock: path.join(clusterFolder, 'postmaster.pid'), clusterFolder });
  if (socketFolder) {
    removeStaleLock({ lock: path.join(socketFolder, `.s.PGSQL.${port}.lock`), clusterFolder });
  }
}

function removeStaleLock({ lock, clusterFolder }: { lock: string; clusterFolder: string }): void {
  if (isMissingOrLive({ lock, clusterFolder })) return;
  // Another process may create a new lock at this moment. Therefore the file is moved first and then checked again.
  const aside = `${lock}.stale-${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch {
    return;
  }
  if (isMissingOrLive({ lock: aside, clusterFolder })) {
    try {
      linkSync(aside, lock);
    } catch {
      // A newer lock exists already.
    }
  }
  rmSync(aside, { force: true });
}

/** Age in milliseconds at which an empty lock file is stale. PostgreSQL fills a new lock file at once. */
const emptyLockLifetimeMs = 10_000;

function isMissingOrLive({ lock, clusterFolder }: { lock: string; clusterFolder: string }): boolean {
  const text = readIfExists(lock);
  if (text === null) return true;
  if (text.trim() === '') {
    const written = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    return Date.now() - written < emptyLockLifetimeMs;
  }
  return isPostmasterOf({ pid: Number.parseInt(text, 10), clusterFolder });
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isStatus(text: string): text is PidFile['status'] {
  return ['starting', 'stopping', 'ready', 'standby'].includes(text);
}

function readIfExists(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
