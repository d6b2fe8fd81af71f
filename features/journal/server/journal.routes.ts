import {
  addJournalEntry,
  deleteJournalEntry,
  getJournalEntry,
  readJournal as readJournalEndpoint,
  restoreJournalEntry,
  searchJournal as searchJournalEndpoint,
  updateJournalEntry,
} from '#features/journal/journal.contract.ts';
import { documentETag, matchesETag, notModified } from '#server/http/document-version.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { runIdempotently } from '#server/http/idempotency.ts';
import { requireUser } from '#server/http/require-user.ts';
import {
  addEntry,
  changeEntry,
  deleteEntry,
  readEntry,
  readJournal,
  restoreEntry,
  searchJournal,
} from './journal.service.ts';
import { selectJournalVersion } from './journal.sql.ts';
import { purgeJournal } from './purge-journal.ts';

export const journalRoutes: FeatureRoutes = (app, { database, jobs, personalData }) => {
  personalData.declare(
    { table: 'journals', column: 'user_id', onDeletion: 'deleted' },
    { table: 'journal_entries', column: 'user_id', onDeletion: 'deleted' },
  );

  app.route({
    ...readJournalEndpoint,
    // Validating thousands of entries costs more than reading them; a test compares the response with the contract.
    serializerCompiler: () => JSON.stringify,
    handler: async (request, reply) => {
      const { userId } = requireUser(request);
      const version = await selectJournalVersion(database, userId);
      const tag = documentETag({ userId, version });
      reply.header('etag', tag).header('cache-control', 'private, no-cache');
      if (matchesETag(request.headers['if-none-match'], tag)) return notModified(reply);
      return readJournal(database, { userId, version });
    },
  });

  app.route({
    ...searchJournalEndpoint,
    handler: (request) => searchJournal(database, { ...requireUser(request), ...request.query }),
  });

  app.route({
    ...getJournalEntry,
    handler: (request) => readEntry(database, { ...requireUser(request), ...request.params }),
  });

  app.route({
    ...addJournalEntry,
    handler: (request, reply) =>
      runIdempotently({ request, reply, database, status: 201 }, (transaction) =>
        addEntry(transaction, { person: requireUser(request), draft: request.body, now: Date.now() }),
      ),
  });

  app.route({
    ...updateJournalEntry,
    handler: (request) =>
      changeEntry({
        database,
        person: requireUser(request),
        ...request.params,
        changes: request.body,
        now: Date.now(),
      }),
  });

  app.route({
    ...deleteJournalEntry,
    handler: (request) => deleteEntry({ database, ...requireUser(request), ...request.params }),
  });

  app.route({
    ...restoreJournalEntry,
    handler: (request) =>
      restoreEntry({ database, ...requireUser(request), ...request.params, now: Date.now() }),
  });

  jobs.handle('journal.purge_deleted', () => purgeJournal({ database: jobs.database, jobs }));
  jobs.schedule('journal.purge_deleted', '47 * * * *');
};
