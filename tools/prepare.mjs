// @ts-check
/**
 * Prepares `npm start` and `npm test`: installs the packages and the pinned Node, and builds the screens and the
 * server. Runs on Node 20 or newer without packages. Does only what is missing: it writes nothing to a checkout that is
 * installed and built, so that a user without write access can start the product.
 */
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
import { exitOf, isAlive, start } from './children.mjs';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const modules = path.join(root, 'node_modules');
const isWindows = process.platform === 'win32';

/** Path of the pinned Node, which the npm package `node` installs. */
export const pinnedNode = path.join(modules, 'node', 'bin', isWindows ? 'node.exe' : 'node');

const linkToNode = path.join(modules, '.bin', isWindows ? 'node.cmd' : 'node');

/** Returns the environment of child processes, in which `node` is the pinned Node. */
export function ownEnvironment() {
  const bin = path.join(modules, '.bin');
  const inherited = process.env.PATH ?? process.env.Path ?? '';
  return {
    ...process.env,
    PATH: [bin, ...inherited.split(path.delimiter).filter((folder) => folder !== bin)].join(path.delimiter),
    // Later starts reuse the compiled modules.
    NODE_COMPILE_CACHE: path.join(modules, '.cache', 'node'),
  };
}

/** An error that is reported as one sentence, without its stack. */
export class Refusal extends Error {}

/** The oldest accepted major version of Node. Node 18 is past its end of life, and current npm crashes on it. */
const OLDEST_NODE = 20;

/**
 * Installs the packages of the lock file and the pinned Node if they are missing.
 *
 * @param {{ development?: boolean }} [options] development: whether to install the packages that build and test the
 * product as well. Default true.
 */
export async function install({ development = true } = {}) {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE) {
    throw new Refusal(
      `Node ${process.versions.node} is too old: install Node ${OLDEST_NODE} or newer, then try again.`,
    );
  }
  // The file `unfinished` exists while an install runs, and remains after an install was killed.
  const unfinished = path.join(modules, '.installing');
  const isComplete = () => !existsSync(unfinished) && missingPackages({ development }).length === 0;
  const hasNode = () => existsSync(pinnedNode) && existsSync(linkToNode);
  if (isComplete() && hasNode()) return;

  await alone('install the packages', async () => {
    if (!isComplete()) {
      console.error('Installing packages. The first time takes a minute or two.');
      writeFileSync(unfinished, '');
      await installPackages({ development });
      rmSync(unfinished);
    }
    if (!hasNode()) await installPinnedNode();
  });
}

/**
 * Returns the folders of the lock file that are missing in node_modules or contain another version. Reads npm's own
 * record of node_modules.
 * @param {{ development: boolean }} options
 * @returns {string[]}
 */
function missingPackages({ development }) {
  const record = readOrNull(path.join(modules, '.package-lock.json'));
  const present = record === null ? {} : JSON.parse(record).packages;
  const { packages: wanted } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  return Object.keys(wanted).filter((folder) => {
    const { version, optional, dev, devOptional } = wanted[folder];
    const found = present[folder];
    if (found) return found.version !== version || !existsSync(path.join(root, folder));
    // Optional packages may be absent, because npm installs only those for this system.
    return folder !== '' && !optional && !devOptional && (development || !dev);
  });
}

async function installPackages({ development }) {
  const code = await npm([
    'install',
    // A start never changes the lock file.
    '--no-save',
    development ? '--include=dev' : '--omit=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--engine-strict=false',
    '--loglevel=error',
  ]);
  if (code !== 0) {
    throw new Refusal('The packages could not be installed: see above. The first start needs the network.');
  }
  const missing = missingPackages({ development });
  if (missing.length > 0) {
    const names = missing.slice(0, 3).map((folder) => folder.replace('node_modules/', ''));
    throw new Refusal(
      `npm reported success but installed nothing for ${missing.length} packages (${names.join(', ')} …). ` +
        'Delete node_modules, update Node or npm, and try again.',
    );
  }
}

/**
 * Downloads the pinned Node if it is missing. The npm package `node` downloads it in an install script, but npm may be
 * configured to skip install scripts.
 */
async function installPinnedNode() {
  const { node: version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).dependencies;
  if (!existsSync(pinnedNode)) {
    await run(process.execPath, ['installArchSpecificPackage.js'], { cwd: path.join(modules, 'node') });
  }
  if (!existsSync(pinnedNode) || (await run(pinnedNode, ['--version'], { stdio: 'ignore' })) !== 0) {
    throw new Refusal(
      `The npm package "node" has no Node ${version} for ${process.platform} on ${process.arch}.`,
    );
  }
  // npm creates no link for a program that is downloaded after its package.
  if (existsSync(linkToNode)) return;
  mkdirSync(path.dirname(linkToNode), { recursive: true });
  // On Windows only administrators can create symbolic links. Therefore a script is written there.
  if (isWindows) writeFileSync(linkToNode, '@"%~dp0..\\node\\bin\\node.exe" %*\r\n');
  else symlinkSync('../node/bin/node', linkToNode);
}

/** Runs the npm that started this process, or the npm in PATH if another program started this process. */
function npm(args) {
  const ours = process.env.npm_execpath;
  if (ours?.endsWith('.js')) return run(process.execPath, [ours, ...args]);
  return run(isWindows ? 'npm.cmd' : 'npm', args, { shell: isWindows });
}

