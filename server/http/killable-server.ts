import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buildServer, builtServer } from '#server/built-server.ts';
import type { Database } from '#server/database/database.ts';
import { createTestDatabase } from '#server/database/test-database.ts';
import { testEnvironment } from '#server/test-environment.ts';
import { openTestApp, type TestApp } from './test-app.ts';

/** A server in a separate process that a test can kill and restart. It has a new database and a new folder. */
export type KillableServer = {
  /** Returns the URL of the server, which changes with every restart. */
  url: () => string;
  /** Sends SIGKILL. Resolves when the process has ended. */
  kill: () => Promise<void>;
  restart: () => Promise<void>;
  database: Database;
  folder: string;
  /** A second server, which runs in the process of the test. It uses the same database, folder and secret. */
  on: TestApp;
  close: () => Promise<void>;
};

const SECRET = 'signs-the-cookies-of-this-test-only';

/** @param settings settings in addition to the required settings */
export async function openKillableServer(settings: Record<string, string> = {}): Promise<KillableServer> {
  const opened = await createTestDatabase();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-kill-'));
  const on = await openTestApp({
    opened,
    settings: { AUTH_SECRET: SECRET, DATA_DIR: folder },
  });
  const start = () =>
    startTestServer({
      AUTH_SECRET: SECRET,
      DATABASE_URL: opened.connectionString,
      DATA_DIR: folder,
      ...settings,
    });
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

export type TestServer = {
  url: string;
  /** Sends SIGKILL. Resolves when the process has ended. */
  kill: () => Promise<void>;
  /** Sends SIGTERM. Resolves when the process has ended. */
  stop: () => Promise<void>;
};

/**
 * Starts the built server, which takes half as long as a start from the sources. Builds the server first if the sources
 * have changed. Resolves when the server listens.
 * @throws {Error} if the server exits before it listens
 */
export async function startTestServer(settings: Record<string, string>): Promise<TestServer> {
  await buildServer();
  const child = fork(builtServer, {
    env: {
      ...testEnvironment,
      NODE_ENV: 'test',
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
  return new Promise((resolve, reject) => {
    child.once('message', (message) =>
      resolve({
        url: (message as { listening: string }).listening,
        kill: () => end('SIGKILL'),
        stop: () => end('SIGTERM'),
      }),
    );
    child.once('exit', (code) => reject(new Error(`The server exited with ${code} before it listened.`)));
  });
}
