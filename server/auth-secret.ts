import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from './data-folder.ts';

/** The secret that signs sessions. If `AUTH_SECRET` is not set, it is a file in `DATA_DIR`. */
const fileIn = (dataDirectory: string) => path.join(dataDirectory, 'auth-secret');

/** Returns the secret of the file. Several processes that start at the same time create one secret. */
export function readOrCreateAuthSecret(dataDirectory: string): string {
  const file = fileIn(dataDirectory);
  if (!existsSync(file)) createAuthSecret(file);
  return readFileSync(file, 'utf8').trim();
}

function createAuthSecret(file: string): void {
  makeFolder(path.dirname(file));
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  try {
    // Unlike a renamed file, a link does not replace a file that another process has just created. This process then
    // uses the secret of that file.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

/** Whether the secret in use is the one of the file, and not the value of `AUTH_SECRET`. */
export function hasStoredSecret({
  DATA_DIR,
  AUTH_SECRET,
}: {
  DATA_DIR: string;
  AUTH_SECRET: string;
}): boolean {
  const file = fileIn(DATA_DIR);
  return existsSync(file) && readFileSync(file, 'utf8').trim() === AUTH_SECRET;
}

/** Replaces the file by one step, so that a crash leaves the old or the new secret. */
export function replaceAuthSecret({ DATA_DIR }: { DATA_DIR: string }, secret: string): void {
  const draft = `${fileIn(DATA_DIR)}.${process.pid}`;
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flush: true });
  renameSync(draft, fileIn(DATA_DIR));
}
