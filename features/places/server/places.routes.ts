import path from 'node:path';
import { normalised } from '#common/korean-text.ts';
import { findAddresses } from '#features/places/addresses.contract.ts';
import {
  autocompletePlaces,
  getPlace,
  getPlacePhoto,
  getPlaceStatus,
  listPlacePhotos,
  nearbyPlaces,
  placesProblems,
  reverseGeocode,
} from '#features/places/places.contract.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { problem } from '#server/http/problem.ts';
import { requireUser } from '#server/http/require-user.ts';
import { runInProcess } from '#server/run-in-process.ts';
import { countSavedPlaces } from './count-saves.ts';
import { needsExamplePlaces } from './examples/example-places.ts';
import { findTypedAddress } from './search/find-addresses.ts';
import { updateIfBehind } from './import/search-columns.ts';
import { localIndex } from './search/local-index.ts';
import { mapsService } from './providers/maps-service.ts';
import { deleteExpiredResponses } from './providers/delete-expired-responses.ts';
import { placeStatus } from './place-status.ts';
import { selectCurrentId } from './places.sql.ts';
import { searchWithPrice } from './priced-search.ts';

/**
 * Photos are cached for an hour and only in the member's browser, because maps services do not allow storing photos.
 */
const PHOTO_CACHE = 'private, max-age=3600';

const EXAMPLES_PROGRAM = path.join(import.meta.dirname, 'examples/load-example-places.ts');

export const placesRoutes: FeatureRoutes = (
  app,
  { database, searchDatabase, pool, settings, jobs, personalData },
) => {
  personalData.declare({ table: 'maps_calls_of_account', column: 'user_id', onDeletion: 'deleted' });
  const maps = mapsService({ database, searchDatabase, settings, log: app.log });

  app.route({
    ...autocompletePlaces,
    handler: async (request) => {
      const { q, lat, lng, sessionToken } = request.query;
      const near = lat === undefined || lng === undefined ? undefined : { lat, lng };
      const service = maps(requireUser(request));
      const search = (query: string) => service.autocomplete({ query, near, sessionToken });
      return searchWithPrice(database, { typed: q, near, search });
    },
  });

  app.route({
    ...nearbyPlaces,
    handler: async (request) => {
      const { radius, limit, ...centre } = request.query;
      const nearby = { centre, radius, limit };
      return { places: await maps(requireUser(request)).nearby(nearby) };
    },
  });

  app.route({
    ...reverseGeocode,
    handler: async (request) => {
      const address = await maps(requireUser(request)).reverseGeocode(request.query);
      if (address === null) throw problem(placesProblems, 'places.address_not_found');
      return { address };
    },
  });

  app.route({
    ...findAddresses,
    handler: async (request) => ({
      addresses: await findTypedAddress({
        maps: maps(requireUser(request)),
        typed: normalised(request.query.q),
      }),
    }),
  });

  app.route({
    ...getPlace,
    handler: async (request) => {
      const found = await maps(requireUser(request)).details({ ...request.params, ...request.query });
      if (found === null) throw problem(placesProblems, 'places.not_found');
      return found;
    },
  });

  app.route({
    ...getPlaceStatus,
    handler: (request) => {
      const { lat, lng, ...known } = request.query;
      return placeStatus(localIndex(database, searchDatabase), {
        ...request.params,
        ...known,
        categoryId: known.categoryId,
        coordinates: lat === undefined || lng === undefined ? null : { lat, lng },
      });
    },
  });

  app.route({
    ...listPlacePhotos,
    handler: async (request) => {
      const placeId = await selectCurrentId(database, request.params.placeId);
      return { photos: await maps(requireUser(request)).photos({ placeId }) };
    },
  });

  app.route({
    ...getPlacePhoto,
    handler: async (request, reply) => {
      const picture = await maps(requireUser(request)).photo({ ...request.params, ...request.query });
      if (picture === null) throw problem(placesProblems, 'places.photo_expired');
      return reply.type(picture.type).header('cache-control', PHOTO_CACHE).send(picture.bytes);
    },
  });

  // This hook runs only when the server listens. It does not run in tests and while the API description is generated.
  app.addHook('onListen', async () => {
    if (await needsExamplePlaces(database)) await runInProcess({ program: EXAMPLES_PROGRAM, pool, settings });
  });

  jobs.handle('places.delete_expired_responses', () => deleteExpiredResponses(jobs.database));
  jobs.schedule('places.delete_expired_responses', '29 * * * *');
  jobs.handle('places.count_saved_places', () => countSavedPlaces(jobs.database));
  jobs.schedule('places.count_saved_places', '17 19 * * *');
  jobs.handle('places.update_search_columns', () => updateIfBehind(jobs.database));
  jobs.schedule('places.update_search_columns', '37 * * * *');
};
