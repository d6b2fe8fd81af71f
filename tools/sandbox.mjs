// @ts-check
/** Starts the sandbox. serve.mjs, dev.mjs and e2e-server.mjs use this module. */
import { spawn } from 'node:child_process';
import { PORTS, portsFrom, settingsOfProduct } from './sandbox/addresses.mjs';
import { claim, isFree } from './ports.mjs';
import { ownEnvironment, pinnedNode, root } from './prepare.mjs';

/** Number of ports that the product tries after the requested one (server/listening-port.ts). */
const productTries = 20;

/** @param {NodeJS.ProcessEnv} environment */
export const wantsSandbox = ({ SANDBOX, NODE_ENV }) =>
  SANDBOX ? SANDBOX === 'on' : NODE_ENV !== 'production';

/**
 * @typedef {{ settings: Record<string, string>, pages: { google: string, inbox: string, payments: string, licenceRegister: string } }} Addresses
 * @typedef {{ environment?: NodeJS.ProcessEnv, wantedPort?: number }} Options
 */

/**
 * @param {Options} [options]
 * @returns {Promise<Addresses & { stop: () => void }>}
 */
export async function startSandbox(options) {
  const sandbox = await prepareSandbox(options);
  return { ...sandbox, stop: sandbox.start() };
}

/**
 * Chooses the ports of the sandbox, so that the product can start before the sandbox.
 * @param {Options} [options]
 * @returns {Promise<Addresses & { start: (onReady?: () => void) => () => void }>} `start` starts the sandbox and returns
 * a function that stops the sandbox. `onReady` is called when all its services listen
 */
export async function prepareSandbox({ environment = process.env, wantedPort = 4010 } = {}) {
  const first = await freePorts(Number(environment.SANDBOX_PORT || wantedPort));
  const { google, inboxPage, portone, licenceRegister } = portsFrom(first);
  return {
    settings: settingsOfProduct({ first, configured: environment }),
    pages: {
      google: `http://localhost:${google}`,
      inbox: `http://localhost:${inboxPage}`,
      payments: `http://localhost:${portone}`,
      licenceRegister: `http://localhost:${licenceRegister}`,
    },
    start: (onReady = () => {}) => start({ first, environment, onReady }),
  };
}

/** @param {{ first: number, environment: NodeJS.ProcessEnv, onReady: () => void }} options */
function start({ first, environment, onReady }) {
  const child = spawn(pinnedNode, ['tools/sandbox/main.ts'], {
    cwd: root,
    env: {
      ...ownEnvironment(),
      SANDBOX_PORT: String(first),
      PRODUCT_URLS: productUrls(environment).join(','),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.once('message', onReady);
  child.once('exit', (code) => {
    if (code)
      console.error('The sandbox has ended; test sign-in and the test inbox are no longer available.');
  });
  // The sandbox ends with this process, but must not keep this process running.
  child.unref();
  child.channel?.unref();
  return () => void child.kill('SIGTERM');
}

/**
 * The addresses that the product may have. The identity providers of the sandbox redirect only to these addresses.
 * @param {NodeJS.ProcessEnv} environment
 */
function productUrls({ BASE_URL, PORT }) {
  if (BASE_URL) return [new URL(BASE_URL).origin];
  const wanted = Number(PORT || 3000);
  return Array.from({ length: productTries + 1 }, (_, step) => `http://localhost:${wanted + step}`);
}

/**
 * The first of `PORTS` consecutive free ports. The port after them is claimed, because the sandbox listens later: another
 * product that starts at the same time must choose other ports.
 * @param {number} wanted
 */
async function freePorts(wanted) {
  for (let first = wanted; first < wanted + 200; first += 10) {
    const row = Array.from({ length: PORTS }, (_, step) => isFree(first + step));
    if ((await Promise.all(row)).every(Boolean) && (await claim(first + PORTS))) return first;
  }
  throw new Error(
    `No ${PORTS} ports in a row are free from ${wanted} on. SANDBOX=off starts without the sandbox.`,
  );
}
