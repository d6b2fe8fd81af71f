import {
  addJournalEntry,
  deleteJournalEntry,
  getJournalEntry,
  readJournal as readJournalEndpoint,
  restoreJournalEntry,
  searchJournal as searchJournalEndpoint,
  updateJournalEntry,
  type WrittenEntry,
} from '#features/journal/journal.contract.ts';
import { objectIdOf } from '#common/object-id.ts';
import type { Connection } from '#server/database/database.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { runIdempotently } from '#server/http/idempotency.ts';
import { requireUser } from '#server/http/require-user.ts';
import {
  addEntry,
  changeEntry,
  deleteEntry,
  existingEntry,
  readEntry,
  readJournal,
  restoreEntry,
  searchJournal,
} from './journal.service.ts';
import { selectJournalVersion } from './journal.sql.ts';
import { purgeJournal } from './purge-journal.ts';

export const journalRoutes: FeatureRoutes = (app, { database, jobs, personalData, documents }) => {
  personalData.declare(
    { table: 'journals', column: 'user_id', onDeletion: 'deleted' },
    { table: 'journal_entries', column: 'user_id', onDeletion: 'deleted' },
  );

  app.route({
    ...readJournalEndpoint,
    // The response is not validated, because the validation would take longer than reading the journal. A test compares
    // the response with the contract.
    serializerCompiler: () => JSON.stringify,
    handler: async (request, reply) => {
      const { userId } = requireUser(request);
      const version = await selectJournalVersion(database, userId);
      const read = () => readJournal(database, { userId, version });
      return documents.send({ request, reply, kind: 'journal', reader: userId, version, read });
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
    handler: (request, reply) => {
      const person = requireUser(request);
      const { userId } = person;
      const { id, ...draft } = request.body;
      const entryId = id && objectIdOf({ userId, id });
      const creation =
        id === undefined
          ? null
          : {
              id,
              existing: (transaction: Connection, created: string) =>
                existingEntry(transaction, { userId, entryId: created }),
              objectIdOf: ({ entry }: WrittenEntry) => entry?.id ?? '',
            };
      return runIdempotently<WrittenEntry>(
        { request, reply, database, status: 201, creation },
        (transaction) => addEntry(transaction, { person, draft, now: Date.now(), id: entryId }),
      );
    },
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
