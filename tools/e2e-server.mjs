// @ts-check
/**
 * Serves the built product for the stories in e2e/, with its own database and data folder. Both are deleted afterwards.
 * Playwright starts this program (playwright.config.ts) and ends it with SIGTERM.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ownEnvironment, pinnedNode, root, serverProgram } from './prepare.mjs';
import { startSandbox } from './sandbox.mjs';

const port = Number(process.env.PORT);
// Stories that change data outside the screens use this folder (e2e/support/database.ts).
const dataFolder = process.env.E2E_DATA_DIR ?? '';
rmSync(dataFolder, { recursive: true, force: true });
mkdirSync(dataFolder, { mode: 0o700 });
// Other programs may use the sandbox's ports, so the stories read the actual ports
// (e2e/support/sandbox.ts).
const sandbox = await startSandbox({ wantedPort: port + 130 });
writeFileSync(path.join(dataFolder, 'sandbox.json'), JSON.stringify(sandbox.pages));
const server = spawn(pinnedNode, ['--import', './tools/cheap-passwords.mjs', ...serverProgram], {
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
