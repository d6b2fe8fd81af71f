import { readdirSync, readFileSync } from 'node:fs';

/** CPU time used so far by each process, in milliseconds. */
type CpuReading = Map<number, number>;

/**
 * Reads the CPU time of processes: user and system time of all threads (from /proc, Linux). Benchmarks use CPU time,
 * because on a busy machine the number of requests per second does not show the cost of a request.
 */
export function readCpu(pids: readonly number[]): CpuReading {
  return new Map(pids.map((pid) => [pid, cpuMilliseconds(pid)]));
}

/** Returns the CPU time between two readings in milliseconds. A process that ended in between is ignored. */
export const cpuBetween = (before: CpuReading, after: CpuReading): number =>
  [...after].reduce(
    (sum, [pid, milliseconds]) => sum + Math.max(0, milliseconds - (before.get(pid) ?? 0)),
    0,
  );

function cpuMilliseconds(pid: number): number {
  let nanoseconds = 0;
  for (const task of entries(`/proc/${pid}/task`)) {
    nanoseconds += Number(read(`/proc/${pid}/task/${task}/schedstat`).split(' ')[0] ?? 0);
  }
  return nanoseconds / 1e6;
}

/** Returns the ids of a process and its descendants, for example of a PostgreSQL server and its backends. */
export function processFamily(pid: number): number[] {
  const children = entries(`/proc/${pid}/task`).flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).trim().split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(processFamily)];
}

/** Returns the command line of a process; empty if the process has ended. */
export const commandOf = (pid: number): string => read(`/proc/${pid}/cmdline`);

/** Returns the memory of processes in megabytes, with shared memory counted once (PSS). */
export const memoryMegabytes = (pids: readonly number[]): number =>
  pids.reduce(
    (sum, pid) => sum + Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0),
    0,
  ) / 1024;

/** Returns the resident memory of processes in megabytes (RSS), as `ps` and `top` show it. */
export const residentMegabytes = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0), 0) /
  1024;

function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Returns the content of the file; empty if the process or thread of the file has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
