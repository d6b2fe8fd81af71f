/**
 * Runs a command that prints `stopped` at a given point and then waits without end, so that the parent process can kill
 * it there.
 * `at` is the beginning of an entry's name, `end` (after the last entry), or `replace` (before the tables are
 * replaced).
 */
import { writeSync } from 'node:fs';
import { createPhotoStorage } from '#features/photos/server/photos.public.ts';
import { loadSettings } from '#server/config.ts';
import { readBackupFile, writeBackupFile } from './backup-file.ts';
import { dumpInstallation } from './dump.ts';
import type { Entry } from './entries.ts';
import { loadInstallation } from './load.ts';

const [command, at = '', file = '', connectionString = ''] = process.argv.slice(2);
const settings = loadSettings();
const photoStorage = createPhotoStorage(settings);

if (command === 'backup')
  await writeBackupFile({
    file,
    entries: stopping(
      dumpInstallation({
        connectionString,
        photoStorage,
        secret: settings.AUTH_SECRET,
        hasStoredSecret: false,
      }),
    ),
    recipient: undefined,
  });
else
  await loadInstallation({
    entries: stopping(readBackupFile({ file, identity: undefined })),
    connectionString,
    photoStorage,
    onProgress: ({ phase }) => {
      if (phase === at) stop();
    },
  });

async function* stopping(entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
  for await (const entry of entries) {
    yield entry;
    if (entry.name.startsWith(at)) stop();
  }
  if (at === 'end') stop();
}

function stop(): void {
  writeSync(1, 'stopped\n');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
