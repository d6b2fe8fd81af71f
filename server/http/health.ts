import type { Database } from '#server/database/database.ts';
import type { SearchDatabase } from '#server/database/search-database.ts';
import type { StorageWatch } from '#server/files/watch-storage.ts';
import { migrationNames } from '#server/database/migrate.ts';
import { withTimeLimit } from '#common/time-limit.ts';
import { commonProblems } from '#common/problem.ts';
import type { DiskReserve } from './disk-reserve.ts';
import type { App } from './feature.ts';
import { problem } from './problem.ts';
import { hasMigrations } from './health.sql.ts';

const TIMEOUT_MS = 2_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes `/readyz` answer 503. Requests are still served, but their connections are closed afterwards. */
    leave: () => void;
  }
}

/**
 * Registers two routes. `/healthz` answers 200 while the process runs.
 * `/readyz` answers 200 if the process is not shutting down, and the database answers and has the tables of this
 * release.
 */
export async function registerHealthRoutes(
  app: App,
  {
    database,
    reserve,
    storage,
    searchDatabase,
  }: {
    database: Database;
    reserve: DiskReserve;
    storage: Pick<StorageWatch, 'answers'>;
    searchDatabase: SearchDatabase;
  },
): Promise<void> {
  const migrations = await migrationNames();
  let isClosing = false;
  app.decorate('leave', () => {
    isClosing = true;
    // Without this header, a proxy would send its next request on a connection that is about to be closed.
    app.server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  });
  app.addHook('preClose', async () => {
    isClosing = true;
  });

  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (request) => {
    const isReady =
      !isClosing &&
      (await withTimeLimit(() => hasMigrations(database, migrations), {
        ms: TIMEOUT_MS,
        what: 'The check of the database',
      }).catch((error: unknown) => {
        request.log.warn({ err: error }, 'not ready');
        return false;
      }));
    if (!isReady) throw problem(commonProblems, 'server.unavailable', { retryAfterSeconds: 1 });
    const [freeMegabytes, answers] = await Promise.all([reserve.freeMegabytes(), storage.answers()]);
    const { reserveMegabytes } = reserve;
    const takesUploads = answers && (freeMegabytes === null || freeMegabytes >= reserveMegabytes);
    const replica = searchDatabase.replica();
    return {
      status: 'ready',
      // A server is ready without the storage of photos: everything else works.
      storage: { answers, freeMegabytes, reserveMegabytes, takesUploads },
      ...(replica && { search: { replica } }),
    };
  });
}
