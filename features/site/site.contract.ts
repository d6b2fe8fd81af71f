import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { PlacesProviderName } from '#features/places/places.contract.ts';

/**
 * The map follows the maps service: places from Google may be shown only on Google's map.
 * Browser keys are public. The maps service restricts them to this site's domain.
 */
export const BrowserMap = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('maplibre') }),
  z.object({ kind: z.literal('google'), key: z.string(), mapId: z.string(), scriptOrigin: z.string() }),
  z.object({ kind: z.literal('kakao'), key: z.string(), scriptOrigin: z.string() }),
]);
export type BrowserMap = z.infer<typeof BrowserMap>;

/** Korean law requires these details in the footer of the first page. */
export const Company = z.object({
  name: z.string(),
  representative: z.string(),
  businessNumber: z.string(),
  mailOrderNumber: z.string(),
  address: z.string(),
  email: z.string(),
  phone: z.string(),
  hosting: z.string(),
  /** URL of the registration at the Fair Trade Commission. */
  registerUrl: z.string(),
});
export type Company = z.infer<typeof Company>;

/** The key of Kakao's SDK is public, and restricted to this site's domain. */
export const KakaoShare = z.object({
  key: z.string(),
  scriptUrl: z.string(),
  /** The `integrity` attribute in HTML; '' disables the check. */
  integrity: z.string(),
});
export type KakaoShare = z.infer<typeof KakaoShare>;

/** Configuration of this installation for the screens. */
export const Site = z.object({
  /** MapLibre style; null if there is only the simple map that is included with the software. */
  mapStyleUrl: z.string().nullable(),
  map: BrowserMap,
  /** The screens must name the service next to its data. */
  placesProvider: PlacesProviderName,
  /** `tilesOrigin` is the origin of map tiles that the service worker may keep. */
  offline: z.object({ isOn: z.boolean(), tilesOrigin: z.string().nullable() }),
  /** null without a key. The screens then show no button. */
  kakaoShare: KakaoShare.nullable(),
  /** Days after sign-up during which free members see the provided restaurants. */
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
