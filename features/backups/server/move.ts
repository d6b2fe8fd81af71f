/**
 * `npm run move [-- --to-embedded] [--dry-run] [--force]`
 * Copies the database from the embedded PostgreSQL in DATA_DIR to DATABASE_URL. `--to-embedded` copies in the other
 * direction.
 * Photos stay where they are. The server must be stopped.
 */
import { parseArgs } from 'node:util';
import { formatNumber } from '#common/numbers.ts';
import { loadSettings } from '#server/config.ts';
import { openConfiguredDatabase } from '#server/database/configured-database.ts';
import { connectConfigured } from '#server/database/connect-configured.ts';
import { commandLog, runCommand } from './command.ts';
import { dumpInstallation } from './dump.ts';
import { loadInstallation } from './load.ts';

await runCommand('npm run move [-- --to-embedded] [--dry-run] [--force]', async () => {
  const { values } = parseArgs({
    options: {
      'to-embedded': { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      force: { type: 'boolean', default: false },
    },
  });
  const settings = loadSettings();
  if (!settings.DATABASE_URL) throw new TypeError('DATABASE_URL is not set.');
  const embedded = { ...settings, DATABASE_URL: undefined };
  const [from, to] = values['to-embedded'] ? [settings, embedded] : [embedded, settings];
  const source = await connectConfigured({ settings: from, log: commandLog });
  try {
    const target = await openConfiguredDatabase({ settings: to, log: commandLog });
    try {
      const { rows } = await loadInstallation({
        entries: dumpInstallation({
          connectionString: source.connectionString,
          photoStorage: null,
          secret: settings.AUTH_SECRET,
          hasStoredSecret: false,
          isUnused: true,
        }),
        connectionString: target.connectionString,
        photoStorage: null,
        isForced: values.force,
        isDry: values['dry-run'],
        isMove: true,
      });
      if (values['dry-run']) return `Would copy ${formatNumber(rows, 'en')} rows.`;
      const next = values['to-embedded'] ? 'Unset' : 'Keep';
      return `Copied ${formatNumber(rows, 'en')} rows. ${next} DATABASE_URL and start the server. The original is unchanged.`;
    } finally {
      await target.close();
    }
  } finally {
    await source.stop();
  }
});
