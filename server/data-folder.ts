import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { withTimeLimit } from '#common/time-limit.ts';

/**
 * The folders with personal data. PostgreSQL's folder is not in the list, because PostgreSQL sets the mode of that
 * folder itself.
 */
const PRIVATE_FOLDERS = ['.', 'photos', 'photos-incoming', 'mail'];

/** Milliseconds after which a file system counts as not answering, such as a network volume whose server is away. */
const FILE_SYSTEM_LIMIT_MS = 10_000;

/**
 * Creates a folder and its parents for the owner only. Node's own option `recursive` never ends if the file system
 * refuses new folders with ENOENT, as /proc does.
 */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return;
    const parent = path.dirname(folder);
    if (code !== 'ENOENT' || existsSync(parent)) throw error;
    makeFolder(parent);
    makeFolder(folder);
  }
}

/** @throws if the file system of the folder does not answer. The calls of this module would block the process. */
export const checkFileSystem = (folder: string): Promise<void> =>
  withTimeLimit(
    // Whether the folder exists does not matter yet.
    () => access(folder).catch(() => {}),
    { ms: FILE_SYSTEM_LIMIT_MS, what: `Opening ${folder}` },
  );

/**
 * Makes folders with personal data inaccessible to other users of the machine.
 * @throws an error whose message is a sentence for the operator
 */
export function prepareDataFolder(folder: string): void {
  try {
    makeFolder(path.join(folder, 'photos'));
    accessSync(folder, constants.W_OK);
    for (const name of PRIVATE_FOLDERS) restrictToOwner(path.join(folder, name));
  } catch (error) {
    throw new Error(dataFolderSentence(folder, error as Error), { cause: error });
  }
}

export const dataFolderSentence = (folder: string, { message }: Error): string =>
  `DATA_DIR=${folder} cannot be written (${message}). Give the server a folder that it may write, or mount the volume for writing.`;

/**
 * Removes the access of other users to the folder. If other users already have no access, the mode stays unchanged: the
 * operator may have given a group access, for example for backups.
 */
function restrictToOwner(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found || (found.mode & 0o007) === 0) return;
  try {
    chmodSync(folder, 0o700);
  } catch (error) {
    // Only the owner can change the mode. In a container, the folder may belong to another user. Therefore EPERM is not
    // an error.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}
