import type { FastifyBaseLogger } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { type Settings, SettingsError } from './config.ts';
import { openConfiguredDatabase } from './database/configured-database.ts';
import type { Connected } from './database/connect-configured.ts';
import { openSearchDatabase } from './database/search-database.ts';
import { followReleasedAssets } from './http/released-assets.ts';
import { webFolder } from './http/web-files.ts';
import { createJobs } from './jobs/jobs.ts';
import type { HeldPort } from './listening-port.ts';
import { missingForProduction, tableOfMissing } from './production-check.ts';
import { hasAdminAccount, hasRealPlaces } from './production-check.sql.ts';

/** Maximum milliseconds that a shutdown waits for requests in progress. */
const drainTimeoutMs = 10_000;

export type Server = {
  /** Closes the server after it has answered the requests in progress. */
  close: () => Promise<void>;
  /** Logs the settings that a public site needs and that are missing. The server also runs without them. */
  reportMissing: () => Promise<void>;
};

/** Opens the server. Resolves when the server listens. */
export async function openServer({
  settings,
  held,
  logger,
  connected,
  exitWithError,
}: {
  settings: Settings;
  held: HeldPort | null;
  logger: FastifyBaseLogger;
  connected: Promise<Connected>;
  exitWithError: (sentence: string) => never;
}): Promise<Server> {
  const database = await openConfiguredDatabase({ settings, log: logger, connected }).catch((error: Error) =>
    exitWithError(`The database cannot be used. ${error.message}`),
  );
  const requests = database.openForRequests({ statementSeconds: settings.STATEMENT_TIMEOUT_SECONDS });
  const search = openSearchDatabase({
    primary: database.connectionString,
    replica: settings.DATABASE_READ_URL,
    statementSeconds: settings.STATEMENT_TIMEOUT_SECONDS,
    log: logger,
  });
  const closeDatabases = async () => {
    await search.close();
    await requests.close();
    await database.close();
  };
  const listen = async () => {
    const jobs = createJobs({ ...database, logger });
    const app = await buildApp({ ...requests, searchDatabase: search, settings, jobs, logger });
    await jobs.start();
    await held?.release();
    await app.listen({ host: settings.HOST, port: settings.PORT }).catch(async (error: Error) => {
      // Jobs that still run would need the databases, which are closed next.
      await jobs.stop();
      throw error;
    });
    return { app, jobs };
  };
  const { app, jobs } = await listen().catch(async (error: NodeJS.ErrnoException) => {
    await closeDatabases();
    if (error instanceof SettingsError) exitWithError(error.message);
    if (error.code === 'EADDRINUSE')
      exitWithError(`Port ${settings.PORT} was taken by another program during the start. Start again.`);
    throw error;
  });
  const released = followReleasedAssets({ webFolder, dataFolder: settings.DATA_DIR, log: logger });

  return {
    close: async () => {
      released.stop();
      if (settings.SHUTDOWN_DELAY_SECONDS > 0) {
        app.leave();
        await sleep(settings.SHUTDOWN_DELAY_SECONDS * 1000);
      }
      const closeTimer = setTimeout(() => app.server.closeAllConnections(), drainTimeoutMs);
      // Each connection is closed after its request is answered, even if the client wants to keep it open.
      const idleInterval = setInterval(() => app.server.closeIdleConnections(), 200);
      await app.close();
      clearTimeout(closeTimer);
      clearInterval(idleInterval);
      await jobs.stop();
      await closeDatabases();
    },
    reportMissing: async () => {
      const admin = { uid: settings.ADMIN_UID, email: settings.ADMIN_EMAIL };
      const hasAdmin = await hasAdminAccount(requests.database, admin).catch((error: unknown) => {
        logger.warn({ err: error }, 'the admin account was not checked');
        return true;
      });
      const hasPlaces = await hasRealPlaces(requests.database).catch((error: unknown) => {
        logger.warn({ err: error }, 'the places were not checked');
        return true;
      });
      const missing = missingForProduction(settings, { hasAdmin, hasPlaces });
      if (missing.length === 0) return;
      logger.warn({ missing: missing.map(({ setting }) => setting) }, 'settings are missing');
      console.error(tableOfMissing(missing));
    },
  };
}
