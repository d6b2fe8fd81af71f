import type { Document } from 'domhandler';
import { z } from 'zod';
import type { PageLinkPlace } from '#features/transfer/page-links.contract.ts';
import { documentTitleOf, elementsOf, metaOf, parseHtml } from './html.ts';
import {
  jsonOf,
  longTextOf,
  NO_PAGE,
  pagePlace,
  type PageReader,
  pictureOf,
  textOrRedirect,
  titleOf,
  withoutRepeats,
} from './page.ts';
import { tistoryPlaces, tistoryText } from './tistory.ts';
import { textOrEmpty } from '../outside-values.ts';

/** The types of schema.org that are restaurants, and the type above them. */
const PLACE_TYPES = new Set([
  'Restaurant',
  'FoodEstablishment',
  'LocalBusiness',
  'CafeOrCoffeeShop',
  'BarOrPub',
  'Bakery',
  'FastFoodRestaurant',
  'IceCreamShop',
  'Brewery',
  'Distillery',
  'Winery',
]);

/** Reads any other page: places in JSON-LD or in Kakao maps, otherwise its title and description. */
export const otherPage: PageReader = {
  pageOf: (url) => url,
  mayLeadTo: () => true,
  read: async (url, request) => {
    const html = textOrRedirect(await request(url), url);
    return typeof html === 'string' ? readPage(html) : html;
  },
};

/** Reads posts of Tistory in the same way. The site is separate, so that the operator can disable it. */
export const tistory: PageReader = {
  ...otherPage,
  pageOf: (url) => (/^[\w-]{1,60}\.tistory\.com$/.test(url.hostname) && url.pathname !== '/' ? url : null),
};

function readPage(html: string) {
  const page = parseHtml(html);
  const title = metaOf(page, 'og:title') || documentTitleOf(page);
  const places = withoutRepeats([...placesInJson(page), ...tistoryPlaces(page)]);
  const text = tistoryText(page) || [title, metaOf(page, 'og:description')].join('\n');
  return {
    ...NO_PAGE,
    title: titleOf(title),
    author: titleOf(metaOf(page, 'og:site_name')),
    places,
    picture: pictureOf(metaOf(page, 'og:image')),
    text: longTextOf(text),
  };
}

const placesInJson = (page: Document): (PageLinkPlace | null)[] =>
  elementsOf(page, ({ name, attribs }) => name === 'script' && attribs['type'] === 'application/ld+json')
    .flatMap(({ children: [content] }) => (content?.type === 'text' ? objectsIn(jsonOf(content.data)) : []))
    .map((value) => placeOfJson(value));

/** Returns the objects of a JSON-LD document: the document, its graph, and the items of its lists. */
function objectsIn(value: unknown, depth = 0): unknown[] {
  if (depth > 8) return [];
  if (Array.isArray(value)) return value.slice(0, 500).flatMap((each) => objectsIn(each, depth + 1));
  if (typeof value !== 'object' || value === null) return [];
  const within = ['@graph', 'itemListElement', 'item', 'mainEntity'] as const;
  const node = value as Partial<Record<(typeof within)[number], unknown>>;
  return [value, ...within.flatMap((name) => objectsIn(node[name], depth + 1))];
}

const Place = z.object({
  '@type': z.union([z.string(), z.array(z.string())]).transform((type) => [type].flat()),
  name: textOrEmpty,
  telephone: z.string().catch(''),
  url: z.string().catch(''),
  address: z
    .union([
      z.string(),
      z
        .object({
          addressRegion: z.string().catch(''),
          addressLocality: z.string().catch(''),
          streetAddress: z.string().catch(''),
        })
        .transform(({ addressRegion, addressLocality, streetAddress }) =>
          // Some sites repeat the region in the street.
          [addressRegion, addressLocality]
            .filter((part) => part !== '' && !streetAddress.includes(part))
            .concat(streetAddress)
            .join(' ')
            .trim(),
        ),
    ])
    .catch(''),
  geo: z.object({ latitude: textOrEmpty, longitude: textOrEmpty }).catch({ latitude: '', longitude: '' }),
});

function placeOfJson(value: unknown): PageLinkPlace | null {
  const place = Place.safeParse(value).data;
  if (
    !place ||
    !place['@type'].some((type) => PLACE_TYPES.has(type.replace(/^https?:\/\/schema\.org\//, '')))
  )
    return null;
  const { name, address, telephone: phoneNumber, geo } = place;
  return pagePlace({ name, address, phoneNumber, link: place.url, lat: geo.latitude, lng: geo.longitude });
}
