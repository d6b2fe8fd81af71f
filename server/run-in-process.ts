import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Dependencies } from './http/feature.ts';

/**
 * Runs a program of this repository in another process, with the settings and the database of this server. It is for
 * work that is done once: the server would keep the memory that the work takes.
 * @param program the absolute path of the program
 * @throws if the process fails or takes too long
 */
export async function runInProcess({
  program,
  pool,
  settings,
  timeoutMs = 5 * 60_000,
}: Pick<Dependencies, 'pool' | 'settings'> & { program: string; timeoutMs?: number }): Promise<void> {
  const { NODE_ENV, BASE_URL, DATA_DIR, AUTH_SECRET } = settings;
  const own = { NODE_ENV, BASE_URL, DATA_DIR, AUTH_SECRET, DATABASE_URL: pool?.options.connectionString };
  const child = fork(program, { env: { ...process.env, ...own }, timeout: timeoutMs });
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  if (code !== 0) throw new Error(`${program} ended with ${signal ?? code}.`);
}
