// @ts-check
/**
 * `npm test`: from a fresh clone, and some Node from 18 on, to one line that says how much passed. Installs, gets a
 * browser, runs every check and every test even if earlier ones failed, and counts them all.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { getBrowser } from './browser.mjs';
import { build, install, ownEnvironment, pinnedNode, Refusal, root, run } from './prepare.mjs';
import { countPlaywright, countVitest, sum } from './results.mjs';

/** @typedef {import('./results.mjs').Counts} Counts */

/** Each counts as one test. Program, then arguments; a script of ours runs on the pinned Node. */
const checks = /** @type {const} */ ([
  ['messages in both languages', 'scripts/compile-messages.mjs'],
  ['format', 'node_modules/@biomejs/biome/bin/biome', 'format'],
  ['types', 'node_modules/typescript/bin/tsc', '-b'],
  ['lint', 'node_modules/oxlint/bin/oxlint', '--deny-warnings'],
  ['import law', 'scripts/check-imports.mjs'],
  ['unused code', 'node_modules/knip/bin/knip.js', '--no-progress'],
  ['database types are up to date', 'server/database/generate-types.ts', '--check'],
]);

const reports = mkdtempSync(path.join(os.tmpdir(), 'momokzi-reports-'));
try {
  await install();
  const counts = await runAll();
  const { passed, failed, skipped } = sum(counts);
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  console.log('0 passed, 1 failed, 0 skipped');
  process.exitCode = 1;
} finally {
  rmSync(reports, { recursive: true, force: true });
}

/** @returns {Promise<Counts[]>} */
async function runAll() {
  const counts = [];
  for (const [name, ...command] of checks) counts.push(await check({ name, command }));
  counts.push(await vitest());
  const built = await check({ name: 'build', work: build });
  counts.push(built);
  if (built.failed > 0) console.log('✗ stories: not run, for there is nothing to run them on');
  else counts.push(await stories());
  return counts;
}

/**
 * @param {{ name: string, command?: readonly string[], work?: () => Promise<unknown> }} what
 * @returns {Promise<Counts>}
 */
async function check({ name, command, work }) {
  const start = Date.now();
  const { succeeded, output } = command ? await quietly(command) : await done(work);
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  if (!succeeded) console.log(output.trimEnd());
  console.log(`${succeeded ? '✓' : '✗'} ${name} (${seconds} s)`);
  return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0 };
}

/** Its output is worth reading only if it fails. */
function quietly(command) {
  return new Promise((resolve, reject) => {
    const child = spawn(pinnedNode, command, {
      cwd: root,
      env: { ...ownEnvironment(), NO_COLOR: '1' },
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

async function vitest() {
  const file = path.join(reports, 'vitest.json');
  const program = 'node_modules/vitest/vitest.mjs';
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const exitCode = await run(pinnedNode, [program, ...args]);
  return countVitest({ report: read(file), exitCode });
}

async function stories() {
  if (!(await getBrowser())) {
    console.log('✗ stories: no Chromium could be found, installed or downloaded');
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const file = path.join(reports, 'playwright.json');
  const env = { ...ownEnvironment(), PLAYWRIGHT_JSON_OUTPUT_NAME: file, E2E_PORT: String(await freePort()) };
  const program = 'node_modules/@playwright/test/cli.js';
  const exitCode = await run(pinnedNode, [program, 'test', '--reporter=list,json'], { env });
  return countPlaywright({ report: read(file), exitCode });
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}
