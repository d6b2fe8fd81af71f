import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Folders with personal data. PostgreSQL sets the mode of its own folder. */
const PRIVATE_FOLDERS = ['.', 'photos', 'photos-incoming', 'mail'];

/**
 * Makes folders with personal data inaccessible to other users of the machine.
 * @throws an error whose message is a sentence for the operator
 */
export function prepareDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    for (const name of PRIVATE_FOLDERS) restrictToOwner(path.join(folder, name));
  } catch (error) {
    throw new Error(dataFolderSentence(folder, error as Error), { cause: error });
  }
}

export const dataFolderSentence = (folder: string, { message }: Error): string =>
  `DATA_DIR=${folder} cannot be written (${message}). Give the server a folder that it may write, or mount the volume for writing.`;

/**
 * Does not change a folder that is already closed to others, because the operator may have given access to a group, for
 * example for backups.
 */
function restrictToOwner(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found || (found.mode & 0o007) === 0) return;
  try {
    chmodSync(folder, 0o700);
  } catch (error) {
    // Only the owner can change the mode. A container may mount a folder of another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}