/** Matches files that compilers write, and tests. A change of such a file requires no build. */
const notSources = /(^|\/)(compiled|node_modules)(\/|$)|\.(test|test-factory|fixture)\.\w+$/;
const sourcesOfBoth = [
  ...['common', 'features', 'messages', 'project.inlang/settings.json'],
  ...['tools/messages.mjs', 'package.json', 'package-lock.json'],
];

/**
 * The builds in their order. The build of the screens comes first, because it compiles the messages that the server
 * contains.
 */
const builds = [
  {
    name: 'screens',
    sources: [...sourcesOfBoth, 'web', 'vite.config.ts'],
    except: /(^|\/)server\//,
    results: ['dist/web/index.html', 'messages/compiled/browser/messages.js'],
    command: ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
  },
  {
    name: 'server',
    sources: [...sourcesOfBoth, 'server', 'tools/build-server.mjs'],
    except: /(^|\/)(web|fonts|migrations)\//,
    results: ['dist/server/main.js'],
    command: ['tools/build-server.mjs'],
  },
];

export const builtServer = path.join(root, 'dist', 'server', 'main.js');

/** Arguments for the pinned Node. */
export const serverProgram = ['--enable-source-maps', builtServer];

export function isBuilt() {
  return builds.every(isCurrent);
}

/** Whether the build has the sources of now. */
function isCurrent(build) {
  const hasResults = build.results.every((file) => existsSync(path.join(root, file)));
  return hasResults && readOrNull(stampOf(build)) === digestOf(sourcesOf(build));
}

/** Builds only if the sources have changed. Requires development packages. */
export async function build() {
  if (isBuilt()) return;
  await alone('build the product', async () => {
    for (const each of builds) if (!isCurrent(each)) await buildNow(each);
  });
}

async function buildNow(build) {
  console.error(`Building the ${build.name}.`);
  rmSync(stampOf(build), { force: true });
  // The digest is computed before the build. A source that changes during the build therefore causes another build.
  const digest = digestOf(sourcesOf(build));
  // In the environment of vitest, Vite would make a development build.
  const env = { ...ownEnvironment(), NODE_ENV: 'production' };
  const code = await run(pinnedNode, build.command, { env });
  if (code !== 0) throw new Refusal(`The ${build.name} could not be built: see above.`);
  mkdirSync(path.join(root, 'dist'), { recursive: true });
  writeFileSync(stampOf(build), digest);
}

const stampOf = ({ name }) => path.join(root, 'dist', `.built-${name}`);

const sourcesOf = ({ sources, except }) => sources.flatMap(filesIn).filter((file) => !except.test(file));

/** Returns the sources of all builds. @returns {string[]} paths from the root */
export function sourceFiles() {
  return builds.flatMap(sourcesOf);
}

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

function digestOf(files) {
  const digest = createHash('sha256');
  for (const file of files) digest.update(`\0${file}\0`).update(readFileSync(path.join(root, file)));
  return digest.digest('hex');
}

/** @returns {string[]} */
function filesIn(name) {
  const found = statSync(path.join(root, name), { throwIfNoEntry: false });
  if (!found || notSources.test(name)) return [];
  return found.isDirectory() ? filesBelow(name) : [name];
}

/** @returns {string[]} */
function filesBelow(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .map((entry) => ({ name: `${folder}/${entry.name}`, isFolder: entry.isDirectory() }))
    .filter(({ name }) => !notSources.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name, isFolder }) => (isFolder ? filesBelow(name) : [name]));
}

/**
 * Runs a task while other processes that need the same task wait. The lock of a killed process is ignored.
 *
 * @param {string} work name of the task for messages
 * @param {() => Promise<void>} doIt
 */
async function alone(work, doIt) {
  const lock = path.join(modules, `.${work.replaceAll(' ', '-')}-lock`);
  for (let waited = 0; !acquireLock({ lock, work }); waited += 1) {
    if (waited === 1) console.error(`Waiting for another process to ${work}.`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  try {
    await doIt();
  } finally {
    rmSync(lock, { force: true });
  }
}

/**
 * @returns {boolean} false if another process holds the lock, or if this call has removed the lock of a killed process.
 * If false, the caller tries again
 */
function acquireLock({ lock, work }) {
  try {
    mkdirSync(path.dirname(lock), { recursive: true });
    if (writeNew(lock, String(process.pid))) return true;
    if (!isHeld(lock)) rmSync(lock, { force: true });
    return false;
  } catch (error) {
    throw cannotWrite({ work, error });
  }
}

/** @returns {boolean} false if the file exists */
function writeNew(file, text) {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

function isHeld(lock) {
  const holder = readIfExists(lock);
  const isBeingWritten = holder === '' && (writtenAt(lock) ?? 0) > Date.now() - 10_000;
  // If the holder differs or is null, another process has replaced or deleted the lock. This process must not delete a
  // new lock.
  return (
    isBeingWritten ||
    (Number(holder) > 0 && isAlive(Number(holder))) ||
    readIfExists(lock) !== holder ||
    holder === null
  );
}

function cannotWrite({ work, error }) {
  return new Refusal(
    `Momokzi has to ${work}, but this user cannot write to the checkout (${error.code}: ${error.path}). ` +
      'Run "npm start" once as the user who owns the checkout.',
  );
}

function writtenAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

function readOrNull(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function readIfExists(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return null;
  }
}
