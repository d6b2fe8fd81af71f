import { builtInIndex, mapsService, type PlacesProvider } from '#features/places/server/places.public.ts';
import {
  addImportRows,
  cancelImport as cancelImportEndpoint,
  changeImport,
  changeImportRows,
  deleteImport,
  getImport,
  listImportRows,
  listImports as listImportsEndpoint,
  matchImportRows,
  saveImport as saveImportEndpoint,
  undoImport as undoImportEndpoint,
} from '#features/transfer/imports.contract.ts';
import type { Database } from '#server/database/database.ts';
import type { App, Dependencies, FeatureRoutes } from '#server/http/feature.ts';
import { limitUnknownIds } from '#server/http/limit-unknown-ids.ts';
import { rejectExcessRequests } from '#server/http/rate-limits.ts';
import { requireUser } from '#server/http/require-user.ts';
import { deleteExpiredImports, selectUnfinishedImports } from './imports.sql.ts';
import {
  addRows,
  cancelImport,
  changeFields,
  changeRows,
  discardImport,
  listImports,
  matchRows,
  readImport,
  readRows,
  saveImport,
  undoImport,
} from './imports.service.ts';
import { runImport } from './run-import.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'transfer.resume_imports': Record<string, never>;
    'transfer.delete_expired_imports': Record<string, never>;
  }
}

/** Maximum size of a request in bytes. This is enough for 500 rows with long texts. */
const ROWS_BODY_LIMIT = 4 * 1024 * 1024;

/**
 * Maximum number of requests for matches per account and minute. 5,000 rows need 100 requests, each of which searches
 * 50 places.
 */
const MATCHING = { max: 150, timeWindow: 60_000, cache: 20_000 };

export const importsRoutes: FeatureRoutes = (
  app,
  { database, searchDatabase, settings, jobs, personalData },
) => {
  personalData.declare(
    { table: 'member_imports', column: 'user_id', onDeletion: 'deleted' },
    { table: 'member_imported_places', column: 'user_id', onDeletion: 'deleted' },
  );
  const maps = mapsService({ database, searchDatabase, settings, log: app.log });
  const withUnknownIdLimit = limitUnknownIds(app, { code: 'collections.not_found' });

  app.route({
    ...listImportsEndpoint,
    handler: async (request) => ({ imports: await listImports(database, requireUser(request)) }),
  });

  app.route({
    ...addImportRows,
    bodyLimit: ROWS_BODY_LIMIT,
    handler: (request) =>
      withUnknownIdLimit(request, () =>
        addRows({ database, person: requireUser(request), rows: request.body.rows }),
      ),
  });

  app.route({
    ...getImport,
    handler: (request) => readImport(database, { ...request.params, userId: requireUser(request).userId }),
  });

  app.route({
    ...listImportRows,
    handler: (request) =>
      readRows({ database, ...request.params, ...request.query, userId: requireUser(request).userId }),
  });

  matchRoute(app, database);

  app.route({
    ...changeImportRows,
    bodyLimit: ROWS_BODY_LIMIT,
    handler: (request) => {
      const { userId } = requireUser(request);
      return withUnknownIdLimit(request, () =>
        changeRows({ database, ...request.params, ...request.body, userId }),
      );
    },
  });

  app.route({
    ...changeImport,
    handler: (request) => {
      const { userId } = requireUser(request);
      return withUnknownIdLimit(request, () =>
        changeFields({ database, ...request.params, ...request.body, userId }),
      );
    },
  });

  app.route({
    ...saveImportEndpoint,
    handler: (request) =>
      saveImport({ database, jobs, person: requireUser(request), ...request.params, ...request.body }),
  });

  app.route({
    ...cancelImportEndpoint,
    handler: (request) => cancelImport({ database, ...request.params, userId: requireUser(request).userId }),
  });

  app.route({
    ...undoImportEndpoint,
    handler: (request) =>
      undoImport({ database, jobs, ...request.params, userId: requireUser(request).userId }),
  });

  app.route({
    ...deleteImport,
    handler: async (request) => ({
      imports: await discardImport({ database, ...request.params, userId: requireUser(request).userId }),
    }),
  });

  importJobs(jobs, maps('job'));
};

function matchRoute(app: App, database: Database): void {
  const countMatching = app.createRateLimit({
    ...MATCHING,
    keyGenerator: (request) => requireUser(request).userId,
  });

  app.route({
    ...matchImportRows,
    handler: async (request) => {
      const { userId } = requireUser(request);
      rejectExcessRequests(await countMatching(request));
      return matchRows({ database, index: builtInIndex(database), ...request.params, userId });
    },
  });
}

function importJobs(jobs: Dependencies['jobs'], maps: PlacesProvider): void {
  jobs.handle('transfer.run_import', ({ importId }) =>
    runImport({ database: jobs.database, maps, importId }),
  );
  jobs.handle('transfer.resume_imports', async () => {
    for (const { importId } of await selectUnfinishedImports(jobs.database))
      await jobs.add(jobs.database, 'transfer.run_import', { importId }, { key: `transfer ${importId}` });
  });
  jobs.schedule('transfer.resume_imports', '* * * * *', { alsoAtStart: true });
  jobs.handle(
    'transfer.delete_expired_imports',
    async () => void (await deleteExpiredImports(jobs.database)),
  );
  jobs.schedule('transfer.delete_expired_imports', '37 * * * *');
}
