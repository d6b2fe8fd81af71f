// @ts-check
/**
 * `npm start`: from a fresh clone, on Node 20 or newer, to a running product. Installs, builds, and runs the
 * server on the pinned Node until Ctrl-C. `npm run setup` only installs and builds; deploy/start.sh then starts it.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { build, install, isBuilt, ownEnvironment, pinnedNode, Refusal, root } from './prepare.mjs';
import { startSandbox, wantsSandbox } from './sandbox.mjs';

try {
  await install({ development: !isBuilt() || wantsSandbox(process.env) });
  await build();
  if (!process.argv.includes('--setup')) process.exitCode = await serve();
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** @returns {Promise<number>} the server's exit code */
async function serve() {
  const sandbox = wantsSandbox(process.env) ? await startSandbox() : null;
  return new Promise((resolve, reject) => {
    // The IPC channel reports when the server listens, and tells the server when this process is gone for any
    // reason.
    const server = spawn(pinnedNode, ['server/main.ts'], {
      cwd: root,
      env: { ...ownEnvironment(), ...sandbox?.settings },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    server.once('error', reject);
    server.once('message', (message) =>
      console.error(welcome(/** @type {Listening} */ (message), sandbox?.pages)),
    );
    server.once('close', (code) => {
      sandbox?.stop();
      resolve(code ?? 1);
    });
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
      process.on(signal, () => server.kill(signal));
    }
    endWithNpm(() => server.kill('SIGTERM'));
  });
}

/** A killed npm does not end its shell or this process, so this process must detect it. */
function endWithNpm(end) {
  if (!process.env.npm_lifecycle_event) return;
  const atStart = aboveUs();
  setInterval(() => {
    if (aboveUs() !== atStart) end();
  }, 1000).unref();
}

/** The shell in which npm runs this process and, if the system reports it, npm itself. */
function aboveUs() {
  try {
    // Fields after the name, which ends with a parenthesis: the state, then the pid of the parent.
    const [, npm] = readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return `${process.ppid} ${npm}`;
  } catch {
    return String(process.ppid);
  }
}

/**
 * @typedef {{ listening: string }} Listening
 * @param {Listening} message
 * @param {{ google: string, inbox: string, payments: string }} [sandbox]
 */
function welcome({ listening }, sandbox) {
  const pages = sandbox
    ? [
        `  Test inbox, with every mail: ${sandbox.inbox}`,
        `  Test accounts of Google:     ${sandbox.google}`,
        `  Test payments:               ${sandbox.payments}`,
      ]
    : [];
  return ['', `  모먹지 (Momokzi) is ready: ${listening}`, ...pages, '  Ctrl-C stops it.', ''].join('\n');
}
