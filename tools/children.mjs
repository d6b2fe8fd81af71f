// @ts-check
/** Starts programs, and ends them when this process is stopped or npm is killed. */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const isWindows = process.platform === 'win32';
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
  const npm = process.ppid;
  setInterval(() => {
    if (process.ppid !== npm) void stop();
  }, 1000).unref();
}

/** @returns {Promise<number>} the highest exit code of the children */
async function endChildren() {
  const children = [...running];
  const ended = Promise.all(children.map(exitOf));
  // Playwright, vitest and the server close their browsers, workers and databases on SIGINT.
  for (const child of children) child.kill('SIGINT');
  await Promise.race([ended, sleep(GRACE)]);
  for (const { pid = 0 } of children) if (isAlive(groupOf(pid))) process.kill(groupOf(pid), 'SIGKILL');
  return Math.max(0, ...children.map(({ exitCode }) => exitCode ?? 1));
}

/** @param {number} pid @returns {number} the id that stands for the group of the process */
const groupOf = (pid) => (isWindows ? pid : -pid);

/** @param {number} pid @returns {boolean} */
export function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
