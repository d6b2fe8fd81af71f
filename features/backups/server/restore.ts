/**
 * `npm run restore -- FILE [--key KEYFILE] [--dry-run] [--force]`
 * Restores a backup. The configured installation must be empty, except with `--force`. The whole file is verified first.
 * `--dry-run` reads and loads everything except photos, and then rolls back.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { formatNumber } from '#common/numbers.ts';
import { createPhotoStorage } from '#features/photos/server/photos.public.ts';
import { hasStoredSecret, replaceAuthSecret } from '#server/auth-secret.ts';
import { loadSettings } from '#server/config.ts';
import { openConfiguredDatabase } from '#server/database/configured-database.ts';
import { readBackupFile, verifyBackupFile } from './backup-file.ts';
import { commandLog, runCommand } from './command.ts';
import { fingerprintOf } from './dump.ts';
import { loadInstallation } from './load.ts';

await runCommand('npm run restore -- FILE [--key KEYFILE] [--dry-run] [--force]', async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      key: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      force: { type: 'boolean', default: false },
    },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new TypeError('Exactly one FILE is needed.');
  const settings = loadSettings();
  const identity = values.key === undefined ? undefined : (await readFile(values.key, 'utf8')).trim();
  // A dry run reads everything once anyway, and stores nothing.
  if (!values['dry-run']) await verifyBackupFile({ file, identity });
  const { connectionString, close } = await openConfiguredDatabase({ settings, log: commandLog });
  try {
    const { manifest, rows, photoFiles } = await loadInstallation({
      entries: readBackupFile({ file, identity }),
      connectionString,
      photoStorage: createPhotoStorage(settings),
      checkManifest: ({ secretFingerprint, hasSecret }) => {
        if (secretFingerprint === fingerprintOf(settings.AUTH_SECRET)) return;
        if ((hasSecret && hasStoredSecret(settings)) || values.force) return;
        throw new Error(
          'AUTH_SECRET differs from the secret of the backup, so second factors could not be decrypted. Set the AUTH_SECRET of the original installation.',
        );
      },
      storeSecret: (secret) => {
        if (hasStoredSecret(settings)) replaceAuthSecret(settings, secret);
      },
      isForced: values.force,
      isDry: values['dry-run'],
    });
    return (
      `${values['dry-run'] ? 'Would restore' : 'Restored'} the installation of ${manifest.createdAt}: ` +
      `${formatNumber(rows, 'en')} rows, ${formatNumber(photoFiles, 'en')} photo files.`
    );
  } finally {
    await close();
  }
});
