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
import { startSandbox } from './sandbox.mjs';

const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'momokzi-e2e-'));
const port = Number(process.env.PORT);
// Two ports of the sandbox are known to the stories: see e2e/support/sandbox.ts.
const sandbox = await startSandbox({ wantedPort: port + 100 });
const server = spawn(pinnedNode, ['server/main.ts'], {
  cwd: root,
  env: { ...ownEnvironment(), ...sandbox.settings, DATA_DIR: dataFolder },
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill('SIGTERM'));
server.once('close', (code) => {
  sandbox.stop();
  rmSync(dataFolder, { recursive: true, force: true });
  process.exit(code ?? 1);
});
