import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type Program = {
  name: string;
  command: string;
  args: readonly string[];
  environment?: Record<string, string>;
  /** User and group of the process; by default those of this process. PostgreSQL refuses to run as root. */
  user?: { uid: number; gid: number } | null;
};

export function processesIn(folder: string) {
  mkdirSync(path.join(folder, 'log'), { recursive: true });
  const file = (name: string) => path.join(folder, `${name}.pid`);

  /**
   * Returns the process id; null if the process does not run. If another process has reused the id, the result is null
   * as well.
   */
  function pidOf(name: string): number | null {
    if (!existsSync(file(name))) return null;
    const [pid = 0, startedAt] = readFileSync(file(name), 'utf8').split(' ').map(Number);
    return startedAt !== undefined && startTime(pid) === startedAt ? pid : null;
  }

  function start(program: Program): void {
    if (pidOf(program.name) !== null) return;
    const log = openSync(path.join(folder, 'log', `${program.name}.log`), 'a', 0o600);
    const child = spawn(program.command, program.args, {
      cwd: path.join(import.meta.dirname, '../..'),
      env: { PATH: process.env.PATH, ...program.environment },
      stdio: ['ignore', log, log],
      detached: true,
      ...program.user,
    });
    child.on('error', (error) => console.error(`${program.name}: ${error.message}`));
    child.unref();
    if (child.pid) writeFileSync(file(program.name), `${child.pid} ${startTime(child.pid)}`);
  }

  async function stop(name: string, seconds = 30): Promise<void> {
    const pid = pidOf(name);
    if (pid === null) return;
    process.kill(pid, 'SIGTERM');
    const until = Date.now() + seconds * 1000;
    while (pidOf(name) !== null && Date.now() < until) await sleep(100);
    if (pidOf(name) !== null) process.kill(pid, 'SIGKILL');
  }

  return { pidOf, start, stop };
}

/** Returns the ids of a process and its descendants. Each parent comes before its children. */
export const familyOf = (pid: number): number[] => [
  pid,
  ...(read(`/proc/${pid}/task/${pid}/children`) ?? '')
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .flatMap(familyOf),
];

/** Sends the signal to each process. Processes that have ended are skipped. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended.
    }
  }
}

/** Returns the title of a process. PostgreSQL sets the titles of its processes. */
export const titleOf = (pid: number): string => (read(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' ');

/** Returns the start of a process in clock ticks since the machine started; null if the process has ended. */
function startTime(pid: number): number | null {
  const fields = read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ');
  return fields?.[0] === 'Z' || fields?.[19] === undefined ? null : Number(fields[19]);
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
