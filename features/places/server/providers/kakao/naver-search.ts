import type { FastifyBaseLogger } from 'fastify';
import { hash } from 'node:crypto';
import { z } from 'zod';
import { withoutCountry } from '#features/places/addresses.rules.ts';
import { guessCategory } from '#features/places/categories.rules.ts';
import { UNKNOWN_DETAILS } from '#features/places/place-details.rules.ts';
import type { PlaceDetails } from '#features/places/places.contract.ts';
import type { Settings } from '#server/config.ts';
import type { ProviderRequest } from '../provider-client.ts';
import {
  listOf,
  nullIfInvalid,
  latitudeField,
  longitudeField,
  textField,
  urlField,
} from '../untrusted-fields.ts';

/**
 * Searches a name with Naver's local search (NAVER API HUB), which returns at most five places. Five are too few for
 * a list of suggestions, but enough for a name that the maps service does not know. Naver is only a fallback.
 * Therefore a failure is logged, and the function then returns no places.
 */
export async function searchNaver({
  settings: { NAVER_SEARCH_URL, NAVER_SEARCH_KEY_ID, NAVER_SEARCH_KEY },
  ask,
  log,
  name,
}: {
  settings: Pick<Settings, 'NAVER_SEARCH_URL' | 'NAVER_SEARCH_KEY_ID' | 'NAVER_SEARCH_KEY'>;
  ask: ProviderRequest;
  log: Pick<FastifyBaseLogger, 'error'>;
  name: string;
}): Promise<PlaceDetails[]> {
  if (!NAVER_SEARCH_KEY_ID || !NAVER_SEARCH_KEY) return [];
  const url = new URL('/search/v1/local', NAVER_SEARCH_URL);
  url.search = new URLSearchParams({ query: name, display: '5', format: 'json' }).toString();
  const headers = { 'X-NCP-APIGW-API-KEY-ID': NAVER_SEARCH_KEY_ID, 'X-NCP-APIGW-API-KEY': NAVER_SEARCH_KEY };
  try {
    const answer = await ask.json({ what: 'naver local search', url, headers });
    if (answer.status !== 200) {
      log.error({ status: answer.status }, 'Naver rejected a places request');
      return [];
    }
    return Found.parse(answer.body).items.filter(isRestaurant).map(detailsOf);
  } catch (error) {
    log.error({ err: error }, 'Naver request failed');
    return [];
  }
}

/** Parses a coordinate, which Naver sends as text in degrees times ten million. */
const degrees = (range: z.ZodType<number, number>) =>
  z
    .string()
    .regex(/^-?\d{1,10}$/)
    .transform((text) => Number(text) / 10_000_000)
    .pipe(range);

const Item = z.object({
  title: textField(400).transform(withoutMarkup).pipe(z.string().min(1)),
  link: nullIfInvalid(urlField),
  category: nullIfInvalid(textField(200)),
  address: nullIfInvalid(textField(500)),
  roadAddress: nullIfInvalid(textField(500)),
  telephone: nullIfInvalid(textField(40)),
  mapx: degrees(longitudeField),
  mapy: degrees(latitudeField),
});
type Item = z.infer<typeof Item>;

const Found = z.object({ items: listOf(Item, 5) }).catch({ items: [] });

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** Returns the text without markup. Naver encloses matches in <b> and escapes the text for HTML. */
function withoutMarkup(title: string): string {
  return title
    .replaceAll(/<\/?b>/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? '');
}

const isRestaurant = ({ category }: Item) =>
  category === null ||
  /^(한식|중식|일식|양식|분식|카페|음식점|술집|뷔페|퓨전|베이커리|아시아|치킨|패스트)/.test(category);

function detailsOf({
  title,
  link,
  category,
  address,
  roadAddress,
  telephone,
  mapx,
  mapy,
}: Item): PlaceDetails {
  const kinds = category?.split('>') ?? [];
  const kind = kinds.at(-1)?.replaceAll(',', '·') ?? null;
  return {
    ...UNKNOWN_DETAILS,
    // Naver has no ids of places. Therefore the id is computed from the name and the point.
    placeId: `naver:${hash('sha256', `${title}\n${mapx}\n${mapy}`).slice(0, 32)}`,
    provider: 'naver',
    name: title,
    address: withoutCountry(roadAddress ?? address ?? ''),
    coordinates: { lat: mapy, lng: mapx },
    kind,
    categoryId: guessCategory({ name: `${title} ${kind ?? ''}`, kind: kinds[0] ?? null }),
    phoneNumber: telephone,
    website: link,
  };
}
