// @ts-check
import { spawn } from 'node:child_process';
import { freePort, isFree } from './ports.mjs';
import { build, install, ownEnvironment, pinnedNode, Refusal, root } from './prepare.mjs';
import { startSandbox, wantsSandbox } from './sandbox.mjs';

try {
  await install();
  // The build runs first, because it prerenders the public pages that the server sends.
  await build();
  process.exitCode = await serve();
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** @returns {Promise<number>} the exit code of the process that ends first */
async function serve() {
  const port = Number(process.env.PORT || 3000);
  if (!(await isFree(port)))
    throw new Refusal(`Port ${port} is taken by another program. Set PORT to another port.`);
  const serverPort = String(await freePort());
  const environment = { ...process.env, BASE_URL: `http://localhost:${port}` };
  const sandbox = wantsSandbox(process.env) ? await startSandbox({ environment }) : null;
  const env = { ...ownEnvironment(), ...environment, ...sandbox?.settings };
  const start = (args, more) =>
    spawn(pinnedNode, args, { cwd: root, env: { ...env, ...more }, stdio: 'inherit' });
  const programs = [
    start(['--watch', '--watch-preserve-output', 'server/main.ts'], { PORT: serverPort }),
    start(['node_modules/vite/bin/vite.js', '--port', String(port), '--strictPort'], {
      API_ORIGIN: `http://127.0.0.1:${serverPort}`,
    }),
  ];
  const end = () => {
    for (const program of programs) program.kill('SIGTERM');
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, end);
  const codes = await Promise.all(
    programs.map(
      (program) =>
        new Promise((resolve, reject) => {
          program.once('error', reject);
          program.once('close', (code) => {
            end();
            resolve(code ?? 0);
          });
        }),
    ),
  );
  sandbox?.stop();
  return Math.max(...codes);
}
