// @ts-check
/**
 * What `npm start` and `npm test` do before the product's own code can run: install the packages, get the pinned
 * Node, build the screens. Runs on any Node from 18 on, with nothing installed; does only what is missing.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { nativeMemory } from './native-memory.mjs';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const modules = path.join(root, 'node_modules');
const isWindows = process.platform === 'win32';

/** The Node that everything runs on; a file of the npm package `node`. */
export const pinnedNode = path.join(modules, 'node', 'bin', isWindows ? 'node.exe' : 'node');

const linkToNode = path.join(modules, '.bin', isWindows ? 'node.cmd' : 'node');

/** The environment for programs of this repository: whatever says `node` gets the pinned one. */
export function ownEnvironment() {
  const bin = path.join(modules, '.bin');
  const inherited = process.env.PATH ?? process.env.Path ?? '';
  return {
    ...nativeMemory,
    ...process.env,
    PATH: [bin, ...inherited.split(path.delimiter).filter((folder) => folder !== bin)].join(path.delimiter),
    // Later starts skip compiling the same modules again.
    NODE_COMPILE_CACHE: path.join(modules, '.cache', 'node'),
  };
}

/** A sentence for the person at the terminal, instead of a stack trace. */
export class Refusal extends Error {}

/** Installs the packages of the lock file, if that has not been done, and the pinned Node. */
export async function install() {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 18) {
    throw new Refusal(`Node ${process.versions.node} is too old to start from: any Node from 18 on will do.`);
  }
  mkdirSync(modules, { recursive: true });
  await alone('install', async () => {
    // Left behind by an install that was killed: what lies there is not to be trusted.
    const unfinished = path.join(modules, '.installing');
    if (existsSync(unfinished) || !isInstalled()) {
      console.error('Installing packages. The first time takes a minute or two.');
      writeFileSync(unfinished, '');
      await installPackages();
      rmSync(unfinished);
    }
    if (!existsSync(pinnedNode) || !existsSync(linkToNode)) await installPinnedNode();
  });
}

/** Whether node_modules holds what the lock file asks for, by what npm itself noted there. */
function isInstalled() {
  const noted = readIfThere(path.join(modules, '.package-lock.json'));
  if (noted === null) return false;
  const { packages: present } = JSON.parse(noted);
  const { packages: wanted } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(wanted).every(([folder, { version, optional, devOptional }]) => {
    if (folder === '') return true;
    const found = present[folder];
    // Optional are the packages for other systems, of which npm notes those of this one alone.
    if (!found) return optional === true || devOptional === true;
    return found.version === version && existsSync(path.join(root, folder));
  });
}

async function installPackages() {
  const code = await npm([
    'install',
    // The lock file decides; nobody's start changes it.
    '--no-save',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--engine-strict=false',
    '--loglevel=error',
  ]);
  if (code !== 0) {
    throw new Refusal('The packages could not be installed: see above. The first start needs the network.');
  }
}

/**
 * The package `node` fetches the program for this machine in an install script. Where install scripts are
 * switched off we run that one ourselves: without it there is nothing to run on.
 */
async function installPinnedNode() {
  const { node: version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).devDependencies;
  if (!existsSync(pinnedNode)) {
    await run(process.execPath, ['installArchSpecificPackage.js'], { cwd: path.join(modules, 'node') });
  }
  if (!existsSync(pinnedNode) || (await run(pinnedNode, ['--version'], { stdio: 'ignore' })) !== 0) {
    throw new Refusal(
      `Node ${version} for ${process.platform} on ${process.arch} could not be had from the npm package "node".`,
    );
  }
  // npm leaves this link out when the program comes later than the package.
  if (!existsSync(linkToNode)) symlinkSync('../node/bin/node', linkToNode);
}

/** Runs the npm that started us, else the one on the path. */
function npm(args) {
  const ours = process.env.npm_execpath;
  if (ours?.endsWith('.js')) return run(process.execPath, [ours, ...args]);
  return run(isWindows ? 'npm.cmd' : 'npm', args, { shell: isWindows });
}

/** What the built screens are made of. */
const sources = [
  ...['web', 'common', 'features', 'messages', 'project.inlang', 'scripts/compile-messages.mjs'],
  ...['vite.config.ts', 'package.json', 'package-lock.json'],
];
const notSources = /(^|\/)(compiled|cache|node_modules|server)(\/|$)|\.test\.\w+$/;

/** Builds the screens, if anything that they are made of has changed. Needs the installed packages. */
export async function build() {
  await alone('build', async () => {
    const wanted = digestOfFiles(sources);
    const stamp = path.join(root, 'dist', '.built');
    const results = ['dist/web/index.html', 'messages/compiled/messages.js'];
    const isBuilt =
      readIfThere(stamp) === wanted && results.every((file) => existsSync(path.join(root, file)));
    if (isBuilt) return;
    console.error('Building the screens.');
    rmSync(stamp, { force: true });
    const vite = path.join(modules, 'vite', 'bin', 'vite.js');
    const code = await run(pinnedNode, [vite, 'build', '--logLevel', 'warn']);
    if (code !== 0) throw new Refusal('The screens could not be built: see above.');
    mkdirSync(path.dirname(stamp), { recursive: true });
    writeFileSync(stamp, wanted);
  });
}

/**
 * Runs a program of ours to its end, its output shown.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} its exit code; 1 if a signal ended it
 */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, env: ownEnvironment(), stdio: 'inherit', ...options });
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** One digest over names and contents of files and of all files in folders. */
function digestOfFiles(names) {
  const digest = createHash('sha256');
  for (const name of names) {
    for (const file of filesIn(name))
      digest.update(`\0${file}\0`).update(readFileSync(path.join(root, file)));
  }
  return digest.digest('hex');
}

/** @returns {string[]} */
function filesIn(name) {
  if (notSources.test(name)) return [];
  const found = statSync(path.join(root, name), { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory()) return [name];
  const names = readdirSync(path.join(root, name)).sort();
  return names.flatMap((inside) => filesIn(`${name}/${inside}`));
}

/**
 * Lets only one process do a work at a time; the others wait. The lock of a killed process does not count.
 *
 * @param {string} work
 * @param {() => Promise<void>} doIt
 */
async function alone(work, doIt) {
  const lock = path.join(modules, `.${work}-lock`);
  for (let waited = 0; !takeLock(lock); waited += 1) {
    if (waited === 1) console.error(`Waiting for another process to ${work}.`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  try {
    await doIt();
  } finally {
    rmSync(lock, { force: true });
  }
}

function takeLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const holder = readIfThere(lock);
    const isBeingWritten = holder === '' && (writtenAt(lock) ?? 0) > Date.now() - 10_000;
    const isHeld = holder === null || isBeingWritten || isAlive(Number(holder));
    if (!isHeld && readIfThere(lock) === holder) rmSync(lock, { force: true });
    return false;
  }
}

function writtenAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

function isAlive(pid) {
  if (!pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
