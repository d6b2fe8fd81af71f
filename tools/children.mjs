// @ts-check
/** Starts programs, and ends them with everything that they started when this process is stopped or npm is killed. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const isWindows = process.platform === 'win32';
/** Time in milliseconds that programs have to end themselves before they are killed. */
const GRACE = 20_000;
const PARENT_POLL = 1000;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Starts a program in a process group of its own, so that Ctrl-C reaches it once: through `stop` below.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function start(program, args, options) {
  const child = spawn(program, args, { ...options, detached: !isWindows });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<number>} its exit code; 1 after a signal */
export function exitOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/**
 * From now on, a signal ends this process and all its descendants. The end of npm has the same effect, because a killed
 * npm does not end its scripts.
 *
 * @param {() => void} [cleanUp] called when all descendants have ended
 */
export function endChildrenOnStop(cleanUp = () => {}) {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    const codes = await endChildren();
    cleanUp();
    process.exit(codes);
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, stop);
  if (!process.env.npm_lifecycle_event) return;
  const atStart = parents();
  setInterval(() => {
    if (parents() !== atStart) void stop();
  }, PARENT_POLL).unref();
}

/** @returns {Promise<number>} the highest exit code of the children */
async function endChildren() {
  const children = [...running];
  const descendants = new Set(descendantsOf(process.pid));
  // Playwright and vitest close their browsers, workers and servers on SIGINT.
  for (const child of children) child.kill('SIGINT');
  const deadline = Date.now() + GRACE;
  while (Date.now() < deadline && [...descendants].some(isAlive)) {
    await sleep(100);
    for (const pid of descendantsOf(process.pid)) descendants.add(pid);
  }
  for (const pid of descendants) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  return Math.max(0, ...children.map(({ exitCode }) => exitCode ?? 1));
}

/** @param {number} pid @returns {boolean} */
export function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** @param {number} ancestor @returns {number[]} process ids */
function descendantsOf(ancestor) {
  const parentOf = processes();
  const found = [ancestor];
  for (const pid of found) for (const [child, parent] of parentOf) if (parent === pid) found.push(child);
  return found.slice(1);
}

/** @returns {Map<number, number>} the parent of every process that has not ended */
function processes() {
  if (isWindows) return new Map();
  const lines = existsSync('/proc/self/stat') ? linesOfProc() : linesOfPs();
  return new Map(lines.map(({ pid, parent }) => [pid, parent]));
}

function linesOfProc() {
  const pids = readdirSync('/proc').map(Number).filter(Boolean);
  return pids
    .map((pid) => ({ pid, state: 'Z', parent: 0, ...statOf(pid) }))
    .filter(({ state }) => state !== 'Z');
}

function linesOfPs() {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return lines
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([pid = 0, parent = 0]) => ({ pid, parent }));
}

/** Returns the ids of the shell in which npm runs this process and, if the system reports it, of npm. */
const parents = () => `${process.ppid} ${existsSync('/proc/self/stat') ? statOf(process.ppid)?.parent : ''}`;

/** @param {number} pid */
function statOf(pid) {
  try {
    // The name of the process ends with a parenthesis. The state and the parent follow it.
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return { state, parent: Number(parent) };
  } catch {
    return null;
  }
}
