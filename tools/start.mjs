// @ts-check
/**
 * `npm start`: installs and builds what is missing, then runs the server on the pinned Node (tools/serve.mjs). Works in
 * a fresh clone on Node 20 or newer. `npm run setup` only installs and builds; deploy/start.sh then starts the server.
 */
import { build, isBuilt } from './build.mjs';
import { endChildrenOnStop } from './children.mjs';
import { install, pinnedNode, Refusal, run } from './prepare.mjs';
import { wantsSandbox } from './sandbox.mjs';

endChildrenOnStop();
try {
  const needsBuild = !isBuilt();
  await install({ development: needsBuild || wantsSandbox(process.env) });
  if (needsBuild) await build();
  if (!process.argv.includes('--setup'))
    process.exitCode = await run(pinnedNode, ['--enable-source-maps', 'tools/serve.mjs']);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
