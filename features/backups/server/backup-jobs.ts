import { spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import type { FeatureRoutes } from '#server/http/feature.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'backups.daily': Record<string, never>;
  }
}

/** 04:00 in Korea. */
const DAILY = '0 19 * * *';

/** Uses a separate process with low priority. It does not slow down requests, and may run longer than a job. */
export const backupJobs: FeatureRoutes = (app, { settings, jobs }) => {
  if (!settings.BACKUP_DIR) return;
  jobs.handle('backups.daily', async () => {
    const { code, output } = await runBackup();
    if (code !== 0) throw new Error(`The backup exited with ${code}: ${output}`);
    app.log.info({ event: 'backup.written' }, output);
  });
  jobs.schedule('backups.daily', DAILY);
};

function runBackup(): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'backup.ts'), '--scheduled'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.once('error', reject);
    child.once('spawn', () => {
      if (child.pid) os.setPriority(child.pid, os.constants.priority.PRIORITY_LOW);
    });
    child.once('close', (code) => resolve({ code, output: output.trim() }));
  });
}
