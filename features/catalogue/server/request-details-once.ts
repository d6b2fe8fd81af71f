import { MINUTE_MS } from '#common/dates.ts';
import type { PlaceDetails } from '#features/places/places.contract.ts';
import type { PlacesProvider } from '#features/places/server/places.public.ts';
import type { Database } from '#server/database/database.ts';
import { createExpiringCache, type ExpiringCache } from '#server/expiring-cache.ts';
import type { Person } from '#server/http/require-user.ts';

/** This is enough time to pay for the membership after a refused addition and to add the place again. */
const KEPT_DETAILS = { lifetimeMs: 10 * MINUTE_MS, maximum: 200 };

/** A server has one database. Tests run several servers in one process. */
const caches = new WeakMap<Database, ExpiringCache<Promise<PlaceDetails | null>>>();

/**
 * Requests the details of a place once, even if the addition is repeated at the same time or after a refusal. A second
 * request would be billed separately, because the first request ends the session at the maps service.
 */
export async function requestDetailsOnce({
  database,
  maps,
  person,
  placeId,
  sessionToken,
}: {
  database: Database;
  maps: PlacesProvider;
  person: Person;
  placeId: string;
  sessionToken: string | undefined;
}): Promise<PlaceDetails | null> {
  const cache = caches.get(database) ?? createExpiringCache(KEPT_DETAILS);
  caches.set(database, cache);
  const key = `${person.userId} ${placeId}`;
  const cachedRequest = cache.get(key);
  if (cachedRequest) return cachedRequest;
  const request = maps.details({ placeId, sessionToken });
  cache.set(key, request);
  try {
    const details = await request;
    if (details === null) cache.delete(key);
    return details;
  } catch (error) {
    cache.delete(key);
    throw error;
  }
}
