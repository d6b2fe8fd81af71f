import { queryOptions, useQuery } from '@tanstack/react-query';
import { getSite, type KakaoShare, type Site } from '#features/site/site.contract.ts';
import { call } from '#web/api.ts';
import type { MapService } from '#web/map/map.ts';

/** What this installation is set to. It changes when the server starts anew. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => call(getSite, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/**
 * The map that goes with the maps service; null until it is known. Where the answer does not come, the map that needs
 * no service.
 */
export function useMapService(): MapService | null {
  const { data, isError } = useQuery({ ...siteQuery, select: mapServiceOf });
  return data ?? (isError ? WITHOUT_SERVICE : null);
}

const WITHOUT_SERVICE: MapService = { kind: 'maplibre', onlineStyleUrl: null };

const mapServiceOf = ({ map, mapStyleUrl }: Site): MapService =>
  map.kind === 'maplibre' ? { kind: 'maplibre', onlineStyleUrl: mapStyleUrl } : map;

/** Days from sign-up for which free members see the provided restaurants; null until it is known. */
export const useProvidedVisibilityDays = (): number | null =>
  useQuery(siteQuery).data?.providedVisibilityDays ?? null;

/** What sharing to KakaoTalk needs; null without a key, and until it is known. */
export const useKakaoShareService = (): KakaoShare | null => useQuery(siteQuery).data?.kakaoShare ?? null;
