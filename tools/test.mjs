// @ts-check
/**
 * `npm test`: static checks, unit and HTTP tests, and the main stories, one after the other, even if earlier ones failed.
 * The last line has the numbers of passed, failed and skipped checks and tests.
 *
 *     npm test -- --all               also all other stories, more cases of property tests, and other time zones
 *     npm run check                   static checks: format, types, lint, imports, lock file, generated files
 *     npm run test:unit -- FILE…      vitest; without FILE all files
 *     npm run test:stories -- FILE…   builds the screens if their sources changed, then runs Playwright
 */
import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { getBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { endChildrenOnStop, exitOf, start } from './children.mjs';
import { freePort } from './ports.mjs';
import { install, ownEnvironment, pinnedNode, Refusal, root, run } from './prepare.mjs';
import { countPlaywright, countVitest, sum } from './results.mjs';

/** @typedef {import('./results.mjs').Counts} Counts */

/** Ports for stories: one of the server, the others of products that a story starts (e2e/support/product-under-test.ts). */
const PORTS_OF_STORIES = 160;

/** Writes the messages as modules, which the sources import. */
const MESSAGES = { name: 'messages in both languages', command: ['tools/messages.mjs'] };
/** Each check counts as one test. */
const CHECKS = [
  MESSAGES,
  { name: 'format', command: ['node_modules/oxfmt/bin/oxfmt', '--check'] },
  { name: 'types', command: ['node_modules/typescript/bin/tsc', '-b'] },
  { name: 'lint', command: ['node_modules/oxlint/bin/oxlint', '--deny-warnings'] },
  { name: 'import rules', command: ['tools/check-imports.mjs'] },
  { name: 'unused code', command: ['node_modules/knip/bin/knip.js', '--no-progress'] },
  { name: 'lock file for every system', command: ['tools/check-lock-file.mjs'] },
  { name: 'database types are up to date', command: ['server/database/generate-types.ts', '--check'] },
];

/** `npm test -- --all` tries this many times the usual number of cases (server/test-runs.ts, tools/offline). */
const MORE_CASES = { TEST_RUNS: '3', OFFLINE_SEQUENCES: '30' };

/** The main stories: the main path of every feature, and every screen once with axe. */
const MAIN_STORIES =
  `account account-google account-security admin by-hand collections data every-screen filters
  following free-limit home import journal landing main-job map offline offline-add paste payment photos policies
  provided reviews search settings sharing votes`
    .split(/\s+/)
    .map((name) => `e2e/${name}.spec.ts`);

const PARTS = {
  main: async () => [
    ...(await checks()),
    ...(await unit(['--project=unit'])),
    ...(await stories(MAIN_STORIES)),
  ],
  all: async () => {
    Object.assign(process.env, { ...MORE_CASES, ...process.env });
    return [...(await checks()), ...(await unit()), ...(await stories())];
  },
  check: checks,
  unit: async (args) => [await check(MESSAGES), ...(await unit(args))],
  stories: async (args) => [await check(MESSAGES), ...(await stories(args))],
};

const [name = 'main', ...selection] = process.argv.slice(2);
const part = PARTS[name.replace('--', '')];
// All temporary files of the run: reports, databases, data folders, browser profiles.
const folder = mkdtempSync(path.join(os.tmpdir(), 'momokzi-tests-'));
const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
endChildrenOnStop(removeFolder);
try {
  if (!part) throw new Refusal(`There is no part ${name}: ${Object.keys(PARTS).join(', ')}.`);
  refuseReadOnly();
  // If root runs the tests, PostgreSQL runs as another user.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  await install();
  const { passed, failed, skipped } = sum(await part(selection));
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  console.log('0 passed, 1 failed, 0 skipped');
  process.exitCode = 1;
} finally {
  removeFolder();
}

/** Fails if the checkout cannot be written, because tests write compiled messages, caches and results. */
function refuseReadOnly() {
  try {
    accessSync(root, constants.W_OK);
  } catch {
    throw new Refusal(`npm test writes into the checkout, and ${root} cannot be written.`);
  }
}

/** @returns {Promise<Counts[]>} */
async function checks() {
  const counts = [];
  for (const each of CHECKS) counts.push(await check(each));
  return counts;
}

/** @param {string[]} [args] @returns {Promise<Counts[]>} */
async function unit(args = []) {
  const file = path.join(folder, 'vitest.json');
  const program = 'node_modules/vitest/vitest.mjs';
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const exitCode = await run(pinnedNode, [program, 'run', ...reporters, ...args]);
  return [countVitest({ report: reportOf(file), exitCode })];
}

/** @param {string[]} [args] @returns {Promise<Counts[]>} */
async function stories(args = []) {
  const needed = [
    await check({ name: 'browser', work: getBrowser }),
    await check({ name: 'build', work: build }),
  ];
  if (needed.some(({ failed }) => failed > 0)) {
    console.log('✗ stories: not run, because the browser or the build is missing');
    return needed;
  }
  const file = path.join(folder, 'playwright.json');
  const port = await freePort(PORTS_OF_STORIES);
  const env = { ...ownEnvironment(), PLAYWRIGHT_JSON_OUTPUT_NAME: file, E2E_PORT: String(port) };
  const program = 'node_modules/@playwright/test/cli.js';
  const exitCode = await run(pinnedNode, [program, 'test', '--reporter=list,json', ...args], { env });
  return [...needed, countPlaywright({ report: reportOf(file), exitCode })];
}

/**
 * Runs a command of the pinned Node, or a function. Shows the output only if it fails.
 *
 * @param {{ name: string, command?: readonly string[], work?: () => Promise<unknown> }} what
 * @returns {Promise<Counts>}
 */
async function check({ name, command, work }) {
  const begin = Date.now();
  const fault = command ? await faultOf(command) : await refusalOf(work);
  const seconds = ((Date.now() - begin) / 1000).toFixed(1);
  if (fault !== null) console.log(fault.trimEnd());
  console.log(`${fault === null ? '✓' : '✗'} ${name} (${seconds} s)`);
  return { passed: fault === null ? 1 : 0, failed: fault === null ? 0 : 1, skipped: 0 };
}

/** @returns {Promise<string | null>} the output of a failed command; null if it succeeded */
async function faultOf(command) {
  const env = { ...ownEnvironment(), NO_COLOR: '1' };
  const child = start(pinnedNode, command, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const outputs = [child.stdout, child.stderr].map((stream) =>
    text(/** @type {import('node:stream').Readable} */ (stream)),
  );
  const [exitCode, ...output] = await Promise.all([exitOf(child), ...outputs]);
  return exitCode === 0 ? null : output.join('');
}

/** @returns {Promise<string | null>} why the work could not be done; null if it was done */
async function refusalOf(work) {
  try {
    await work();
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.message;
  }
}

/** @returns the JSON report of a test runner; null if it wrote none */
function reportOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
