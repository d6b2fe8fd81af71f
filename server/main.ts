/**
 * The server process: settings, database, app, jobs, and graceful shutdown.
 * `npm run build` bundles it as dist/server/main.js; `npm start` imports that file (tools/serve.mjs). Importing it
 * resolves when the server listens.
 */
import type { FastifyBaseLogger } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { nonEmptyValues, loadSettings, type Settings, SettingsError } from './config.ts';
import { prepareDataFolder } from './data-folder.ts';
import { openConfiguredDatabase } from './database/configured-database.ts';
import { openSearchDatabase } from './database/search-database.ts';
import type { App } from './http/feature.ts';
import { createLogger } from './http/log.ts';
import { followReleasedAssets } from './http/released-assets.ts';
import { webFolder } from './http/web-files.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import { freePortFrom } from './listening-port.ts';
import { missingForProduction, tableOfMissing } from './production-check.ts';
import { hasAdminAccount } from './production-check.sql.ts';

/** How long requests in progress may take after a shutdown signal, in milliseconds. */
const requestsFinishWithin = 10_000;
/** Milliseconds after a shutdown signal in which the process ends in any case. */
const everythingEndsWithin = 30_000;
/** Ctrl-C reaches this process from the terminal and from its parent: two signals within this time count as one. */
const DUPLICATE_SIGNAL_MS = 2_000;

const settings = await settingsWithFreePort();
try {
  prepareDataFolder(settings.DATA_DIR);
} catch (error) {
  exitWithError((error as Error).message);
}
const logger = createLogger(settings);
const end = shutdownRequested(logger);

const database = await openConfiguredDatabase({ settings, log: logger }).catch((error: Error) =>
  exitWithError(`The database cannot be used. ${error.message}`),
);
const requests = database.openForRequests({ statementSeconds: settings.STATEMENT_TIMEOUT_SECONDS });
const search = openSearchDatabase({
  primary: database.connectionString,
  replica: settings.DATABASE_READ_URL,
  statementSeconds: settings.STATEMENT_TIMEOUT_SECONDS,
  log: logger,
});
const { app, jobs } = await serve().catch(async (error) => {
  await search.close();
  await requests.close();
  await database.close();
  throw error;
});
logger.info({ url: settings.BASE_URL, ms: Math.round(process.uptime() * 1000) }, 'listening');
process.send?.({ listening: settings.BASE_URL });
/** Its address. */
export const url = settings.BASE_URL;
if (settings.NODE_ENV === 'production') await reportMissing();

const released = followReleasedAssets({ webFolder, dataFolder: settings.DATA_DIR, log: logger });

void end.then(shutDown);

async function shutDown(): Promise<void> {
  released.stop();
  if (settings.SHUTDOWN_DELAY_SECONDS > 0) {
    app.leave();
    await sleep(settings.SHUTDOWN_DELAY_SECONDS * 1000);
  }
  setTimeout(endAtOnce, everythingEndsWithin).unref();
  const cut = setTimeout(() => app.server.closeAllConnections(), requestsFinishWithin);
  // Connections whose request is answered are closed, although the client would keep them open.
  const tidy = setInterval(() => app.server.closeIdleConnections(), 200);
  await app.close();
  clearTimeout(cut);
  clearInterval(tidy);
  await jobs.stop();
  await search.close();
  await requests.close();
  await database.close();
  logger.info('stopped');
  if (process.connected) process.disconnect();
}

/** A site in production runs with what it has; the operator learns what it lacks. */
async function reportMissing(): Promise<void> {
  const admin = { uid: settings.ADMIN_UID, email: settings.ADMIN_EMAIL };
  const hasAdmin = await hasAdminAccount(requests.database, admin).catch(() => true);
  const missing = missingForProduction(settings, { hasAdmin });
  if (missing.length === 0) return;
  logger.warn({ missing: missing.map(({ setting }) => setting) }, 'settings are missing');
  console.error(tableOfMissing(missing));
}

async function serve(): Promise<{ app: App; jobs: Jobs }> {
  const jobs = createJobs({ ...database, logger });
  const app = await buildApp({ ...requests, searchDatabase: search, settings, jobs, logger });
  await jobs.start();
  await app.listen({ host: settings.HOST, port: settings.PORT });
  return { app, jobs };
}

/** If the port is taken, the next free one is used, unless PORT is set explicitly. */
async function settingsWithFreePort(): Promise<Settings> {
  const wanted = loadSettingsOrExit(process.env);
  const port = await freePortFrom({ host: wanted.HOST, wanted: wanted.PORT }).catch((error: Error) =>
    exitWithError(`Cannot listen on HOST=${wanted.HOST}: ${error.message}.`),
  );
  if (port === wanted.PORT) return wanted;
  const isSet = nonEmptyValues(process.env).PORT !== undefined;
  if (port === null || (isSet && wanted.PORT !== 0)) {
    const offer = port === null ? 'another one' : `another one, such as ${port}, which is free`;
    exitWithError(`Port ${wanted.PORT} is taken by another program. Set PORT to ${offer}.`);
  }
  if (wanted.PORT !== 0) console.error(`Port ${wanted.PORT} is taken by another program; using ${port}.`);
  return loadSettingsOrExit({ ...process.env, PORT: String(port) });
}

function loadSettingsOrExit(environment: NodeJS.ProcessEnv): Settings {
  try {
    return loadSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) exitWithError(error.message);
    throw error;
  }
}

/** Configuration errors are printed as a sentence, without a stack trace. */
function exitWithError(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

/** `process.exit` waits for writes to a standard output that is no longer read; SIGKILL does not. */
function endAtOnce(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** Resolves on SIGINT, SIGTERM, SIGHUP, or when the parent process is gone. A second signal ends the process at once. */
function shutdownRequested(log: FastifyBaseLogger): Promise<void> {
  return new Promise((resolve) => {
    let requestedAt: number | null = null;
    const ask = (reason: string) => {
      if (requestedAt !== null) {
        if (Date.now() - requestedAt > DUPLICATE_SIGNAL_MS) endAtOnce();
        return;
      }
      requestedAt = Date.now();
      log.info({ reason }, 'stopping');
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ask(signal));
    process.once('disconnect', () => {
      if (requestedAt === null) ask('the parent process ended');
    });
  });
}
