import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { Call } from '#common/endpoint.ts';
import type * as contract from '#features/site/site.contract.ts';
import type { KakaoShare, Site } from '#features/site/site.contract.ts';
import { call } from '#web/api.ts';
import { loadEngine } from '#web/map/load-engine.ts';
import type { MapService } from '#web/map/map.ts';

const getSite: Call<typeof contract.getSite> = { method: 'GET', url: '/api/site' };

/** The query of the configuration. The data changes only when the server restarts. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => call(getSite, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/**
 * Returns the maps service, or null while it is loading. If the request fails, returns MapLibre, which needs no maps
 * service.
 */
export function useMapService(): MapService | null {
  const { data, isError } = useQuery({ ...siteQuery, select: mapServiceOf });
  return data ?? (isError ? WITHOUT_SERVICE : null);
}

/** Loads the code of the map before a map is shown. If this fails, the code is loaded with the map. */
export async function loadMapInAdvance(client: QueryClient): Promise<void> {
  await client
    .fetchQuery(siteQuery)
    .then(mapServiceOf)
    .then(loadEngine)
    .catch(() => undefined);
}

const WITHOUT_SERVICE: MapService = { kind: 'maplibre', onlineStyleUrl: null };

const mapServiceOf = ({ map, mapStyleUrl }: Site): MapService =>
  map.kind === 'maplibre' ? { kind: 'maplibre', onlineStyleUrl: mapStyleUrl } : map;

/** Returns the days in which free members see the provided restaurants, or null while they are loading. */
export const useProvidedVisibilityDays = (): number | null =>
  useQuery(siteQuery).data?.providedVisibilityDays ?? null;

/** Returns the configuration of Kakao's SDK. Returns null if there is no key, and while it is loading. */
export const useKakaoShareService = (): KakaoShare | null => useQuery(siteQuery).data?.kakaoShare ?? null;
