import type { Settings } from '#server/config.ts';
import { migrateJobs } from '#server/jobs/jobs.ts';
import { type OpenedDatabase, openDatabase } from './database.ts';
import { connectConfigured, type Connected } from './connect-configured.ts';
import type { LauncherLog } from './embedded/cluster.ts';
import { migrate } from './migrate.ts';

export type ConfiguredDatabase = OpenedDatabase & {
  connectionString: string;
  /** Opens a second pool. The caller must close it before the database. */
  openForRequests: (limit: { statementSeconds: number }) => OpenedDatabase;
};

/**
 * Opens the database that the settings name and applies all migrations. `close` stops the embedded server if no other
 * process uses it.
 */
export async function openConfiguredDatabase({
  settings,
  log,
  connected = connectConfigured({ settings, log }),
}: {
  settings: Pick<Settings, 'DATA_DIR' | 'DATABASE_URL'>;
  log: LauncherLog;
  connected?: Promise<Connected>;
}): Promise<ConfiguredDatabase> {
  const { connectionString, stop } = await connected;
  try {
    const applied = await migrate({ connectionString });
    if (applied.length > 0) log.info(`Migrated the database: ${applied.join(', ')}.`);
    await migrateJobs({ connectionString });
  } catch (error) {
    await stop();
    throw error;
  }
  const open = (limit: { statementSeconds?: number } = {}) =>
    openDatabase({
      connectionString,
      // A request waits at most this long for a connection. After this time, the answer is 503.
      connectionTimeoutMillis: 5_000,
      onIdleError: (error) => log.warn(`A database connection broke: ${error.message}`),
      ...limit,
    });
  const opened = open();
  return {
    ...opened,
    connectionString,
    openForRequests: open,
    close: async () => {
      await opened.close();
      await stop();
    },
  };
}
