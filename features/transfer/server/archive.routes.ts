import { mapsService } from '#features/places/server/places.public.ts';
import type { Database } from '#server/database/database.ts';
import type { App, FeatureRoutes } from '#server/http/feature.ts';
import { runIdempotently } from '#server/http/idempotency.ts';
import { localeOf } from '#server/http/locale.ts';
import { requireUser } from '#server/http/require-user.ts';
import {
  downloadArchive,
  findRestored,
  getArchive,
  requestArchive,
  restoreCollections,
  restoreEntries,
  restoreRestaurants,
} from '../archive.contract.ts';
import { expireArchivesOf } from './archive.sql.ts';
import { createArchives } from './archives.service.ts';
import {
  knownEntries,
  knownPlaces,
  restoreCollectionsOf,
  restoreJournal,
  restorePlaces,
} from './restore.service.ts';

/** Maximum size of a request in bytes. This is enough for a collection with long texts and thousands of comments. */
const COLLECTION_BODY_LIMIT = 4 * 1024 * 1024;

export const archiveRoutes: FeatureRoutes = (app, dependencies) => {
  const { database, searchDatabase, settings, jobs, personalData } = dependencies;
  const archives = createArchives({ ...dependencies, log: app.log });
  const maps = mapsService({ database, searchDatabase, settings, log: app.log });

  personalData.declare({
    table: 'archives',
    column: 'owner_id',
    onDeletion: 'anonymous',
    // The rows of the archives are kept until a job has deleted the files. The job runs right after the account is
    // deleted.
    erase: async (transaction, { userId }) => {
      await expireArchivesOf(transaction, userId);
      await jobs.add(transaction, 'archive.delete_expired', {});
    },
  });

  app.route({
    ...getArchive,
    handler: async (request) => ({ archive: await archives.current(requireUser(request)) }),
  });

  app.route({
    ...requestArchive,
    config: { fillsDisk: true },
    handler: (request, reply) =>
      runIdempotently({ request, reply, database, status: 201 }, async (transaction) => ({
        archive: await archives.request(transaction, {
          userId: requireUser(request).userId,
          locale: localeOf(request),
          filterShortcuts: request.body?.filterShortcuts ?? [],
        }),
      })),
  });

  app.route({
    ...downloadArchive,
    handler: async (request, reply) => {
      const { userId } = requireUser(request);
      const { stream, bytes } = await archives.file({ userId, ...request.params });
      reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', 'attachment; filename="momokzi-data.zip"')
        .header('content-length', bytes)
        .type('application/zip');
      // The response schema is a string, but the handler sends a stream, so the type is cast.
      return reply.send(stream as never);
    },
  });

  restoreRoutes(app, { database, maps });
};

/** The routes that put the contents of an archive into the account. */
function restoreRoutes(
  app: App,
  { database, maps }: { database: Database; maps: ReturnType<typeof mapsService> },
): void {
  app.route({
    ...restoreRestaurants,
    handler: async (request) => {
      const person = requireUser(request);
      const { restaurants } = request.body;
      return {
        rows: await restorePlaces({ database, maps: maps(person), person, restaurants, now: Date.now() }),
      };
    },
  });

  app.route({
    ...restoreEntries,
    handler: async (request) => ({
      rows: await restoreJournal({
        database,
        person: requireUser(request),
        entries: request.body.entries,
        now: Date.now(),
      }),
    }),
  });

  app.route({
    ...restoreCollections,
    bodyLimit: COLLECTION_BODY_LIMIT,
    handler: async (request) => {
      const person = requireUser(request);
      const { collections } = request.body;
      return {
        rows: await restoreCollectionsOf({
          database,
          maps: maps(person),
          person,
          collections,
          now: Date.now(),
        }),
      };
    },
  });

  app.route({
    ...findRestored,
    handler: async (request) => {
      const person = requireUser(request);
      const { restaurants, entryIds } = request.body;
      const [restaurantIds, known] = await Promise.all([
        knownPlaces({ database, person, places: restaurants }),
        knownEntries({ database, person, ids: entryIds }),
      ]);
      return { restaurantIds, entryIds: [...known] };
    },
  });
}
