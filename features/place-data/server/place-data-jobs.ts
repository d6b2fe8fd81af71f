import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { provincesIn, type ProvinceCode } from '#common/regions.ts';
import { DOWNLOADED_LISTS } from '#features/place-data/place-data.contract.ts';
import { dueProvinces, isDue, NIGHT_MS } from '#features/place-data/place-data.rules.ts';
import type { Settings } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import type { App, Dependencies } from '#server/http/feature.ts';
import {
  addListRefresh,
  addRefresh,
  hasDueRefresh,
  selectProvinceStates,
  selectRefreshTimes,
} from './place-data.sql.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'place_data.plan_night': Record<string, never>;
    'place_data.plan_start': Record<string, never>;
    'place_data.run': Record<string, never>;
  }
}

/** Midnight in Korea, in UTC. */
const MIDNIGHT = '0 15 * * *';
const HOURLY = '30 * * * *';
const EVERY_MINUTE = '* * * * *';

/** The provinces of the setting. config.ts has checked the names. */
export function scheduledProvinces({ PLACES_REGIONS }: Pick<Settings, 'PLACES_REGIONS'>): ProvinceCode[] {
  const provinces = provincesIn(PLACES_REGIONS ?? '');
  return 'unknown' in provinces ? [] : [...provinces];
}

/** Adds the refreshes that are due. */
export async function planRefreshes({
  database,
  settings,
  now,
  isNight,
}: {
  database: Database;
  settings: Pick<Settings, 'PLACES_REGIONS' | 'PLACES_REFRESH'>;
  now: number;
  isNight: boolean;
}): Promise<void> {
  if (isNight && settings.PLACES_REFRESH === 'off') return;
  const states = await selectProvinceStates(database, scheduledProvinces(settings));
  for (const province of dueProvinces(states, { now, isNight }))
    await addRefresh(database, {
      province,
      startedBy: 'schedule',
      notBefore: new Date(isNight ? now + Math.random() * NIGHT_MS : now),
    });
  if (states.length === 0) return;
  for (const list of DOWNLOADED_LISTS)
    if (isDue(await selectRefreshTimes(database, list), { now, isNight }))
      await addListRefresh(database, {
        list,
        startedBy: 'schedule',
        notBefore: new Date(isNight ? now + Math.random() * NIGHT_MS : now),
      });
}

/**
 * Runs refreshes in a separate process with low priority: an import takes longer than a job may, and would slow down
 * requests. Every minute the job starts the process if a refresh is due, for example one that a killed process has left.
 */
export function placeDataJobs(
  app: App,
  { database, settings, jobs }: Pick<Dependencies, 'database' | 'settings' | 'jobs'>,
): void {
  let running: ChildProcess | null = null;
  let isClosing = false;

  jobs.handle('place_data.plan_night', () =>
    planRefreshes({ database: jobs.database, settings, now: Date.now(), isNight: true }),
  );
  jobs.handle('place_data.plan_start', () =>
    planRefreshes({ database: jobs.database, settings, now: Date.now(), isNight: false }),
  );
  jobs.handle('place_data.run', async () => {
    if (running !== null || isClosing || !(await hasDueRefresh(database))) return;
    const child = spawn(
      process.execPath,
      // The script `places:download` in package.json has the same option. It saves memory.
      ['--max-semi-space-size=4', path.join(import.meta.dirname, 'refresh-places.ts'), '--due'],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    running = child;
    logEvents(app, child);
    child.once('close', () => {
      running = null;
      // Saved places show a closure or a reopening as soon as the register does.
      if (isClosing) return;
      jobs
        .add(database, 'restaurants.check_closed', {})
        .catch((error: unknown) => app.log.error({ event: 'place_data.closures_failed', err: error }));
    });
    await once(child, 'spawn');
    if (child.pid) os.setPriority(child.pid, os.constants.priority.PRIORITY_LOW);
  });
  jobs.schedule('place_data.plan_night', MIDNIGHT);
  jobs.schedule('place_data.plan_start', HOURLY, { alsoAtStart: true });
  jobs.schedule('place_data.run', EVERY_MINUTE, { alsoAtStart: true });

  // When the server closes, it interrupts the process. The next server continues the refresh.
  app.addHook('onClose', async () => {
    isClosing = true;
    if (running === null) return;
    running.kill();
    await once(running, 'close');
  });
}

function logEvents(app: App, child: ChildProcess): void {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) return;
  createInterface({ input: stdout }).on('line', (line) => {
    const { event, ...details } = JSON.parse(line) as { event: string; error?: string };
    const level = event === 'failed' ? 'error' : 'info';
    app.log[level]({ event: `place_data.${event}`, ...details }, `refresh of places: ${event}`);
  });
  let errors = '';
  stderr.on('data', (text) => (errors += text));
  child.once('close', (code, signal) => {
    if (code !== 0) app.log.error({ event: 'place_data.process_ended', code, signal }, errors.trim());
  });
}
