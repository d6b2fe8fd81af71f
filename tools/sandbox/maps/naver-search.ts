import { SANDBOX_MAPS_KEY } from '../addresses.mjs';
import type { MapsFault, Reply } from '../faults.ts';
import type { WireRequest } from './google-places.ts';
import { placesMatching, type SandboxPlace } from './places.ts';

/** NAVER API HUB (api.ncloud-docs.com): at most five places, with HTML in names. */
export function naverSearch({ places }: { places: SandboxPlace[] }) {
  return {
    answer: ({ query, headers }: WireRequest, fault: MapsFault): Reply => {
      if (fault === 'quota') return refusal(429, '400', 'Quota Exceeded');
      if (fault === 'rate') return refusal(429, '420', 'Rate Limited');
      if (fault === 'not_enabled' || fault === 'key_blocked') return refusal(401, '210', 'Permission Denied');
      const isKnown =
        headers['x-ncp-apigw-api-key-id'] === SANDBOX_MAPS_KEY &&
        headers['x-ncp-apigw-api-key'] === SANDBOX_MAPS_KEY &&
        !fault.startsWith('key_');
      if (!isKnown) return refusal(401, '200', 'Authentication Failed');
      const [words, display, start] = [
        query.get('query') ?? '',
        Number(query.get('display') ?? 1),
        Number(query.get('start') ?? 1),
      ];
      const isGood = words !== '' && 1 <= display && display <= 5 && start === 1;
      if (!isGood) return refusal(400, '100', 'Bad Request Exception');
      const found = fault === 'empty' ? [] : placesMatching({ places: [...NAVER_ONLY, ...places], words });
      const items = found.slice(0, display).map((place) => itemOf(place, words));
      if (query.get('format') !== 'json') return { status: 200, type: 'application/xml', body: xmlOf(items) };
      return {
        status: 200,
        body: {
          lastBuildDate: 'Fri, 20 Nov 2026 12:00:00 +0900',
          total: items.length,
          start,
          display,
          items,
        },
      };
    },
  };
}

/** Only this service has these places. A result with one of them shows that Naver was searched. */
const NAVER_ONLY: SandboxPlace[] = [
  {
    id: 900_001,
    name: '네이버에만 있는 돈까스 & 우동',
    categoryId: 'japanese',
    kind: '돈가스',
    address: '서울특별시 중구 예시로 9 (을지로3가)',
    lot: '서울특별시 중구 을지로3가',
    lat: 37.5661,
    lng: 126.9912,
    phoneNumber: '',
  },
];

function itemOf({ name, kind, address, lot, lat, lng }: SandboxPlace, words: string) {
  return {
    title: name.replaceAll('&', '&amp;').replace(words, `<b>${words}</b>`),
    link: '',
    category: `한식>${kind}`,
    description: '',
    telephone: '',
    address: lot,
    roadAddress: address,
    mapx: String(Math.round(lng * 10_000_000)),
    mapy: String(Math.round(lat * 10_000_000)),
  };
}

const xmlOf = (items: { title: string }[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel>${items
    .map(({ title }) => `<item><title>${title.replaceAll('<', '&lt;')}</title></item>`)
    .join('')}</channel></rss>`;

const refusal = (status: number, errorCode: string, message: string): Reply => ({
  status,
  body: { error: { errorCode, message, details: '' } },
});
