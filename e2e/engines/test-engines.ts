import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { SECRET } from '../support/secret.ts';
import { freePort } from '../../tools/ports.mjs';
import { ENGINES, type EngineName } from './engines.ts';
import { openCuttableProxy } from '../support/cuttable-proxy.ts';
import { runMainStory } from './main-story.ts';
import { runOfflineStory } from './offline-story.ts';
import { visitorOf } from './visitor.ts';

/**
 * `npm run test:engines [-- NAME…] [--required] [--offline]`: runs the main flow and the flow without a network in
 * Chromium 115, Firefox ESR and WebKitGTK against the built product. An unavailable browser is skipped with the reason;
 * with `--required` it is a failure. `--offline` runs only the flow without a network.
 */
const args = process.argv.slice(2);
const isRequired = args.includes('--required');
const isOfflineOnly = args.includes('--offline');
const named = args.filter((arg) => !arg.startsWith('--')) as EngineName[];
const names = named.length > 0 ? named : (Object.keys(ENGINES) as EngineName[]);

const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'momokzi-engines-'));
process.env.E2E_DATA_DIR = dataFolder;
const port = process.env.E2E_PORT ?? String(await freePort());
const origin = `http://localhost:${port}`;
// The browsers connect to the product through a proxy that a story can cut.
const serverPort = await freePort();
const proxy = await openCuttableProxy({ port: Number(port), targetPort: serverPort });
const server = spawn(process.execPath, ['tools/e2e-server.mjs'], {
  cwd: path.join(import.meta.dirname, '../..'),
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    PORT: String(serverPort),
    BASE_URL: origin,
    E2E_DATA_DIR: dataFolder,
    AUTH_SECRET: SECRET,
    LOG_LEVEL: 'warn',
    // The sandbox of Google has places with a website.
    PLACES_PROVIDER: 'google',
    PROVIDED_VISIBILITY_DAYS: '0',
    REQUESTS_PER_MINUTE_BY_ADDRESS: '1000000',
  },
});
const ended = once(server, 'close');
const counts = { passed: 0, failed: 0, skipped: 0 };
try {
  await ready();
  for (const name of names) counts[await outcomeIn(name)] += 1;
} finally {
  server.kill('SIGTERM');
  await ended;
  await proxy.cut();
  rmSync(dataFolder, { recursive: true, force: true });
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;

async function outcomeIn(name: EngineName): Promise<keyof typeof counts> {
  const { prepare, open } = ENGINES[name];
  const reason = await prepare();
  if (reason !== null) {
    console.log(`${isRequired ? '✗' : '-'} ${name}: ${reason}`);
    return isRequired ? 'failed' : 'skipped';
  }
  let step = '브라우저를 연다';
  try {
    for (const story of isOfflineOnly ? [runOfflineStory] : [runMainStory, runOfflineStory]) {
      // Each story runs in a new browser and signs up its own member.
      const engine = await open();
      try {
        const agent = await engine.run('return navigator.userAgent');
        console.log(`  ${name}: ${String(agent)}`);
        await story({ visitor: visitorOf(engine, origin), proxy, step: (next) => (step = next) });
      } finally {
        await engine.close();
      }
    }
  } catch (error) {
    console.log(`✗ ${name}: ${step}\n${error instanceof Error ? error.message : String(error)}`);
    return 'failed';
  }
  console.log(`✓ ${name}`);
  return 'passed';
}

async function ready(): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (server.exitCode !== null) break;
    const isReady = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The product did not start.');
}
