import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.dirname(import.meta.dirname);

/** The program of the built server, for tests that start it as another process. */
export const builtServer = path.join(root, 'dist/server/main.js');

let built: Promise<unknown> | null = null;

/** Builds the product if its sources have changed. Waits for a build that another process runs. */
export async function buildServer(): Promise<void> {
  built ??= promisify(execFile)(process.execPath, ['tools/start.mjs', '--setup'], { cwd: root });
  await built;
}
