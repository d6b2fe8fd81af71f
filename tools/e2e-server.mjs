// @ts-check
/**
 * Serves the built product for the stories in e2e/, with its own database and data folder. Both are deleted afterwards.
 * Playwright starts this program (playwright.config.ts) and ends it with SIGTERM.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { serverProgram } from './build.mjs';
import { ownEnvironment, pinnedNode, root } from './prepare.mjs';
import { startSandbox } from './sandbox.mjs';

const port = Number(process.env.PORT);
// Stories that change data outside the screens use this folder (e2e/support/database.ts).
const dataFolder = process.env.E2E_DATA_DIR ?? '';
// Products that a story starts begin with a copy of this folder (e2e/support/product-under-test.ts).
const preparedFolder = process.env.E2E_PREPARED_DIR;
deleteFolders();
mkdirSync(dataFolder, { mode: 0o700 });
// Other programs may use the sandbox's ports, so the stories read the actual ports
// (e2e/support/sandbox.ts).
const sandbox = await startSandbox({ wantedPort: port + 130 });
if (preparedFolder) await prepare(preparedFolder);
writeFileSync(path.join(dataFolder, 'sandbox.json'), JSON.stringify(sandbox.pages));
const server = startServer('inherit');
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill('SIGTERM'));
server.once('close', (code) => {
  sandbox.stop();
  deleteFolders();
  process.exit(code ?? 1);
});

/** Creates the database and the demonstration accounts in the data folder, and copies the folder. */
async function prepare(copy) {
  const first = startServer('pipe');
  for await (const line of createInterface({
    input: /** @type {import('node:stream').Readable} */ (first.stderr),
  })) {
    if (line.startsWith('Demonstration accounts')) first.kill('SIGTERM');
    else console.error(line);
  }
  // Unlike `fs.cp`, `cp -a` keeps the owner of the files. If this process is root, the database has another user.
  spawnSync('cp', ['-a', dataFolder, copy], { stdio: 'inherit' });
}

/** @param {'inherit' | 'pipe'} stderr */
function startServer(stderr) {
  return spawn(pinnedNode, serverProgram, {
    cwd: root,
    env: { ...ownEnvironment(), ...sandbox.settings, DATA_DIR: dataFolder },
    stdio: ['ignore', 'inherit', stderr, 'ipc'],
  });
}

function deleteFolders() {
  for (const folder of [dataFolder, preparedFolder])
    if (folder) rmSync(folder, { recursive: true, force: true });
}
