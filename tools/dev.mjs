// @ts-check
/** `npm run dev`: the server with a restart after each change, and Vite's server, which reloads the screens. */
import { build } from './build.mjs';
import { endChildrenOnStop } from './children.mjs';
import { freePort, isFree } from './ports.mjs';
import { install, ownEnvironment, pinnedNode, Refusal, run } from './prepare.mjs';
import { startSandbox, wantsSandbox } from './sandbox.mjs';

endChildrenOnStop();
try {
  await install();
  // The build runs first, because it prerenders the public pages that the server sends.
  await build();
  process.exitCode = await serve();
  // One of the two programs has ended. SIGTERM ends the other one.
  process.kill(process.pid, 'SIGTERM');
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** @returns {Promise<number>} the exit code of the program that ends first */
async function serve() {
  const port = Number(process.env.PORT || 3000);
  if (!(await isFree(port)))
    throw new Refusal(`Port ${port} is taken by another program. Set PORT to another port.`);
  const serverPort = String(await freePort());
  const environment = { ...process.env, BASE_URL: `http://localhost:${port}` };
  const sandbox = wantsSandbox(process.env) ? await startSandbox({ environment }) : null;
  const env = { ...ownEnvironment(), ...environment, ...sandbox?.settings };
  const runWith = (args, more) => run(pinnedNode, args, { env: { ...env, ...more } });
  return Promise.race([
    runWith(['--watch', '--watch-preserve-output', 'server/main.ts'], { PORT: serverPort }),
    runWith(['node_modules/vite/bin/vite.js', '--port', String(port), '--strictPort'], {
      API_ORIGIN: `http://127.0.0.1:${serverPort}`,
    }),
  ]);
}
