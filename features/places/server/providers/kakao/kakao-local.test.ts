import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { distanceMetres } from '#common/geo.ts';
import { PlaceDetails, PlaceSuggestion } from '#features/places/places.contract.ts';
import { type MapsSandbox, startMapsSandbox } from '../../../../../tools/sandbox/maps/maps.ts';
import { sandboxPlaces } from '../../../../../tools/sandbox/maps/places.ts';
import { adaptersOn, codeOf } from '../external.test-factory.ts';

const EULJIRO = { lat: 37.566, lng: 126.991 };

let sandbox: MapsSandbox;
let kakao: ReturnType<typeof adaptersOn>['kakao'];
beforeAll(async () => {
  sandbox = await startMapsSandbox({ port: 0 });
});
afterAll(() => sandbox.close());
beforeEach(() => {
  sandbox.injectFault('kakao', 'none');
  sandbox.injectFault('naver', 'none');
  sandbox.answerInstead(null);
  kakao = adaptersOn(sandbox).kakao;
});

describe('찾기', () => {
  test('이름, 맞은 곳, 주소, 종류, 거리', async () => {
    const [found] = await kakao.autocomplete({ query: '해달골', near: EULJIRO });
    expect(PlaceSuggestion.parse(found)).toMatchObject({
      placeId: 'kakao:9000001',
      name: '해달골 국밥',
      nameMatches: [[0, 3]],
      address: '서울 중구 솔재로 43 (을지로3가)',
      kind: '국밥·탕',
      categoryId: 'soup',
      coordinates: { lat: 37.567333, lng: 126.989057 },
      distanceMetres: 226,
      businessStatus: null,
    });
  });

  test('주변에 없으면 전국에서 찾는다', async () => {
    const faraway = { lat: 33.25, lng: 126.56 };
    const [found] = await kakao.autocomplete({ query: '해달골', near: faraway });
    expect(found?.name).toBe('해달골 국밥');
  });

  test('카카오가 모르면 네이버에 묻는다', async () => {
    const [found] = await kakao.autocomplete({ query: '네이버에만' });
    expect(found).toMatchObject({
      placeId: expect.stringMatching(/^naver:[0-9a-f]{32}$/),
      name: '네이버에만 있는 돈까스 & 우동',
      coordinates: { lat: 37.5661, lng: 126.9912 },
    });
    const again = await adaptersOn(sandbox).kakao.autocomplete({ query: '네이버에만' });
    expect(again[0]?.placeId).toBe(found?.placeId);
  });

  test.each(['quota', 'key_invalid', 'down', 'truncated', 'garbled', 'not_enabled', 'rate'] as const)(
    '네이버의 %s 는 없는 것과 같다',
    async (fault) => {
      sandbox.injectFault('naver', fault);
      expect(await kakao.autocomplete({ query: '네이버에만' })).toEqual([]);
    },
  );

  test('네이버 키가 없으면 요청하지 않는다', async () => {
    const before = sandbox.requests('naver');
    const alone = adaptersOn(sandbox, { NAVER_SEARCH_KEY: '' }).kakao;
    expect(await alone.autocomplete({ query: '네이버에만' })).toEqual([]);
    expect(sandbox.requests('naver')).toBe(before);
  });

  test('주변은 가까운 차례로', async () => {
    const found = await kakao.nearby({ centre: EULJIRO, radius: 3000, limit: 20 });
    const distances = found.map(({ distanceMetres }) => distanceMetres ?? Infinity);
    expect(found).toHaveLength(20);
    const nearest = sandboxPlaces().map((place) => Math.round(distanceMetres(EULJIRO, place)));
    expect(distances).toEqual(nearest.toSorted((a, b) => a - b).slice(0, 20));
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
  });
});

describe('상세', () => {
  test('찾은 것을 고르면 그대로, 오래되면 이름으로 다시 찾는다', async () => {
    const [found] = await kakao.autocomplete({ query: '해달골' });
    const placeId = found?.placeId ?? '';
    const chosen = PlaceDetails.parse(await kakao.details({ placeId }));
    expect(chosen).toMatchObject({
      provider: 'kakao',
      phoneNumber: '02-0000-1001',
      mapsUrl: 'http://place.map.kakao.com/9000001',
      rating: null,
      openingHours: null,
    });
    const later = adaptersOn(sandbox).kakao;
    expect(await later.details({ placeId })).toBeNull();
    const known = { name: chosen.name, coordinates: chosen.coordinates };
    expect(await later.details({ placeId, known })).toEqual(chosen);
    expect(await later.details({ placeId: 'kakao:1', known })).toBeNull();
  });

  test('빈 글은 모르는 것이다', async () => {
    const [found] = await kakao.autocomplete({ query: '누리달 식빵' });
    expect((await kakao.details({ placeId: found?.placeId ?? '' }))?.phoneNumber).toBeNull();
  });
});

describe('주소', () => {
  test('길 주소, 없으면 지번 주소, 바다에서는 없음', async () => {
    expect(await kakao.reverseGeocode({ lat: 37.567333, lng: 126.989057 })).toBe(
      '서울특별시 중구 솔재로 43 (을지로3가)',
    );
    expect(await kakao.reverseGeocode({ lat: 36, lng: 124 })).toBeNull();
    expect((await kakao.geocode('솔재로 43'))[0]).toMatchObject({
      coordinates: { lat: 37.567333, lng: 126.989057 },
      precision: 'house',
    });
    expect(await kakao.geocode('없는길 1')).toEqual([]);
  });
});

describe('거절과 고장', () => {
  const calls = {
    autocomplete: () => kakao.autocomplete({ query: '해달골' }),
    nearby: () => kakao.nearby({ centre: EULJIRO, radius: 1000, limit: 20 }),
    address: () => kakao.reverseGeocode(EULJIRO),
    geocode: () => kakao.geocode('솔재로'),
  };
  test.each([
    ['quota', 'places.quota_used_up'],
    ['rate', 'places.quota_used_up'],
    ['key_invalid', 'places.key_refused'],
    ['not_enabled', 'places.key_refused'],
    ['unavailable', 'places.unavailable'],
    ['failing', 'places.unavailable'],
    ['truncated', 'places.unavailable'],
    ['huge', 'places.unavailable'],
    ['reset', 'places.unavailable'],
    ['down', 'places.unavailable'],
  ] as const)('%s → %s', async (fault, code) => {
    sandbox.injectFault('kakao', fault);
    sandbox.injectFault('naver', 'empty');
    for (const [name, call] of Object.entries(calls))
      expect([name, await codeOf(call())]).toEqual([name, code]);
  });

  test('카카오가 멎어도 네이버가 아는 이름은 찾는다', async () => {
    sandbox.injectFault('kakao', 'down');
    expect((await kakao.autocomplete({ query: '해달골' }))[0]?.placeId).toMatch(/^naver:/);
  });

  test('뒤죽박죽인 답은 모르는 것이다', async () => {
    sandbox.injectFault('kakao', 'garbled');
    sandbox.injectFault('naver', 'garbled');
    expect(await kakao.autocomplete({ query: '해달골' })).toEqual([]);
    expect(await kakao.nearby({ centre: EULJIRO, radius: 1000, limit: 20 })).toEqual([]);
    expect(await kakao.reverseGeocode(EULJIRO)).toBeNull();
  });
});
