import type { BrowserMap } from '#features/site/site.contract.ts';
import type { Settings } from '#server/config.ts';

/** The map that goes with the maps service: its own where there is a browser key for it, else MapLibre. */
export function browserMap({
  PLACES_PROVIDER,
  GOOGLE_MAPS_BROWSER_KEY,
  GOOGLE_MAP_ID,
  KAKAO_MAPS_BROWSER_KEY,
}: Pick<
  Settings,
  'PLACES_PROVIDER' | 'GOOGLE_MAPS_BROWSER_KEY' | 'GOOGLE_MAP_ID' | 'KAKAO_MAPS_BROWSER_KEY'
>): BrowserMap {
  if (KAKAO_MAPS_BROWSER_KEY && PLACES_PROVIDER === 'kakao')
    return { kind: 'kakao', key: KAKAO_MAPS_BROWSER_KEY };
  if (GOOGLE_MAPS_BROWSER_KEY && PLACES_PROVIDER !== 'kakao')
    return { kind: 'google', key: GOOGLE_MAPS_BROWSER_KEY, mapId: GOOGLE_MAP_ID };
  return { kind: 'maplibre' };
}
