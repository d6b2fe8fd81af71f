import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import type { SearchDatabase } from '#server/database/search-database.ts';
import { localIndex } from '#features/places/server/search/local-index.ts';
import { createProviderClient } from './provider-client.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { type Caller, consumeBudget } from './daily-budget.ts';
import { googlePlaces } from './google-places.ts';
import { kakaoLocal } from './kakao-local.ts';
import { searchNaver } from './naver-search.ts';
import { cacheSearchResults, selectCachedPlace } from './search-result-cache.sql.ts';
import type { PlacesProvider } from './places-provider.ts';

/** Returns the maps service of this installation for a caller. Calls of external services are counted per caller. */
export type MapsService = (caller: Caller) => PlacesProvider;

type Needs = {
  database: Database;
  searchDatabase: SearchDatabase;
  settings: Settings;
  log: FastifyBaseLogger;
};

/** The maps service of each process. All features use the same service and therefore the same circuit breakers. */
const services = new WeakMap<Settings, MapsService>();

export function mapsService(needs: Needs): MapsService {
  const service = services.get(needs.settings) ?? createMapsService(needs);
  services.set(needs.settings, service);
  return service;
}

/**
 * Creates the maps service. Searches use the service that the settings choose. A place is read from the service that
 * its id belongs to. Therefore places that were saved from one service can still be read after another service is
 * chosen.
 */
function createMapsService(needs: Needs): MapsService {
  const { database, searchDatabase, settings } = needs;
  const builtIn = localIndex(database, searchDatabase);
  if (settings.PLACES_PROVIDER === 'local') return () => builtIn;

  const openExternalServices = externalServices(needs);
  return (caller) => {
    const outside = openExternalServices(caller);
    const chosen = outside[settings.PLACES_PROVIDER] ?? builtIn;
    const serviceOf = (placeId: string): PlacesProvider => outside[sourceOf(placeId)] ?? builtIn;
    return {
      ...chosen,
      details: (request) => serviceOf(request.placeId).details(request),
      currentStatus: async (request) => {
        const { status, placeId } = await serviceOf(request.placeId).currentStatus(request);
        return { status: status ?? (await builtIn.currentStatus(request)).status, placeId };
      },
      photos: (request) => serviceOf(request.placeId).photos(request),
      photo: (request) => serviceOf(request.placeId).photo(request),
    };
  };
}

/** Creates the external services whose keys are configured. */
function externalServices({ database, settings, log }: Needs) {
  const breakers = {
    google: createCircuitBreaker(),
    kakao: createCircuitBreaker(),
    naver: createCircuitBreaker(),
  };

  return (caller: Caller): Partial<Record<PlaceSource, PlacesProvider>> => {
    const spend = () => consumeBudget({ database, settings, caller });
    const ask = (service: keyof typeof breakers) =>
      createProviderClient({ breaker: breakers[service], spend, log });
    const kakao = () =>
      kakaoLocal({
        settings,
        ask: ask('kakao'),
        log,
        resultCache: {
          keep: (places) => cacheSearchResults(database, places),
          find: (placeId) => selectCachedPlace(database, placeId),
        },
        lookUp: (name) => searchNaver({ settings, ask: ask('naver'), log, name }),
      });
    return {
      ...(settings.GOOGLE_PLACES_KEY && { google: googlePlaces({ settings, ask: ask('google'), log }) }),
      ...(settings.KAKAO_LOCAL_KEY && { kakao: kakao() }),
    };
  };
}

type PlaceSource = Settings['PLACES_PROVIDER'];

/**
 * Returns the service that an id belongs to. Google's ids contain no colon. Other ids begin with their source:
 * 'kakao:', 'naver:', 'kr:', 'example:'.
 */
function sourceOf(placeId: string): PlaceSource {
  if (!placeId.includes(':')) return 'google';
  // Places from Naver are stored together with Kakao's search results.
  return /^(kakao|naver):/.test(placeId) ? 'kakao' : 'local';
}
