import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import type { SearchDatabase } from '#server/database/search-database.ts';
import { localIndex } from '#features/places/server/search/local-index.ts';
import { createProviderClient } from './provider-client.ts';
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts';
import { type Caller, consumeBudget } from './daily-budget.ts';
import type { ExternalProvider } from './external-provider.ts';
import { EXTERNAL_PROVIDERS } from './registry.ts';
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
  const { database, searchDatabase, settings, log } = needs;
  const builtIn = localIndex(database, searchDatabase);
  const { PLACES_PROVIDER } = settings;
  if (PLACES_PROVIDER === 'local') return () => builtIn;

  const breakers = new Map<string, CircuitBreaker>();
  const breakerOf = (service: string): CircuitBreaker => {
    const breaker = breakers.get(service) ?? createCircuitBreaker();
    breakers.set(service, breaker);
    return breaker;
  };
  return (caller) => {
    const spend = () => consumeBudget({ database, settings, caller });
    const ask = (service: string) => createProviderClient({ breaker: breakerOf(service), spend, log });
    const open = (provider: ExternalProvider | undefined): PlacesProvider =>
      provider?.isConfigured(settings) ? provider.open({ database, settings, log, ask }) : builtIn;
    const serviceOf = (placeId: string) =>
      open(Object.values(EXTERNAL_PROVIDERS).find(({ ownsId }) => ownsId(placeId)));
    return {
      ...open(EXTERNAL_PROVIDERS[PLACES_PROVIDER]),
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
