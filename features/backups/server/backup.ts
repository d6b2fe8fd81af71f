/**
 * `npm run backup -- FILE [--dry-run] [--allow-missing]` backs up the database and the photos. The server may run at the
 * same time. `--allow-missing` accepts photo files that are missing in the storage: later backups may lack them too.
 * `--scheduled` writes to BACKUP_DIR, as the server does every day.
 * `--new-key FILE` only creates a key pair for encryption.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { formatNumber } from '#common/numbers.ts';
import { createPhotoStorage } from '#features/photos/server/photos.public.ts';
import { hasStoredSecret } from '#server/auth-secret.ts';
import { loadSettings, type Settings } from '#server/config.ts';
import { connectConfigured } from '#server/database/connect-configured.ts';
import { writeBackupFile } from './backup-file.ts';
import { areTooManyMissing } from '../backups.rules.ts';
import { insertRun, selectMissingBefore, tryLockSession } from './backups.sql.ts';
import { checkBackupSettings } from './check-backup-settings.ts';
import { commandLog, runCommand, sentenceOf } from './command.ts';
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

const USAGE = 'npm run backup -- FILE [--dry-run] [--allow-missing] | --scheduled | --new-key FILE';

await runCommand(USAGE, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      'allow-missing': { type: 'boolean', default: false },
      scheduled: { type: 'boolean', default: false },
      'new-key': { type: 'string' },
    },
  });
  const [file, ...more] = positionals;
  if (values['new-key'] !== undefined) return createKey(values['new-key']);
  if (values.scheduled) return backUpScheduled();
  if (file === undefined || more.length > 0) throw new TypeError('Exactly one FILE is needed.');
  const isMissingAllowed = values['allow-missing'];
  return backUp({ file, isDry: values['dry-run'], isScheduled: false, isMissingAllowed });
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
  await checkBackupSettings(settings);
  // The process ends at the time limit. Its end releases all locks, including those of connections that hang.
  setTimeout(() => {
    console.error(`The backup took longer than BACKUP_TIMEOUT_SECONDS (${seconds}).`);
    process.exit(1);
  }, seconds * 1000).unref();
  const { connectionString, stop } = await connectConfigured({ settings, log: commandLog });
  // If this connection breaks, the lock is lost, and the unhandled error event of the connection ends the process.
  const session = new pg.Client({ connectionString, application_name: 'lock of the scheduled backup' });
  // A broken connection also emits an error event, which ends the process.
  const ping = setInterval(() => void session.query('select 1').catch(() => {}), LOCK_PING_MS);
  try {
    await session.connect();
    if (!(await tryLockSession(session, SCHEDULED_LOCK))) return 'Another scheduled backup is running.';
    if (!(await isBackupDue({ folder, now: new Date() }))) return 'There is already a recent backup.';
    const file = await scheduledFile({ folder, now: new Date() });
    // Leftovers are removed before the backup, because they may fill the disk.
    await removeLeftovers(folder);
    const said = await backUp({ file, isDry: false, isScheduled: true, isMissingAllowed: false });
    await removeOldBackups({ folder, keep, now: new Date() });
    return said;
  } finally {
    clearInterval(ping);
    await session.end();
    await stop();
  }
}

type Found = { bytes: number; photos: number; missing: number };

async function backUp({
  file,
  isDry,
  isScheduled,
  isMissingAllowed,
}: {
  file: string;
  isDry: boolean;
  isScheduled: boolean;
  isMissingAllowed: boolean;
}): Promise<string> {
  const settings = loadSettings();
  await checkBackupSettings({ BACKUP_DIR: undefined, BACKUP_RECIPIENT: settings.BACKUP_RECIPIENT });
  const { connectionString, stop } = await connectConfigured({ settings, log: commandLog });
  const found: Found = { bytes: 0, photos: 0, missing: 0 };
  const record = (failure: string | null) =>
    withClient(connectionString, (client) =>
      insertRun(client, { isScheduled, failure, photoFiles: found.photos, missingFiles: found.missing }),
    );
  try {
    const before = await withClient(connectionString, selectMissingBefore);
    const limit = isMissingAllowed ? null : before;
    const entries = checkedEntries({ settings, connectionString, found, missingBefore: limit });
    if (isDry) await readThrough(entries);
    else await writeBackupFile({ file, entries, recipient: settings.BACKUP_RECIPIENT });
    if (!isDry) await record(null);
  } catch (error) {
    // The failure itself is printed, so a database that cannot record it is only mentioned.
    if (!isDry) await record(sentenceOf(error)).catch((cause: unknown) => console.error(sentenceOf(cause)));
    throw error;
  } finally {
    await stop();
  }
  return (
    `${isDry ? 'Would write' : 'Wrote'} ${file}: ${formatNumber(Math.ceil(found.bytes / 1_000_000), 'en')} MB before compression, ` +
    `${formatNumber(found.photos, 'en')} photo files` +
    `${found.missing > 0 ? `, ${found.missing} are missing or damaged in the storage` : ''}` +
    `${settings.BACKUP_RECIPIENT ? '; encrypted.' : '; not encrypted.'}`
  );
}

/**
 * Yields the entries of a backup and counts them.
 * @param missingBefore number of files that were missing in the last backup; null if any number may be missing
 * @throws if too many photo files are missing
 */
async function* checkedEntries({
  settings,
  connectionString,
  found,
  missingBefore,
}: {
  settings: Settings;
  connectionString: string;
  found: Found;
  missingBefore: number | null;
}): AsyncGenerator<Entry> {
  const entries = dumpInstallation({
    connectionString,
    photoStorage: createPhotoStorage(settings),
    secret: settings.AUTH_SECRET,
    hasStoredSecret: hasStoredSecret(settings),
    onProgress: ({ phase, what }) => {
      if (phase === 'photos') found.photos += 1;
      if (phase !== 'missing' && phase !== 'damaged') return;
      found.missing += 1;
      console.error(`The file ${what} is ${phase} in the storage.`);
    },
  });
  for await (const entry of entries) {
    found.bytes += entry.bytes.length;
    yield entry;
  }
  const { missing } = found;
  const expected = found.photos + missing;
  if (missingBefore === null || !areTooManyMissing({ missing, expected, before: missingBefore })) return;
  throw new Error(
    `${missing} of ${expected} photo files are missing or damaged in the storage, and ${missingBefore} in the last backup. ` +
      'Check the storage. To accept this once, run: npm run backup -- FILE --allow-missing.',
  );
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, application_name: 'result of a backup' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function readThrough(entries: AsyncIterator<unknown>): Promise<void> {
  while (!(await entries.next()).done);
}
