// @ts-check
/**
 * `npm start`: installs and builds what is missing, then runs the server on the pinned Node
 * (tools/serve.mjs). Works in a fresh clone on Node 20 or newer. `npm run setup` only installs and
 * builds; deploy/start.sh then starts the server.
 */
import { spawn } from 'node:child_process';
import { build, install, isBuilt, ownEnvironment, pinnedNode, Refusal, root } from './prepare.mjs';
import { nodeFlags } from './native-memory.mjs';
import { wantsSandbox } from './sandbox.mjs';

try {
  const needsBuild = !isBuilt();
  await install({ development: needsBuild || wantsSandbox(process.env) });
  if (needsBuild) await build();
  if (!process.argv.includes('--setup')) process.exitCode = await serve();
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** @returns {Promise<number>} the server's exit code */
async function serve() {
  const args = [...nodeFlags, '--expose-gc', 'tools/serve.mjs'];
  process.chdir(root);
  // The server replaces this process. Otherwise this process would wait for the server and take 30 MB.
  if (process.execve && process.platform !== 'win32') {
    process.execve(pinnedNode, [pinnedNode, ...args], ownEnvironment());
  }
  // This code runs on Windows, and on the first start with an older Node. On later starts npm finds the pinned Node.
  const server = spawn(pinnedNode, args, {
    env: ownEnvironment(),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => server.kill(signal));
  }
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('close', (code) => resolve(code ?? 1));
  });
}
