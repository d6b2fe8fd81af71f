import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { countOtherSessions } from './backups.sql.ts';

const TRIES = 10;
const PAUSE_MS = 300;

/**
 * Whether a server or a command uses the database. Waits up to three seconds, because PostgreSQL ends the sessions of a
 * stopped server a little later.
 */
export async function isInUse(client: pg.ClientBase): Promise<boolean> {
  for (let tries = 1; (await countOtherSessions(client)) > 0; tries++) {
    if (tries === TRIES) return true;
    await pause(PAUSE_MS);
  }
  return false;
}
