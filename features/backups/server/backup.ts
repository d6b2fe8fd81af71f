/**
 * `npm run backup -- FILE [--dry-run]` backs up the database and the photos. The server may run at the same time.
 * `--scheduled` writes to BACKUP_DIR, as the server does every day.
 * `--new-key FILE` only creates a key pair for encryption.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { formatNumber } from '#common/numbers.ts';
import { createPhotoStorage } from '#features/photos/server/photos.public.ts';
import { hasStoredSecret, loadSettings } from '#server/config.ts';
import { connectConfigured } from '#server/database/connect-configured.ts';
import { writeBackupFile } from './backup-file.ts';
import { tryLockSession } from './backups.sql.ts';
import { commandLog, runCommand } from './command.ts';
import { dumpInstallation } from './dump.ts';
import type { Entry } from './entries.ts';
import { isBackupDue, removeLeftovers, removeOldBackups, scheduledFile } from './scheduled-backups.ts';

/** Key of the advisory lock that a scheduled backup holds. With the lock, only one scheduled backup runs at a time. */
const SCHEDULED_LOCK = 770_120;
/**
 * Milliseconds between two statements on the connection of the lock. The statements keep the connection open, because a
 * proxy would close a connection without traffic.
 */
const LOCK_PING_MS = 60_000;

await runCommand('npm run backup -- FILE [--dry-run] | --scheduled | --new-key FILE', async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      scheduled: { type: 'boolean', default: false },
      'new-key': { type: 'string' },
    },
  });
  const [file, ...more] = positionals;
  if (values['new-key'] !== undefined) return createKey(values['new-key']);
  if (values.scheduled) return backUpScheduled();
  if (file === undefined || more.length > 0) throw new TypeError('Exactly one FILE is needed.');
  return backUp({ file, isDry: values['dry-run'] });
});

async function createKey(file: string): Promise<string> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  const identity = await generateX25519Identity();
  await writeFile(file, `${identity}\n`, { mode: 0o600, flag: 'wx' });
  return (
    `The secret key is in ${file}. Without it no encrypted backup can be restored: keep it away from this machine.\n` +
    `BACKUP_RECIPIENT=${await identityToRecipient(identity)}`
  );
}

async function backUpScheduled(): Promise<string> {
  const settings = loadSettings();
  const { BACKUP_DIR: folder, BACKUP_KEEP: keep, BACKUP_TIMEOUT_SECONDS: seconds } = settings;
  if (!folder) throw new TypeError('BACKUP_DIR is not set.');
  // The process ends at the time limit. Its end releases all locks, including those of connections that hang.
  setTimeout(() => {
    console.error(`The backup took longer than BACKUP_TIMEOUT_SECONDS (${seconds}).`);
    process.exit(1);
  }, seconds * 1000).unref();
  const { connectionString, stop } = await connectConfigured({ settings, log: commandLog });
  // If this connection breaks, the lock is lost, and the unhandled error event of the connection ends the process.
  const session = new pg.Client({ connectionString, application_name: 'lock of the scheduled backup' });
  const ping = setInterval(() => void session.query('select 1').catch(() => {}), LOCK_PING_MS);
  try {
    await session.connect();
    if (!(await tryLockSession(session, SCHEDULED_LOCK))) return 'Another scheduled backup is running.';
    if (!(await isBackupDue({ folder, now: new Date() }))) return 'There is already a recent backup.';
    const file = await scheduledFile({ folder, now: new Date() });
    // Leftovers are removed before the backup, because they may fill the disk.
    await removeLeftovers(folder);
    const said = await backUp({ file, isDry: false });
    await removeOldBackups({ folder, keep, now: new Date() });
    return said;
  } finally {
    clearInterval(ping);
    await session.end();
    await stop();
  }
}

async function backUp({ file, isDry }: { file: string; isDry: boolean }): Promise<string> {
  const settings = loadSettings();
  const { connectionString, stop } = await connectConfigured({ settings, log: commandLog });
  const found = { bytes: 0, photos: 0, missing: 0 };
  try {
    const entries = counted(
      dumpInstallation({
        connectionString,
        photoStorage: createPhotoStorage(settings),
        secret: settings.AUTH_SECRET,
        hasStoredSecret: hasStoredSecret(settings),
        onProgress: ({ phase, what }) => {
          if (phase === 'photos') found.photos += 1;
          if (phase !== 'missing') return;
          found.missing += 1;
          console.error(`The storage lacks the file ${what}.`);
        },
      }),
    );
    if (isDry) await readThrough(entries);
    else await writeBackupFile({ file, entries, recipient: settings.BACKUP_RECIPIENT });
  } finally {
    await stop();
  }
  return (
    `${isDry ? 'Would write' : 'Wrote'} ${file}: ${formatNumber(Math.ceil(found.bytes / 1_000_000), 'en')} MB before compression, ` +
    `${formatNumber(found.photos, 'en')} photo files` +
    `${found.missing > 0 ? `, ${found.missing} are missing in the storage` : ''}` +
    `${settings.BACKUP_RECIPIENT ? '; encrypted.' : '; not encrypted.'}`
  );

  async function* counted(entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
    for await (const entry of entries) {
      found.bytes += entry.bytes.length;
      yield entry;
    }
  }
}

async function readThrough(entries: AsyncIterator<unknown>): Promise<void> {
  while (!(await entries.next()).done);
}
