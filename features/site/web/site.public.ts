import { queryOptions, useQuery } from '@tanstack/react-query';
import { getSite, type KakaoShare, type Site } from '#features/site/site.contract.ts';
import { call } from '#web/api.ts';
import type { MapService } from '#web/map/map.ts';

/** Changes only when the server restarts. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => call(getSite, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Returns null while loading. If the request fails, it returns the map that needs no maps service. */
export function useMapService(): MapService | null {
  const { data, isError } = useQuery({ ...siteQuery, select: mapServiceOf });
  return data ?? (isError ? WITHOUT_SERVICE : null);
}

const WITHOUT_SERVICE: MapService = { kind: 'maplibre', onlineStyleUrl: null };

const mapServiceOf = ({ map, mapStyleUrl }: Site): MapService =>
  map.kind === 'maplibre' ? { kind: 'maplibre', onlineStyleUrl: mapStyleUrl } : map;

/** Returns null while loading. */
export const useProvidedVisibilityDays = (): number | null =>
  useQuery(siteQuery).data?.providedVisibilityDays ?? null;

/** Returns null without a key, and while loading. */
export const useKakaoShareService = (): KakaoShare | null => useQuery(siteQuery).data?.kakaoShare ?? null;
