import type { Settings } from '#server/config.ts';
import type { LauncherLog } from './embedded/cluster.ts';
import { openEmbeddedPostgres } from './embedded-postgres.ts';

export type Connected = { connectionString: string; stop: () => Promise<void> };

/**
 * Connects to DATABASE_URL. If DATABASE_URL is not set, connects to the embedded PostgreSQL in DATA_DIR. Does not
 * migrate.
 * `stop` stops the embedded server if no other process uses it.
 */
export async function connectConfigured({
  settings,
  log,
  onLaunched = () => {},
}: {
  settings: Pick<Settings, 'DATA_DIR' | 'DATABASE_URL'>;
  log: LauncherLog;
  /** Called when the embedded server has been launched, before this process connects to it. */
  onLaunched?: () => void;
}): Promise<Connected> {
  if (settings.DATABASE_URL) return { connectionString: settings.DATABASE_URL, stop: async () => {} };
  return openEmbeddedPostgres({ dataFolder: settings.DATA_DIR, log, onLaunched });
}
