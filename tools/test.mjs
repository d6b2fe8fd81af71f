// @ts-check
/**
 * `npm test`: runs every check and test, even if earlier ones failed. Prints one line with the numbers of passed,
 * failed and skipped checks and tests. Works in a fresh clone on Node 20 or newer. Single parts can be run as well:
 *
 *     npm run check                   static checks: format, types, lint, imports, lock file, generated files
 *     npm run test:unit -- FILE…      vitest; if FILE is absent, all files
 *     npm run test:stories -- FILE…   builds the screens if their sources changed, then runs Playwright
 */
import { spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { getBrowser } from './browser.mjs';
import { createMemoryFolder } from './memory-folder.mjs';
import { freePort } from './ports.mjs';
import { build, install, ownEnvironment, pinnedNode, Refusal, root, run } from './prepare.mjs';
import { countPlaywright, countVitest, retriedInPlaywright, retriedInVitest, sum } from './results.mjs';

/** @typedef {import('./results.mjs').Counts} Counts */

/**
 * Number of ports for stories. The server of the stories uses the first port. Products that a story starts use the
 * other ports (e2e/support/product-under-test.ts).
 */
const PORTS_OF_STORIES = 160;

/**
 * The type checker, and the part of the linter that needs types, are Go programs. With this value they collect garbage
 * half as often as by default, which saves a seventh of their CPU time.
 */
const GOGC = '200';

/** Each check counts as one test. Scripts of this repository run on the pinned Node. */
const messages = { name: 'messages in both languages', command: ['tools/compile-messages.mjs'] };
const checks = [
  { name: 'lint', command: ['node_modules/oxlint/bin/oxlint', '--deny-warnings'] },
  // Parallel checkers do some work twice. On two cores, one thread is faster.
  { name: 'types', command: ['node_modules/typescript/bin/tsc', '-b', '--singleThreaded'] },
  { name: 'database types are up to date', command: ['server/database/generate-types.ts', '--check'] },
  { name: 'import rules', command: ['tools/check-imports.mjs'] },
  { name: 'unused code', command: ['node_modules/knip/bin/knip.js', '--no-progress'] },
  { name: 'format', command: ['node_modules/oxfmt/bin/oxfmt', '--check'] },
  { name: 'lock file for every system', command: ['tools/check-lock-file.mjs'] },
];

const [part = 'all', ...selection] = process.argv.slice(2);
const parts = { all, check: staticChecks, unit, stories };

const reports = mkdtempSync(path.join(os.tmpdir(), 'momokzi-reports-'));
/** Names of tests and stories that passed only on a retry, printed at the end. @type {string[]} */
const retried = [];
/** @type {string | null} */
let memoryFolder = null;
try {
  refuseReadOnly();
  await install();
  memoryFolder = createMemoryFolder();
  if (memoryFolder) process.env.TMPDIR = memoryFolder;
  // This check runs first, because all other checks and tests need the compiled messages.
  const counts = [await check(messages), ...(await parts[/** @type {keyof typeof parts} */ (part)]())];
  const { passed, failed, skipped } = sum(counts);
  for (const name of retried) console.log(`! passed only on a retry: ${name}`);
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  console.log('0 passed, 1 failed, 0 skipped');
  process.exitCode = 1;
} finally {
  for (const folder of [reports, memoryFolder]) if (folder) rmSync(folder, { recursive: true, force: true });
}

/** Fails if the checkout cannot be written, because tests write compiled messages, caches and results. */
function refuseReadOnly() {
  try {
    accessSync(root, constants.W_OK);
  } catch {
    throw new Refusal(`npm test writes into the checkout, and ${root} cannot be written.`);
  }
}

/**
 * Runs everything. Stories take the longest, so all other checks and tests run at the same time. The checks come first: at the end they would be few long programs with one thread each, and a
 * core would be idle. vitest has many short tests for both cores.
 *
 * @returns {Promise<Counts[]>}
 */
async function all() {
  const lanes = [stories(), staticChecks().then(async (counts) => [...counts, ...(await unit())])];
  return (await Promise.all(lanes)).flat();
}

/**
 * Runs as many checks at the same time as there are cores, at most four. The longest checks start first.
 *
 * @returns {Promise<Counts[]>}
 */
async function staticChecks() {
  const waiting = [...checks];
  /** @type {Counts[]} */
  const counts = [];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) counts.push(await check(next));
  };
  await Promise.all(Array.from({ length: Math.min(os.availableParallelism(), 4) }, lane));
  return counts;
}

/** @returns {Promise<Counts[]>} */
async function unit() {
  const file = path.join(reports, 'vitest.json');
  const program = 'node_modules/vitest/vitest.mjs';
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...selection];
  const exitCode = await run(pinnedNode, [program, ...args]);
  const report = read(file);
  retried.push(...retriedInVitest(report));
  return [countVitest({ report, exitCode })];
}

/** @returns {Promise<Counts[]>} */
async function stories() {
  const needed = await Promise.all([
    check({ name: 'browser', work: getBrowser }),
    check({ name: 'build', work: build }),
  ]);
  if (needed.some(({ failed }) => failed > 0)) {
    console.log('✗ stories: not run, because the browser or the build is missing');
    return needed;
  }
  const file = path.join(reports, 'playwright.json');
  const env = {
    ...ownEnvironment(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    // Node removes the types itself. To list the stories, this takes less than half of the CPU time of Playwright's
    // compiler.
    PW_DISABLE_TS_ESM: '1',
    E2E_PORT: String(await freePort(PORTS_OF_STORIES)),
  };
  const program = 'node_modules/@playwright/test/cli.js';
  const exitCode = await run(pinnedNode, [program, 'test', '--reporter=list,json', ...selection], { env });
  const report = read(file);
  retried.push(...retriedInPlaywright(report));
  return [...needed, countPlaywright({ report, exitCode })];
}

/**
 * @param {{ name: string, command?: readonly string[], work?: () => Promise<unknown> }} what
 * @returns {Promise<Counts>}
 */
async function check({ name, command, work }) {
  const start = Date.now();
  const { succeeded, output } = command ? await runSilently(command) : await done(work);
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  if (!succeeded) console.log(output.trimEnd());
  console.log(`${succeeded ? '✓' : '✗'} ${name} (${seconds} s)`);
  return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0 };
}

/** Runs a command and shows its output only if the command fails. */
function runSilently(command) {
  return new Promise((resolve, reject) => {
    const child = spawn(pinnedNode, command, {
      cwd: root,
      env: { ...ownEnvironment(), NO_COLOR: '1', GOGC },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ succeeded: code === 0, output }));
  });
}

async function done(work) {
  try {
    await work();
    return { succeeded: true, output: '' };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { succeeded: false, output: error.message };
  }
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
