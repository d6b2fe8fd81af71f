import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, readlinkSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

/** What PostgreSQL writes into `postmaster.pid` of a running cluster. */
export type PostmasterFile = {
  pid: number;
  port: number;
  /** Empty when it listens on TCP alone. */
  socketFolder: string;
  status: 'starting' | 'stopping' | 'ready' | 'standby' | 'unknown';
};

/** The running (or lately running) postmaster of a cluster folder; null when none left its file there. */
export function readPostmasterFile(clusterFolder: string): PostmasterFile | null {
  const text = readIfThere(path.join(clusterFolder, 'postmaster.pid'));
  if (text === null) return null;
  // Line by line: pid, folder, start time, port, socket folder, listen address, shared memory, status.
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

/** Whether the process is alive and is the PostgreSQL server of that very folder, not a later owner of its number. */
export function isPostmasterOf({ pid, clusterFolder }: { pid: number; clusterFolder: string }): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') {
    try {
      // A server works inside its cluster folder. A zombie has no working folder any more.
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
 * Takes away lock files of a dead server. PostgreSQL does so itself unless the process number has been given to
 * somebody else since, as happens after a restart of the machine or of a container.
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
  removeLockOfDeadServer({ lock: path.join(clusterFolder, 'postmaster.pid'), clusterFolder });
  if (socketFolder) {
    removeLockOfDeadServer({ lock: path.join(socketFolder, `.s.PGSQL.${port}.lock`), clusterFolder });
  }
}

function removeLockOfDeadServer({ lock, clusterFolder }: { lock: string; clusterFolder: string }): void {
  if (isMissingOrLive({ lock, clusterFolder })) return;
  // Another process may put a fresh lock here between our look and our removal: move it first, then look again.
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
      // A still newer lock stands there already.
    }
  }
  rmSync(aside, { force: true });
}

/** PostgreSQL makes the file empty and fills it at once: an empty file is dead only when it has stayed so. */
const emptyLockLives = 10_000;

function isMissingOrLive({ lock, clusterFolder }: { lock: string; clusterFolder: string }): boolean {
  const text = readIfThere(lock);
  if (text === null) return true;
  if (text.trim() === '') {
    const written = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    return Date.now() - written < emptyLockLives;
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

function isStatus(text: string): text is PostmasterFile['status'] {
  return ['starting', 'stopping', 'ready', 'standby'].includes(text);
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
