// @ts-check
/** Runs the built product until it is stopped. Outside production, also runs the sandbox. */
import { pathToFileURL } from 'node:url';
import { builtServer } from './build.mjs';
import { prepareSandbox, wantsSandbox } from './sandbox.mjs';

const sandbox = wantsSandbox(process.env) ? await prepareSandbox() : null;
Object.assign(process.env, sandbox?.settings);
const { url } = await import(pathToFileURL(builtServer).href);
// The sandbox starts after the product, because two starts at the same time would delay each other. The product needs
// the sandbox only when a person signs in or pays.
if (sandbox)
  process.once(
    'exit',
    sandbox.start(() => printPages(sandbox.pages)),
  );
console.error(`\n  모먹지 (Momokzi) is ready: ${url}\n  Ctrl-C stops it.\n`);

/** @param {{ google: string, inbox: string, payments: string }} pages */
function printPages({ google, inbox, payments }) {
  console.error(`  Test inbox, with every mail: ${inbox}`);
  console.error(`  Test accounts of Google:     ${google}`);
  console.error(`  Test payments:               ${payments}\n`);
}
