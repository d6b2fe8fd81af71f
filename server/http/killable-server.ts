import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Database } from '#server/database/database.ts';
import { createTestDatabase } from '#server/database/test-database.ts';
import { testEnvironment } from '#server/test-environment.ts';
import { openTestApp, type TestApp } from './test-app.ts';

/** A separate process that a test kills and restarts, on a new database and folder. */
export type KillableServer = {
  /** Changes with every restart. */
  url: () => string;
  /** Sends SIGKILL; resolves when the process has ended. */
  kill: () => Promise<void>;
  restart: () => Promise<void>;
  database: Database;
  folder: string;
  /** Runs in this process, on the same database, folder and secret. */
  on: TestApp;
  close: () => Promise<void>;
};

const SECRET = 'signs-the-cookies-of-this-test-only';

/** @param settings in addition to the required settings */
export async function openKillableServer(settings: Record<string, string> = {}): Promise<KillableServer> {
  const opened = await createTestDatabase();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-kill-'));
  const on = await openTestApp({
    database: opened.database,
    settings: { AUTH_SECRET: SECRET, DATA_DIR: folder },
  });
  const start = () => startServer({ DATABASE_URL: opened.connectionString, DATA_DIR: folder, ...settings });
  let server = await start();
  return {
    url: () => server.url,
    kill: () => server.kill(),
    restart: async () => {
      server = await start();
    },
    database: opened.database,
    folder,
    on,
    close: async () => {
      await server.stop();
      await on.close();
      await opened.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Started = { url: string; kill: () => Promise<void>; stop: () => Promise<void> };

function startServer(settings: Record<string, string>): Promise<Started> {
  const child: ChildProcess = fork('server/main.ts', {
    env: {
      ...testEnvironment,
      NODE_ENV: 'test',
      AUTH_SECRET: SECRET,
      PORT: '0',
      REQUESTS_PER_MINUTE_BY_ADDRESS: '1000000',
      REQUESTS_PER_MINUTE_BY_ACCOUNT: '1000000',
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: 'inherit',
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  const kill = () => end('SIGKILL');
  // Node writes its compile cache only when a process ends by itself.
  const stop = () => end('SIGTERM');
  return new Promise((resolve, reject) => {
    child.once('message', (message) =>
      resolve({ url: (message as { listening: string }).listening, kill, stop }),
    );
    child.once('exit', (code) => reject(new Error(`The server exited with ${code} before it listened.`)));
  });
}
