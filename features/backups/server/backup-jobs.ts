import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { checkBackupSettings } from './check-backup-settings.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'backups.daily': Record<string, never>;
  }
}

/**
 * The times of the daily backup: 04:00 in Korea, then hourly until 08:00. The later runs replace a failed backup; if
 * there is a recent backup, they end at once.
 */
const DAILY = '0 19-23 * * *';

/**
 * Runs the daily backup in a separate process with low priority, so that it does not slow down requests and may run
 * longer than a job.
 */
export const backupJobs: FeatureRoutes = async (app, { settings, jobs }) => {
  await checkBackupSettings(settings);
  if (!settings.BACKUP_DIR) return;
  const running = new Set<ChildProcess>();
  let isClosing = false;
  // The job does not wait for the end of the backup, because a job must end within a quarter of an hour.
  jobs.handle('backups.daily', async () => {
    if (isClosing) return;
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'backup.ts'), '--scheduled'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.once('close', (code, signal) => {
      running.delete(child);
      if (code === 0) app.log.info({ event: 'backup.ended' }, output.trim());
      else app.log.error({ event: 'backup.failed', code, signal }, output.trim());
    });
    await once(child, 'spawn');
    if (child.pid) os.setPriority(child.pid, os.constants.priority.PRIORITY_LOW);
  });
  jobs.schedule('backups.daily', DAILY);
  // When the server closes, it stops a running backup and waits for its end. Otherwise the result of the backup would
  // not be logged.
  app.addHook('onClose', async () => {
    isClosing = true;
    await Promise.all(
      [...running].map((child) => {
        child.kill();
        return once(child, 'close');
      }),
    );
  });
};
