import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { hasRegisterPlaces } from '#features/places/server/places.public.ts';
import { getOpenApiDocument, getSite, type KakaoShare } from '#features/site/site.contract.ts';
import type { Settings } from '#server/config.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { browserMap } from './browser-map.ts';
import { companyOf } from './company.ts';

export const siteRoutes: FeatureRoutes = (app, { settings, searchDatabase }) => {
  const mapStyleUrl = settings.MAP_STYLE_URL === 'none' ? null : settings.MAP_STYLE_URL;
  const map = browserMap(settings);
  const company = companyOf(settings);
  const offline = {
    isOn: settings.SERVICE_WORKER === 'on',
    tilesOrigin: offlineTilesOrigin({ settings, isMapLibre: map.kind === 'maplibre' }),
  };

  app.route({
    ...getSite,
    handler: async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=300');
      return {
        mapStyleUrl,
        map,
        placesProvider: settings.PLACES_PROVIDER,
        hasOnlyExamplePlaces:
          settings.PLACES_PROVIDER === 'local' && !(await searchDatabase.read(hasRegisterPlaces)),
        offline,
        kakaoShare: kakaoShare(settings),
        providedVisibilityDays: settings.PROVIDED_VISIBILITY_DAYS,
        company,
      };
    },
  });

  app.route({
    ...getOpenApiDocument,
    handler: async (_request, reply) => {
      openApiDocument ??= readFile(OPEN_API_FILE, 'utf8');
      reply.header('cache-control', 'public, max-age=300').type('application/json; charset=utf-8');
      // The file is already JSON, and a test keeps it up to date. Therefore it is sent unchanged.
      return reply.serializer(String).send((await openApiDocument) as never);
    },
  });
};

const OPEN_API_FILE = path.join(import.meta.dirname, '../../../docs/openapi.json');
let openApiDocument: Promise<string> | undefined;

/** Origins of the providers whose terms allow devices to store tiles (docs/decisions/0039-service-worker.md). */
const TILES_MAY_BE_KEPT = new Set(['https://tiles.openfreemap.org']);

function offlineTilesOrigin({
  settings: { MAP_STYLE_URL, MAP_TILES_OFFLINE },
  isMapLibre,
}: {
  settings: Settings;
  isMapLibre: boolean;
}): string | null {
  if (!isMapLibre || MAP_STYLE_URL === 'none' || MAP_TILES_OFFLINE === 'off') return null;
  const { origin } = new URL(MAP_STYLE_URL);
  return MAP_TILES_OFFLINE === 'on' || TILES_MAY_BE_KEPT.has(origin) ? origin : null;
}

function kakaoShare({
  KAKAO_JAVASCRIPT_KEY,
  KAKAO_SDK_URL,
  KAKAO_SDK_INTEGRITY,
}: Settings): KakaoShare | null {
  if (!KAKAO_JAVASCRIPT_KEY) return null;
  const integrity = KAKAO_SDK_INTEGRITY === 'none' ? '' : KAKAO_SDK_INTEGRITY;
  return { key: KAKAO_JAVASCRIPT_KEY, scriptUrl: KAKAO_SDK_URL, integrity };
}
