import type { PlaceDetails } from '#features/places/places.contract.ts';
import type { MapsSandbox } from '../../../../tools/sandbox/maps/maps.ts';
import { SANDBOX_MAPS_KEY } from '../../../../tools/sandbox/addresses.mjs';
import { createProviderClient } from './provider-client.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { googlePlaces } from './google/google-places.ts';
import { kakaoLocal } from './kakao/kakao-local.ts';
import { searchNaver } from './kakao/naver-search.ts';

const log = { warn: () => {}, error: () => {} };

/** Returns settings with the URLs and keys of the sandbox. */
export const sandboxSettings = ({ url }: { url: string }) => ({
  GOOGLE_PLACES_KEY: SANDBOX_MAPS_KEY,
  GOOGLE_PLACES_URL: url,
  GOOGLE_GEOCODING_URL: url,
  KAKAO_LOCAL_KEY: SANDBOX_MAPS_KEY,
  KAKAO_LOCAL_URL: url,
  NAVER_SEARCH_KEY_ID: SANDBOX_MAPS_KEY,
  NAVER_SEARCH_KEY: SANDBOX_MAPS_KEY,
  NAVER_SEARCH_URL: url,
});

/**
 * Creates the adapters and connects them to the sandbox. Each adapter has its own circuit breaker and no daily limit.
 */
export function adaptersOn(sandbox: MapsSandbox, changed: Partial<ReturnType<typeof sandboxSettings>> = {}) {
  const settings = { ...sandboxSettings(sandbox), ...changed };
  const ask = () => createProviderClient({ breaker: createCircuitBreaker(), spend: async () => {}, log });
  const resultCache = new Map<string, PlaceDetails>();
  return {
    google: googlePlaces({ settings, ask: ask(), log }),
    kakao: kakaoLocal({
      settings,
      ask: ask(),
      log,
      resultCache: {
        keep: async (places) => places.forEach((place) => resultCache.set(place.placeId, place)),
        find: async (placeId) => resultCache.get(placeId) ?? null,
      },
      lookUp: (name) => searchNaver({ settings, ask: ask(), log, name }),
    }),
  };
}

/** Returns the code of the problem with which a call fails; 'none' if the call succeeds. */
export const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'none',
    (error: { code?: string }) => error.code ?? 'not a problem of this API',
  );
