import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { PlacesProviderName } from '#features/places/places.contract.ts';

/**
 * The map for the browser. It is the map of the maps service, because places from Google may be shown only on Google's
 * map.
 * Browser keys are public. The maps service accepts them only from this site's domain.
 */
export const BrowserMap = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('maplibre') }),
  z.object({ kind: z.literal('google'), key: z.string(), mapId: z.string(), scriptOrigin: z.string() }),
  z.object({ kind: z.literal('kakao'), key: z.string(), scriptOrigin: z.string() }),
]);
export type BrowserMap = z.infer<typeof BrowserMap>;

/** The details of the company. Korean law requires them in the footer of the first page. */
export const Company = z.object({
  name: z.string(),
  representative: z.string(),
  businessNumber: z.string(),
  mailOrderNumber: z.string(),
  address: z.string(),
  email: z.string(),
  phone: z.string(),
  hosting: z.string(),
  /** The URL of the company's registration at the Fair Trade Commission. */
  registerUrl: z.string(),
});
export type Company = z.infer<typeof Company>;

/** The configuration of Kakao's SDK. Its key is public, and Kakao accepts it only from this site's domain. */
export const KakaoShare = z.object({
  key: z.string(),
  scriptUrl: z.string(),
  /** The value of the attribute `integrity` in HTML. An empty text disables the check. */
  integrity: z.string(),
});
export type KakaoShare = z.infer<typeof KakaoShare>;

/** The configuration of this installation for the screens. */
export const Site = z.object({
  /** The URL of the MapLibre style. It is null if there is only the simple map that is included with the software. */
  mapStyleUrl: z.string().nullable(),
  map: BrowserMap,
  /** The name of the maps service. The screens must show it next to the service's data. */
  placesProvider: PlacesProviderName,
  /** Whether searches find only the example places, because no register was imported. */
  hasOnlyExamplePlaces: z.boolean().default(false),
  /** The settings for offline use. `tilesOrigin` is the origin of map tiles that the service worker may store. */
  offline: z.object({ isOn: z.boolean(), tilesOrigin: z.string().nullable() }),
  /** The configuration of Kakao's SDK. It is null if there is no key; the screens then show no button. */
  kakaoShare: KakaoShare.nullable(),
  /** Number of days after sign-up in which free members see the provided restaurants. */
  providedVisibilityDays: z.number().int(),
  company: Company,
});
export type Site = z.infer<typeof Site>;

export const getSite = endpoint({
  method: 'GET',
  url: '/api/site',
  access: 'anyone',
  schema: { summary: 'Get the public configuration of this installation.', response: { 200: Site } },
  problems: [],
});

export const getOpenApiDocument = endpoint({
  method: 'GET',
  url: '/api/openapi.json',
  access: 'anyone',
  schema: {
    summary: 'Get the OpenAPI document of this API.',
    response: { 200: z.record(z.string(), z.unknown()) },
  },
  problems: [],
});
