import { type AppOptions, buildApp } from '#server/app.ts';
import { loadSettings, type Settings } from '#server/config.ts';
import { createTestDatabase } from '#server/database/test-database.ts';
import { createJobs, type Jobs } from '#server/jobs/jobs.ts';
import type { Mail } from '#server/mail/mail-transports.ts';
import type { Database, OpenedDatabase } from '#server/database/database.ts';
import { createLogger } from './log.ts';
import type { App } from './feature.ts';
import type { Person } from './require-user.ts';

export const OWN_ORIGIN = 'http://localhost:3000';

export type TestApp = {
  app: App;
  database: Database;
  jobs: Jobs;
  log: string[];
  mails: Mail[];
  close: () => Promise<void>;
};

/**
 * Opens an app for tests, on a new database or on the given one. If `features` is given, the app serves these features
 * and not the product's. The header `x-test-person` then names the signed-in user.
 */
export async function openTestApp({
  settings = {},
  opened: given,
  ...options
}: Partial<Omit<AppOptions, 'settings'>> & {
  settings?: Partial<Settings>;
  /** The app uses this database and does not close it. */
  opened?: OpenedDatabase;
} = {}): Promise<TestApp> {
  const opened = given ?? (await createTestDatabase());
  const jobs = createJobs(opened);
  const log: string[] = [];
  const mails: Mail[] = [];
  const app = await buildApp({
    database: opened.database,
    pool: opened.pool,
    mailTransports: [async (mail) => void mails.push(mail)],
    // This folder does not exist, so that tests do not depend on a build on this machine.
    webFolder: 'no-such-folder',
    jobs,
    settings: { ...loadSettings({ NODE_ENV: 'test', AUTH_SECRET: 'x'.repeat(32) }), ...settings },
    logger: createLogger({ LOG_LEVEL: 'debug', to: { write: (line) => void log.push(line) } }),
    ...(options.features && { identify: async ({ headers }) => personNamed(headers['x-test-person']) }),
    ...options,
  });
  const close = async () => {
    await app.close();
    if (!given) await opened.close();
  };
  return { app, database: opened.database, jobs, log, mails, close };
}

/** Returns a function that sends requests with the headers of a member. */
export const requestsOf =
  (app: App, member: { headers: Record<string, string> }) =>
  (
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    url: string,
    { payload, headers = {} }: { payload?: object; headers?: Record<string, string> } = {},
  ) =>
    app.inject({ method, url, headers: { ...member.headers, ...headers }, ...(payload && { payload }) });

export const codeOf = (answer: { statusCode: number; json: () => { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
];

function personNamed(name: unknown): Person | null {
  if (typeof name !== 'string') return null;
  return {
    userId: name,
    sessionId: `session-of-${name}`,
    tokenScope: null,
    tokenName: null,
    email: `${name}@example.com`,
    emailVerified: true,
    displayName: name,
    providerId: 'password',
    tier: 'free',
    paidTierExpiresAt: null,
    endedByRefund: false,
    isAdmin: name === 'admin',
    createdAt: 0,
    listVersion: 0,
    hasHadExample: false,
  };
}
