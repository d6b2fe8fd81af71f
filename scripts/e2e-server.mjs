// @ts-check
/**
 * The built product for the stories in e2e/: on a database and in a data folder of its own, which vanish with it.
 * Playwright starts it (see playwright.config.ts) and ends it with SIGTERM.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ownEnvironment, pinnedNode, root } from './prepare.mjs';

const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'momokzi-e2e-'));
const server = spawn(pinnedNode, ['server/main.ts'], {
  cwd: root,
  env: { ...ownEnvironment(), DATA_DIR: dataFolder },
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill('SIGTERM'));
server.once('close', (code) => {
  rmSync(dataFolder, { recursive: true, force: true });
  process.exit(code ?? 1);
});
