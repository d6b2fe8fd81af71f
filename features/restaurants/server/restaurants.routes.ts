import type { Database } from '#server/database/database.ts';
import { builtInIndex, mapsService, type PlacesProvider } from '#features/places/server/places.public.ts';
import {
  addRestaurant as addRestaurantEndpoint,
  convertRestaurant as convertRestaurantEndpoint,
  keepClosedRestaurant as keepClosedRestaurantEndpoint,
  deleteRestaurant as deleteRestaurantEndpoint,
  getRestaurant,
  listMyRestaurants,
  restoreRestaurant as restoreRestaurantEndpoint,
  takeOverOfficial as takeOverOfficialEndpoint,
  takeOverProvided as takeOverProvidedEndpoint,
  undoConversion as undoConversionEndpoint,
  undoTakeOver as undoTakeOverEndpoint,
  updateManualPlace as updateHandEnteredPlaceEndpoint,
  updateRestaurant as updateRestaurantEndpoint,
  type Written,
} from '#features/restaurants/restaurants.contract.ts';
import {
  findPlaceToAdd,
  type FoundPlace,
  needsGeocoding,
  onPlaceChange,
} from '#features/catalogue/server/catalogue.public.ts';
import type { App, Dependencies, FeatureRoutes } from '#server/http/feature.ts';
import { type Creation, runIdempotently } from '#server/http/idempotency.ts';
import { requireUser } from '#server/http/require-user.ts';
import { addRestaurant, NOT_IN_CATALOGUE } from './add-restaurant.service.ts';
import { addExampleRestaurant } from './example-restaurant.service.ts';
import { checkClosedPlaces, deleteExpiredProviderData } from './refresh-provider-data.ts';
import { purgeDeletedRestaurants } from './purge-deleted-restaurants.ts';
import {
  changeRestaurant,
  convertRestaurant,
  keepClosedRestaurant,
  deleteRestaurant,
  existingRestaurant,
  readList,
  readRestaurant,
  restoreRestaurant,
  undoConversion,
  updateManualPlace,
} from './restaurants.service.ts';
import { incrementVersionsOfListsWith } from './restaurants.sql.ts';
import { takeOverOfficial, takeOverProvided, undoTakeOver } from './take-over.service.ts';

const creationOf = ({ userId, id }: { userId: string; id: string }): Creation<Written> => ({
  id,
  existing: (transaction, restaurantId) => existingRestaurant(transaction, { userId, restaurantId }),
  objectIdOf: ({ restaurant }) => restaurant?.id ?? '',
});

export const restaurantsRoutes: FeatureRoutes = (
  app,
  { database, searchDatabase, settings, jobs, personalData, documents },
) => {
  personalData.declare(
    { table: 'restaurant_lists', column: 'user_id', onDeletion: 'deleted' },
    { table: 'my_restaurants', column: 'user_id', onDeletion: 'deleted' },
  );
  onPlaceChange(incrementVersionsOfListsWith);
  const maps = mapsService({ database, searchDatabase, settings, log: app.log });
  const index = builtInIndex(database);
  const visibilityDays = settings.PROVIDED_VISIBILITY_DAYS;

  app.route({
    ...listMyRestaurants,
    // The response is not serialised with its schema. For 100 places, serialising with the schema would add a tenth to
    // the response time. Instead, `asMyRestaurant` builds the places field by field, and a test compares the response
    // with the contract.
    serializerCompiler: () => JSON.stringify,
    handler: async (request, reply) => {
      const person = requireUser(request);
      const { userId, listVersion: version } = person;
      const canGetExample = person.tier === 'paid' && !person.hasHadExample;
      // The device of a member who has just paid may have stored the empty list under the ETag of the reader `userId`.
      // A different reader makes that ETag invalid, so that the member gets the list with the example.
      const reader = canGetExample ? `${userId}-can-get-example` : userId;
      const read = async () =>
        readList(database, {
          userId,
          version: canGetExample ? await addExampleRestaurant({ database, maps: index, person }) : version,
        });
      return documents.send({ request, reply, kind: 'list', reader, version, read });
    },
  });

  addRoute(app, { database, maps });
  takeOverRoutes(app, { database, index, visibilityDays });

  app.route({
    ...updateRestaurantEndpoint,
    handler: (request) => {
      const { basedOn, visitedAt, ...changes } = request.body;
      return changeRestaurant(database, {
        person: requireUser(request),
        ...request.params,
        changes,
        basedOn,
        visitedAt,
      });
    },
  });

  app.route({
    ...updateHandEnteredPlaceEndpoint,
    handler: (request) => {
      const person = requireUser(request);
      const wanted = { ...request.params, place: request.body };
      return updateManualPlace({ database, maps: maps(person), person, ...wanted });
    },
  });

  app.route({
    ...getRestaurant,
    handler: (request) => {
      const person = requireUser(request);
      const shown = { ...request.params, visibilityDays, now: Date.now() };
      return readRestaurant({ database, maps: maps(person), person, ...shown });
    },
  });

  placeInListRoutes(app, database);
  restaurantJobs(jobs, maps('job'));
};

