import { m } from '#messages';
import { browserStorage } from '#web/storage/browser-storage.ts';
import { type ExternalMapTarget, mapLinks, naverAppLink, routeLinks } from './map-links.rules.ts';

export const MAP_APPS = ['naver', 'kakao', 'google'] as const;
export type MapApp = (typeof MAP_APPS)[number];

export const MAP_APP_NAMES: Record<MapApp, () => string> = {
  naver: m.restaurants_provider_naver,
  kakao: m.restaurants_provider_kakao,
  google: m.restaurants_provider_google,
};

const LAST_APP = 'map-app';

/** Returns the map app that was used last on this device. The default is Naver. */
export const lastMapApp = (): MapApp =>
  MAP_APPS.find((app) => app === browserStorage.read(LAST_APP)) ?? 'naver';

export const rememberMapApp = (app: MapApp): void => browserStorage.write(LAST_APP, app);

/** Returns the URL that opens a place in a map app. */
export const mapAppLink = (app: MapApp, place: ExternalMapTarget): string =>
  (app === 'naver' && naverApp(place, 'place')) || mapLinks(place)[app];

/** Returns the URL that opens the route to a place in a map app. */
export const routeLink = (app: MapApp, place: ExternalMapTarget): string =>
  (app === 'naver' && naverApp(place, 'route')) || routeLinks(place)[app];

function naverApp(place: ExternalMapTarget, shows: 'place' | 'route'): string | null {
  const pageUrl = window.location.origin + window.location.pathname;
  return isAndroid() ? naverAppLink({ place, pageUrl, shows }) : null;
}

/** The check is needed because only Android can open intent URLs. */
const isAndroid = () => /Android/.test(navigator.userAgent);
