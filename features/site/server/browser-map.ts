import type { BrowserMap } from '#features/site/site.contract.ts';
import type { Settings } from '#server/config.ts';
import { mapKind } from '#server/http/map-sources.ts';

export function browserMap(settings: Settings): BrowserMap {
  const { GOOGLE_MAPS_BROWSER_KEY, GOOGLE_MAP_ID, GOOGLE_MAPS_URL } = settings;
  const { KAKAO_MAPS_BROWSER_KEY, KAKAO_MAPS_URL } = settings;
  const kind = mapKind(settings);
  if (kind === 'google' && GOOGLE_MAPS_BROWSER_KEY)
    return {
      kind,
      key: GOOGLE_MAPS_BROWSER_KEY,
      mapId: GOOGLE_MAP_ID,
      scriptOrigin: new URL(GOOGLE_MAPS_URL).origin,
    };
  if (kind === 'kakao' && KAKAO_MAPS_BROWSER_KEY)
    return { kind, key: KAKAO_MAPS_BROWSER_KEY, scriptOrigin: new URL(KAKAO_MAPS_URL).origin };
  return { kind: 'maplibre' };
}