type Maps = ReturnType<typeof mapsService>;

function addRoute(app: App, { database, maps }: { database: Database; maps: Maps }): void {
  app.route({
    ...addRestaurantEndpoint,
    handler: async (request, reply) => {
      const person = requireUser(request);
      const { id, visitedAt, ...wanted } = request.body;
      const { userId } = person;
      const creation = id === undefined ? null : creationOf({ userId, id });
      const add = (found: FoundPlace | null) =>
        runIdempotently<Written>({ request, reply, database, status: 201, creation }, (transaction) =>
          addRestaurant(transaction, {
            person,
            found,
            wanted,
            ...(visitedAt !== undefined && {
              past: { visitedAt: visitedAt === null ? null : new Date(visitedAt) },
            }),
          }),
        );
      const find = () => findPlaceToAdd({ database, maps: maps(person), person, place: wanted.place, id });
      // A manual place with a position needs no other service, so it is added in one transaction.
      if (wanted.place.from === 'hand' && !needsGeocoding(wanted.place)) return add(await find());
      // The maps service is called only for a place that is not in the catalogue. It is not called for a repeated
      // request.
      return add(null).catch(async (error) => {
        if (error !== NOT_IN_CATALOGUE) throw error;
        return add(await find());
      });
    },
  });
}

/** The routes that add several places to the list at once, and the route that removes them again. */
function takeOverRoutes(
  app: App,
  { database, index, visibilityDays }: { database: Database; index: PlacesProvider; visibilityDays: number },
): void {
  app.route({
    ...takeOverProvidedEndpoint,
    handler: (request, reply) =>
      runIdempotently({ request, reply, database, status: 201 }, (transaction) =>
        takeOverProvided(transaction, {
          person: requireUser(request),
          wanted: request.body,
          visibilityDays,
          now: Date.now(),
        }),
      ),
  });

  app.route({
    ...takeOverOfficialEndpoint,
    handler: async (request, reply) => {
      const person = requireUser(request);
      const { restaurantIds, status } = request.body;
      const found = await Promise.all(
        restaurantIds.map((placeId) =>
          findPlaceToAdd({ database, maps: index, person, place: { from: 'maps', placeId } }),
        ),
      );
      return runIdempotently({ request, reply, database, status: 201 }, (transaction) =>
        takeOverOfficial(transaction, { person, found, status }),
      );
    },
  });

  app.route({
    ...undoTakeOverEndpoint,
    handler: async (request) => {
      const { userId } = requireUser(request);
      return { deletedIds: await undoTakeOver(database, { userId, ...request.body }) };
    },
  });
}

/** The routes that remove a restaurant from the list, restore it, or change whose restaurant it is. */
function placeInListRoutes(app: App, database: Database): void {
  app.route({
    ...deleteRestaurantEndpoint,
    handler: (request) => deleteRestaurant({ database, person: requireUser(request), ...request.params }),
  });

  app.route({
    ...restoreRestaurantEndpoint,
    handler: (request) =>
      restoreRestaurant({ database, person: requireUser(request), ...request.params, now: Date.now() }),
  });

  app.route({
    ...convertRestaurantEndpoint,
    handler: (request) => convertRestaurant({ database, person: requireUser(request), ...request.params }),
  });

  app.route({
    ...keepClosedRestaurantEndpoint,
    handler: (request) => keepClosedRestaurant({ database, person: requireUser(request), ...request.params }),
  });

  app.route({
    ...undoConversionEndpoint,
    handler: (request) => undoConversion({ database, person: requireUser(request), ...request.params }),
  });
}

function restaurantJobs(jobs: Dependencies['jobs'], maps: PlacesProvider): void {
  jobs.handle('restaurants.check_closed', () => checkClosedPlaces({ database: jobs.database, maps }));
  jobs.schedule('restaurants.check_closed', '23 18 * * *');
  jobs.handle('restaurants.delete_expired_provider_data', () => deleteExpiredProviderData(jobs.database));
  jobs.schedule('restaurants.delete_expired_provider_data', '53 18 * * *');
  jobs.handle('restaurants.purge_deleted', () => purgeDeletedRestaurants({ database: jobs.database, jobs }));
  jobs.schedule('restaurants.purge_deleted', '41 * * * *');
}
