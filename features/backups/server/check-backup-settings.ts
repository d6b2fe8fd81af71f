import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Settings, SettingsError } from '#server/config.ts';
import { checkFileSystem, makeFolder } from '#server/data-folder.ts';

/**
 * Checks at the start what the backup at night needs: a directory that can be written, and a valid recipient.
 * @throws SettingsError
 */
export async function checkBackupSettings({
  BACKUP_DIR: folder,
  BACKUP_RECIPIENT: recipient,
}: Pick<Settings, 'BACKUP_DIR' | 'BACKUP_RECIPIENT'>): Promise<void> {
  if (recipient !== undefined && !(await isRecipient(recipient)))
    throw new SettingsError([
      'BACKUP_RECIPIENT is not a valid age key. Copy the key that npm run backup -- --new-key printed.',
    ]);
  if (folder === undefined) return;
  try {
    await checkFileSystem(folder);
    makeFolder(path.resolve(folder));
    const probe = path.join(folder, `.write-check-${process.pid}`);
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    throw new SettingsError([
      `BACKUP_DIR=${folder} cannot be written (${(error as Error).message}). Give the server a folder that it may write, or mount the volume.`,
    ]);
  }
}

async function isRecipient(recipient: string): Promise<boolean> {
  const { Encrypter } = await import('age-encryption');
  try {
    new Encrypter().addRecipient(recipient);
    return true;
  } catch {
    // The library throws if the checksum of the key is wrong.
    return false;
  }
}
