import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { PlacesProviderName } from '#features/places/places.contract.ts';

/**
 * Which map the browser draws. The map follows the maps service: places of Google may be drawn on Google's map alone.
 * Browser keys are public by nature; they are bound to this site's address with their service. `scriptOrigin` is where
 * the service's script lies.
 */
export const BrowserMap = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('maplibre') }),
  z.object({ kind: z.literal('google'), key: z.string(), mapId: z.string(), scriptOrigin: z.string() }),
  z.object({ kind: z.literal('kakao'), key: z.string(), scriptOrigin: z.string() }),
]);
export type BrowserMap = z.infer<typeof BrowserMap>;

/** The company behind this installation: what Korean law wants at the foot of the first page. */
export const Company = z.object({
  name: z.string(),
  representative: z.string(),
  businessNumber: z.string(),
  mailOrderNumber: z.string(),
  address: z.string(),
  email: z.string(),
  phone: z.string(),
  hosting: z.string(),
  /** Where the Fair Trade Commission shows its registration. */
  registerUrl: z.string(),
});
export type Company = z.infer<typeof Company>;

/** What Kakao's SDK needs; its key is public by nature, and bound to this site's address. */
export const KakaoShare = z.object({
  key: z.string(),
  scriptUrl: z.string(),
  /** As in HTML; '' checks nothing. */
  integrity: z.string(),
});
export type KakaoShare = z.infer<typeof KakaoShare>;

/** What the screens need to know of this installation. */
export const Site = z.object({
  /** MapLibre style of the base map; null: only the simple map that comes with the software. */
  mapStyleUrl: z.string().nullable(),
  map: BrowserMap,
  /** The maps service that places come from, to be named where they show. */
  placesProvider: PlacesProviderName,
  /** For sharing to KakaoTalk; null: there is no key for it, and no button. */
  kakaoShare: KakaoShare.nullable(),
  /** Days from sign-up for which free members see the provided restaurants. */
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
