import {
  addJournalEntry,
  deleteJournalEntry,
  getJournalEntry,
  readJournal as readJournalEndpoint,
  restoreJournalEntry,
  searchJournal as searchJournalEndpoint,
  updateJournalEntry,
} from '#features/journal/journal.contract.ts';
import { documentEntityTag, namesEntityTag, unchanged } from '#server/http/document-version.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { answerOnce } from '#server/http/idempotency.ts';
import { signedIn } from '#server/http/signed-in.ts';
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
    { table: 'journals', column: 'user_id', whenLeaving: 'deleted' },
    { table: 'journal_entries', column: 'user_id', whenLeaving: 'deleted' },
  );

  app.route({
    ...readJournalEndpoint,
    // Validating thousands of entries costs more than reading them; a test compares the response with the contract.
    serializerCompiler: () => JSON.stringify,
    handler: async (request, reply) => {
      const { userId } = signedIn(request);
      const version = await selectJournalVersion(database, userId);
      const tag = documentEntityTag({ userId, version });
      reply.header('etag', tag).header('cache-control', 'private, no-cache');
      if (namesEntityTag(request.headers['if-none-match'], tag)) return unchanged(reply);
      return readJournal(database, { userId, version });
    },
  });

  app.route({
    ...searchJournalEndpoint,
    handler: (request) => searchJournal(database, { ...signedIn(request), ...request.query }),
  });

  app.route({
    ...getJournalEntry,
    handler: (request) => readEntry(database, { ...signedIn(request), ...request.params }),
  });

  app.route({
    ...addJournalEntry,
    handler: (request, reply) =>
      answerOnce({ request, reply, database, status: 201 }, (transaction) =>
        addEntry(transaction, { person: signedIn(request), draft: request.body, now: Date.now() }),
      ),
  });

  app.route({
    ...updateJournalEntry,
    handler: (request) =>
      changeEntry({
        database,
        person: signedIn(request),
        ...request.params,
        changes: request.body,
        now: Date.now(),
      }),
  });

  app.route({
    ...deleteJournalEntry,
    handler: (request) => deleteEntry({ database, ...signedIn(request), ...request.params }),
  });

  app.route({
    ...restoreJournalEntry,
    handler: (request) =>
      restoreEntry({ database, ...signedIn(request), ...request.params, now: Date.now() }),
  });

  jobs.handle('journal.purge_deleted', () => purgeJournal({ database: jobs.database, jobs }));
  jobs.schedule('journal.purge_deleted', '47 * * * *');
};
