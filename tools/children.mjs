// @ts-check
/** Starts programs, and ends them when this process is stopped or npm is killed. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const isWindows = process.platform === 'win32';
const PROC = '/proc';
/** Time in milliseconds that programs have to end themselves and what they started before they are killed. */
const GRACE = 20_000;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Starts a program in a process group of its own, so that Ctrl-C reaches it once: through `endChildrenOnStop`.
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
 * From now on, a signal ends this process and its children. The end of npm has the same effect, because a killed npm
 * does not end its scripts.
 *
 * @param {() => void} [cleanUp] called when all children have ended
 */
export function endChildrenOnStop(cleanUp = () => {}) {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    const code = await endChildren();
    cleanUp();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  if (!process.env.npm_lifecycle_event) return;
  const atStart = parents();
  setInterval(() => {
    if (parents() !== atStart) void stop();
  }, 1000).unref();
}

/** Returns the ids of the shell in which npm runs this process and, on Linux, of npm. */
const parents = () => `${process.ppid} ${parentOf(process.ppid)}`;

/** @returns {Promise<number>} the highest exit code of the children */
async function endChildren() {
  const children = [...running];
  const ended = Promise.all(children.map(exitOf));
  const started = descendants();
  // Playwright and the server close their browsers and databases on SIGINT. vitest leaves its database running.
  for (const child of children) child.kill('SIGINT');
  await Promise.race([ended, sleep(GRACE)]);
  for (const signal of ['SIGINT', 'SIGKILL']) {
    const left = started.filter(isAlive);
    for (const pid of left) process.kill(pid, signal);
    for (let waited = 0; waited < 50 && left.some(isAlive); waited += 1) await sleep(100);
  }
  return Math.max(0, ...children.map(({ exitCode }) => exitCode ?? 1));
}

/** Returns the ids of all processes below this one. On systems without /proc only those of its children. */
function descendants() {
  if (!existsSync(PROC)) return [...running].flatMap(({ pid }) => pid ?? []);
  const pids = readdirSync(PROC).map(Number).filter(Boolean);
  const parentsOfAll = pids.map((pid) => ({ pid, parent: parentOf(pid) }));
  const found = [process.pid];
  for (const ancestor of found)
    found.push(...parentsOfAll.filter(({ parent }) => parent === ancestor).map(({ pid }) => pid));
  return found.slice(1);
}

/** @param {number} pid @returns {number | null} null if the process has ended, or on systems without /proc */
function parentOf(pid) {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`${PROC}/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return null;
  }
}

/** @param {number} pid @returns {boolean} */
export function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
