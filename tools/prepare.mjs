// @ts-check
/**
 * Installs the packages and the pinned Node if they are missing. Runs on Node 20 or newer without packages. Writes
 * nothing to a checkout that is installed, so that a user without write access can start the product.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { exitOf, isAlive, start } from './children.mjs';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const modules = path.join(root, 'node_modules');
const isWindows = process.platform === 'win32';

/** Path of the pinned Node, which the npm package `node` installs. */
export const pinnedNode = path.join(modules, 'node', 'bin', isWindows ? 'node.exe' : 'node');

/** Returns the environment of child processes, in which `node` is the pinned Node. */
export function ownEnvironment() {
  return {
    ...process.env,
    PATH: [path.dirname(pinnedNode), process.env.PATH].join(path.delimiter),
    // Later starts reuse the compiled modules.
    NODE_COMPILE_CACHE: path.join(modules, '.cache', 'node'),
  };
}

/** An error that is reported as one sentence, without its stack. */
export class Refusal extends Error {}

/**
 * Runs a program of this repository to its end and shows its output.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} its exit code; 1 if a signal ended it
 */
export function run(program, args, options = {}) {
  return exitOf(start(program, args, { cwd: root, env: ownEnvironment(), stdio: 'inherit', ...options }));
}

/**
 * Installs the packages of the lock file and the pinned Node, unless the last complete install had the same lock file.
 *
 * @param {{ development?: boolean }} [options] development: whether to install the packages that build and test the
 * product as well. Default true.
 */
export async function install({ development = true } = {}) {
  if (Number.parseInt(process.versions.node, 10) < 20)
    throw new Refusal(`Node ${process.versions.node} is too old: install Node 20 or newer, then try again.`);
  const stamp = path.join(modules, '.installed');
  const digest = digestOf(['package-lock.json']);
  const isInstalled = () => {
    const [installed, kind] = textOf(stamp)?.split(' ') ?? [];
    return installed === digest && (kind === 'development' || !development) && existsSync(pinnedNode);
  };
  if (isInstalled()) return;
  await alone('install the packages', async () => {
    if (isInstalled()) return;
    console.error('Installing packages. The first time takes a minute or two.');
    rmSync(stamp, { force: true });
    const packages = [development ? '--include=dev' : '--omit=dev', '--include=optional'];
    // `npm ci` rejects a lock file from which npm omitted packages of other systems.
    await npm(['install', '--no-save', ...packages, '--engine-strict=false']);
    // npm may be configured to skip install scripts. That of the package `node` downloads Node.
    if (!existsSync(pinnedNode)) await npm(['rebuild', 'node', '--ignore-scripts=false']);
    if (!existsSync(pinnedNode) || (await run(pinnedNode, ['--version'], { stdio: 'ignore' })) !== 0)
      throw new Refusal(`The npm package "node" has no Node for ${process.platform} on ${process.arch}.`);
    writeFileSync(stamp, `${digest} ${development ? 'development' : 'production'}`);
  });
}

/** Runs the npm that started this process, or the npm in PATH if another program started this process. */
async function npm(args) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const ours = process.env.npm_execpath;
  const code = ours?.endsWith('.js')
    ? await run(process.execPath, [ours, ...args, ...quiet])
    : await run(isWindows ? 'npm.cmd' : 'npm', [...args, ...quiet], { shell: isWindows });
  if (code !== 0)
    throw new Refusal('The packages could not be installed: see above. The first start needs the network.');
}

/** @param {string[]} files paths from the root */
export function digestOf(files) {
  const digest = createHash('sha256');
  for (const file of files) digest.update(`\0${file}\0`).update(readFileSync(path.join(root, file)));
  return digest.digest('hex');
}

/** Does the work while other processes that need the same work wait. The lock of a killed process is ignored. */
export async function alone(work, doIt) {
  const lock = path.join(modules, `.${work.replaceAll(' ', '-')}-lock`);
  for (let waited = 0; !acquire({ lock, work }); waited += 1) {
    if (waited === 1) console.error(`Waiting for another process to ${work}.`);
    await sleep(500);
  }
  try {
    await doIt();
  } finally {
    rmSync(lock, { force: true });
  }
}

function acquire({ lock, work }) {
  try {
    mkdirSync(modules, { recursive: true });
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST')
      throw new Refusal(`Momokzi has to ${work}, but cannot write to the checkout: ${error.message}.`);
    const holder = textOf(lock);
    if (holder && !isAlive(Number(holder))) rmSync(lock, { force: true });
    return false;
  }
}

/** @returns the text of a file; null if there is none */
export const textOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null);
