import {
  addProvided as addProvidedEndpoint,
  deleteSource as deleteSourceEndpoint,
  importProvided as importProvidedEndpoint,
  listSources,
  publishPlace as publishPlaceEndpoint,
  putCategories as putCategoriesEndpoint,
  putSource as putSourceEndpoint,
  removeProvided as removeProvidedEndpoint,
  searchCatalogue,
  updateProvided as updateProvidedEndpoint,
} from '#features/catalogue/provided-admin.contract.ts';
import { mapsService } from '#features/places/server/places.public.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { runIdempotently } from '#server/http/idempotency.ts';
import { requireUser } from '#server/http/require-user.ts';
import { findPlaceToAdd } from './find-place-to-add.ts';
import { addProvided, publishPlace, removeProvided, updateProvided } from './provided-admin.service.ts';
import { searchPlaces } from './provided-admin.sql.ts';
import { importProvided, readImport } from './provided-import.service.ts';
import { selectSources } from './provided.sql.ts';
import { deleteSource, putCategories, putSource } from './sources.service.ts';

const FOUND_MAXIMUM = 50;
/** Maximum size of a request in bytes, which is enough for thousands of restaurants. */
const IMPORT_BODY_LIMIT = 6 * 1024 * 1024;

export const providedAdminRoutes: FeatureRoutes = (app, { database, searchDatabase, settings }) => {
  const maps = mapsService({ database, searchDatabase, settings, log: app.log });

  app.route({
    ...searchCatalogue,
    handler: async ({ query: { q: text, shelf } }) => {
      const found = await searchPlaces(database, { text, shelf, limit: FOUND_MAXIMUM + 1 });
      return { restaurants: found.slice(0, FOUND_MAXIMUM), hasMore: found.length > FOUND_MAXIMUM };
    },
  });

  app.route({
    ...addProvidedEndpoint,
    handler: async (request, reply) => {
      const admin = requireUser(request);
      const wanted = request.body;
      const found = await findPlaceToAdd({ database, maps: maps(admin), person: admin, place: wanted.place });
      return runIdempotently({ request, reply, database, status: 201 }, async (transaction) => ({
        restaurant: await addProvided(transaction, { admin, found, wanted }),
      }));
    },
  });

  app.route({
    ...updateProvidedEndpoint,
    handler: async (request) => ({
      restaurant: await updateProvided(database, {
        admin: requireUser(request),
        ...request.params,
        changes: request.body,
      }),
    }),
  });

  app.route({
    ...removeProvidedEndpoint,
    handler: async (request) => ({
      restaurant: await removeProvided(database, { admin: requireUser(request), ...request.params }),
    }),
  });

  app.route({
    ...publishPlaceEndpoint,
    handler: async (request) => ({
      restaurant: await publishPlace(database, { admin: requireUser(request), ...request.params }),
    }),
  });

  app.route({
    ...importProvidedEndpoint,
    bodyLimit: IMPORT_BODY_LIMIT,
    config: { fillsDisk: true },
    handler: async (request, reply) => {
      const admin = requireUser(request);
      const { csv, isPreview } = request.body;
      const read = await readImport({ database, maps: maps(admin), csv });
      return runIdempotently({ request, reply, database, status: 200 }, (transaction) =>
        importProvided(transaction, { admin, ...read, isPreview }),
      );
    },
  });

  app.route({
    ...listSources,
    handler: async () => ({ sources: await selectSources(database) }),
  });

  app.route({
    ...putSourceEndpoint,
    handler: async (request) => {
      const { seen, ...form } = request.body;
      const { sourceId } = request.params;
      const source = await putSource(database, { admin: requireUser(request), sourceId, form, seen });
      return { source };
    },
  });

  app.route({
    ...deleteSourceEndpoint,
    handler: async (request) => ({
      sources: await deleteSource(database, { admin: requireUser(request), ...request.params }),
    }),
  });

  app.route({
    ...putCategoriesEndpoint,
    handler: async (request) => {
      const { seen, ...form } = request.body;
      const categories = await putCategories(database, { admin: requireUser(request), form, seen });
      return { categories };
    },
  });
};
