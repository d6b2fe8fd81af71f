import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * The folders with personal data. PostgreSQL's folder is not in the list, because PostgreSQL sets the mode of that
 * folder itself.
 */
const PRIVATE_FOLDERS = ['.', 'photos', 'photos-incoming', 'mail'];

/**
 * Makes folders with personal data inaccessible to other users of the machine.
 * @throws an error whose message is a sentence for the operator
 */
export function prepareDataFolder(folder: string): void {
  try {
    mkdirSync(path.join(folder, 'photos'), { recursive: true, mode: 0o700 });
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
