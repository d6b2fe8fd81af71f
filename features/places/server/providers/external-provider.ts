import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import type { PlacesProvider } from './places-provider.ts';
import type { ProviderRequest } from './provider-client.ts';

/** What an external provider gets from the process. */
export type ProviderAccess = {
  database: Database;
  settings: Settings;
  log: FastifyBaseLogger;
  /** Returns the client for a service. Its calls are counted, and each service has its own circuit breaker. */
  ask: (service: string) => ProviderRequest;
};

/** The record of an external provider of places. */
export type ExternalProvider = {
  /** Whether the place with this id came from the provider. */
  ownsId: (placeId: string) => boolean;
  isConfigured: (settings: Settings) => boolean;
  open: (access: ProviderAccess) => PlacesProvider;
};
