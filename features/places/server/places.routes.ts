import {
  autocompletePlaces,
  getPlace,
  getPlacePhoto,
  listPlacePhotos,
  NEARBY_MAXIMUM,
  nearbyPlaces,
  placesProblems,
  reverseGeocode,
} from '#features/places/places.contract.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { problem } from '#server/http/problem.ts';
import { countSaves } from './count-saves.ts';
import { loadExamplePlaces } from './examples/example-places.ts';
import { mapsService } from './places.public.ts';

/** Short, and in the member's own browser alone: a maps service lets no one keep its photos. */
const PHOTO_CACHE = 'private, max-age=3600';

export const placesRoutes: FeatureRoutes = (app, { database, jobs }) => {
  const places = mapsService(database);

  app.route({
    ...autocompletePlaces,
    handler: async ({ query: { q, lat, lng, sessionToken } }) => {
      const near = lat === undefined || lng === undefined ? undefined : { lat, lng };
      return { suggestions: await places.autocomplete({ query: q, near, sessionToken }) };
    },
  });

  app.route({
    ...nearbyPlaces,
    handler: async ({ query: { radius, ...centre } }) => ({
      places: await places.nearby({ centre, radius, limit: NEARBY_MAXIMUM }),
    }),
  });

  app.route({
    ...reverseGeocode,
    handler: async ({ query }) => {
      const address = await places.reverseGeocode(query);
      if (address === null) throw problem(placesProblems, 'places.address_not_found');
      return { address };
    },
  });

  app.route({
    ...getPlace,
    handler: async ({ params: { placeId }, query: { sessionToken } }) => {
      const found = await places.details({ placeId, sessionToken });
      if (found === null) throw problem(placesProblems, 'places.not_found');
      return found;
    },
  });

  app.route({
    ...listPlacePhotos,
    handler: async ({ params }) => ({ photos: await places.photos(params) }),
  });

  app.route({
    ...getPlacePhoto,
    handler: async ({ params, query }, reply) => {
      const picture = await places.photo({ ...params, ...query });
      if (picture === null) throw problem(placesProblems, 'places.photo_gone');
      return reply.type(picture.type).header('cache-control', PHOTO_CACHE).send(picture.bytes);
    },
  });

  // Only where people come: not in tests, not where the API is merely described.
  app.addHook('onListen', () => loadExamplePlaces(database));

  jobs.handle('places.count_saves', () => countSaves(database, Date.now()));
  jobs.schedule('places.count_saves', '17 19 * * *');
};
