// @ts-check
/** Runs the built product until Ctrl-C is pressed or npm ends. Outside production, also runs the sandbox. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { builtServer } from './prepare.mjs';
import { prepareSandbox, wantsSandbox } from './sandbox.mjs';

const sandbox = wantsSandbox(process.env) ? await prepareSandbox() : null;
Object.assign(process.env, sandbox?.settings);
const { url } = await import(pathToFileURL(builtServer).href);
// The sandbox starts after the product, because two starts at the same time would delay each other. The product needs
// the sandbox only when a person signs in or pays.
if (sandbox)
  process.once(
    'exit',
    sandbox.start(() => console.error(addressesOf(sandbox.pages))),
  );
console.error(`\n  모먹지 (Momokzi) is ready: ${url}\n  Ctrl-C stops it.\n`);
collectGarbageOfStart();
endWithNpm();

/**
 * Collects garbage 15 seconds after the start, when the libraries are loaded and the demonstration exists. An idle
 * process would keep this garbage: 36 MB, or 80 MB at the first start. deploy/start.sh does not do this, because the
 * collection stops the process for up to a second.
 */
function collectGarbageOfStart() {
  setTimeout(() => globalThis.gc?.({ type: 'major', flavor: 'last-resort' }), 15_000).unref();
}

/** Ends this process if npm is killed, because a killed npm does not end its shell or this process. */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const atStart = parentProcesses();
  setInterval(() => {
    if (parentProcesses() !== atStart) process.kill(process.pid, 'SIGTERM');
  }, 1000).unref();
}

/** Returns the process ids of the shell in which npm runs this process and, if the system reports it, of npm. */
function parentProcesses() {
  try {
    // The name of the process ends with a parenthesis. The fields after the name are the state, then the pid of the
    // parent.
    const [, npm] = readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return `${process.ppid} ${npm}`;
  } catch {
    return String(process.ppid);
  }
}

/** @param {{ google: string, inbox: string, payments: string }} pages */
function addressesOf({ google, inbox, payments }) {
  return [
    `  Test inbox, with every mail: ${inbox}`,
    `  Test accounts of Google:     ${google}`,
    `  Test payments:               ${payments}`,
    '',
  ].join('\n');
}
