import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PlaceDetails, PlaceSuggestion } from '#features/places/places.contract.ts';
import { type MapsSandbox, startMapsSandbox } from '../../../../../tools/sandbox/maps/maps.ts';
import { googleId, movedGoogleId } from '../../../../../tools/sandbox/maps/google-place.ts';
import { adaptersOn, codeOf } from '../external.test-factory.ts';

const EULJIRO = { lat: 37.566, lng: 126.991 };

let sandbox: MapsSandbox;
let google: ReturnType<typeof adaptersOn>['google'];
beforeAll(async () => {
  sandbox = await startMapsSandbox({ port: 0 });
});
afterAll(() => sandbox.close());
beforeEach(() => {
  sandbox.injectFault('google', 'none');
  sandbox.answerInstead(null);
  sandbox.geocodingStatus(null);
  google = adaptersOn(sandbox).google;
});

const details = async (id: number) => {
  const found = await google.details({ placeId: googleId(id) });
  return PlaceDetails.parse(found);
};

describe('자동완성', () => {
  test('이름, 맞은 곳, 나라를 뺀 주소, 거리', async () => {
    const [found] = await google.autocomplete({ query: '해달골', near: EULJIRO });
    expect(PlaceSuggestion.parse(found)).toMatchObject({
      placeId: googleId(1),
      name: '해달골 국밥',
      nameMatches: [[0, 3]],
      address: '서울특별시 중구 솔재로 43 (을지로3가)',
      coordinates: null,
      distanceMetres: 226,
    });
  });

  test('내 자리를 모르면 거리도 없다', async () => {
    expect(await google.autocomplete({ query: '해달골' })).toMatchObject([{ distanceMetres: null }]);
  });

  test('글자를 세는 법이 달라도 맞은 곳이 맞다', async () => {
    sandbox.answerInstead({
      status: 200,
      body: {
        suggestions: [
          {
            placePrediction: {
              placeId: 'ChIJx',
              structuredFormat: {
                mainText: { text: '🍜국수집', matches: [{ startOffset: 1, endOffset: 3 }] },
              },
            },
          },
        ],
      },
    });
    const [found] = await google.autocomplete({ query: '국수' });
    expect(found?.nameMatches).toEqual([[2, 4]]);
    expect(found?.name.slice(2, 4)).toBe('국수');
  });

  test('맞는 것이 없으면 빈 목록이다', async () => {
    expect(await google.autocomplete({ query: '없는집이름' })).toEqual([]);
  });

  test('다섯 가지 대표 종류가 아닌 식당도 찾는다', async () => {
    // This place is a ramen restaurant. Its primary type is not one of the five types that are requested.
    expect((await google.autocomplete({ query: '서리냉면옥' })).map(({ name }) => name)).toEqual([
      '서리냉면옥',
    ]);
  });

  test('첫 글자에서 고르기까지 한 세션이고, 상세가 끝낸다', async () => {
    const token = crypto.randomUUID();
    await google.autocomplete({ query: '해', sessionToken: token });
    await google.autocomplete({ query: '해달', sessionToken: token });
    await google.details({ placeId: googleId(1), sessionToken: token });
    const session = sandbox.sessions().find((each) => each.token === token);
    expect(session).toMatchObject({ details: 1, afterEnd: 0 });
  });
});

describe('상세', () => {
  test('아는 것을 모두 알린다', async () => {
    expect(await details(2)).toMatchObject({
      provider: 'google',
      name: '서리냉면옥',
      address: '서울특별시 중구 은빛길 37-5, 1층 (을지로3가)',
      coordinates: { lat: 37.564232, lng: 126.989941 },
      kind: '국수',
      categoryId: 'noodles',
      phoneNumber: '02-0000-1002',
      website: 'https://example.com/places/2',
      mapsUrl: 'https://maps.google.com/?cid=2',
      businessStatus: 'operational',
      rating: 3.2,
      ratingCount: 20,
      priceLevel: 3,
      parkingOptionsSummary: '유료 주차장',
    });
  });

  test('영업시간: 줄은 월요일부터, 요약은 | 로 잇고, 자정을 넘기는 때를 안다', async () => {
    const { openingHours, openingHoursSummary } = await details(2);
    expect(openingHours?.weekdayLines[0]).toBe('월요일: 오전 11:00 ~ 오후 9:00');
    expect(openingHoursSummary).toBe(openingHours?.weekdayLines.join(' | '));
    expect(openingHours?.periods).toContainEqual({
      openDay: 6,
      openMinute: 660,
      closeDay: 0,
      closeMinute: 90,
    });
    expect((await details(26)).openingHours?.periods).toEqual([
      { openDay: 0, openMinute: 0, closeDay: null, closeMinute: null },
    ]);
  });

  test('그렇다, 아니다, 모른다는 서로 다르다', async () => {
    const flags = await Promise.all([3, 1, 2].map(async (id) => (await details(id)).allowsDogs));
    expect(flags).toEqual([true, false, null]);
    expect((await details(5)).wheelchairAccessibleParking).toBe(true);
    expect((await details(5)).wheelchairAccessibleEntrance).toBeNull();
  });

  test('주차는 한국어 한 줄로', async () => {
    expect((await details(3)).parkingOptionsSummary).toBe('무료 주차장');
    expect((await details(1)).parkingOptionsSummary).toBe('발레파킹');
  });

  test('없는 것은 없다: 시간, 사진, 가격, 별점', async () => {
    expect((await details(13)).openingHours).toBeNull();
    expect((await details(14)).photos).toEqual([]);
    expect((await details(15)).priceLevel).toBeNull();
    expect((await details(11)).rating).toBeNull();
  });

  test.each([
    ['PRICE_LEVEL_FREE', 0],
    ['PRICE_LEVEL_INEXPENSIVE', 1],
    ['PRICE_LEVEL_MODERATE', 2],
    ['PRICE_LEVEL_EXPENSIVE', 3],
    ['PRICE_LEVEL_VERY_EXPENSIVE', 4],
    ['PRICE_LEVEL_UNSPECIFIED', null],
    ['PRICE_LEVEL_OF_TOMORROW', null],
    [undefined, null],
  ])('%s → %s', async (priceLevel, expected) => {
    sandbox.answerInstead({ status: 200, body: { id: 'x', displayName: { text: '집' }, priceLevel } });
    expect((await details(1)).priceLevel).toBe(expected);
  });

  test('닫은 집', async () => {
    expect((await details(7)).businessStatus).toBe('closed_permanently');
    expect((await details(8)).businessStatus).toBe('closed_temporarily');
    const currentStatus = (placeId: string) =>
      google.currentStatus({ placeId, known: { name: '', coordinates: null } });
    const now = { status: 'closed_permanently', placeId: googleId(7) };
    expect([await currentStatus(googleId(7)), await currentStatus(movedGoogleId(7))]).toEqual([now, now]);
    expect(await currentStatus('ChIJnobody')).toEqual({ status: null, placeId: 'ChIJnobody' });
  });

  test('이사한 곳은 새 번호로, 모르는 번호와 틀린 번호는 없는 곳으로', async () => {
    expect((await google.details({ placeId: movedGoogleId(3) }))?.placeId).toBe(googleId(3));
    expect(await google.details({ placeId: 'ChIJnobody' })).toBeNull();
    expect(await google.details({ placeId: 'garbage' })).toBeNull();
    const before = sandbox.requests('google');
    for (const placeId of ['..', '.', '#features/places/secret', 'a/b', 'a?b', 'a%2fb', ''])
      expect(await google.details({ placeId })).toBeNull();
    expect(sandbox.requests('google')).toBe(before);
  });

  test('목록에는 싼 마스크를, 고른 한 곳에만 모두를 청한다', async () => {
    await google.nearby({ centre: EULJIRO, radius: 1000, limit: 5 });
    await google.photos({ placeId: googleId(1) });
    await details(1);
    expect(sandbox.masks().slice(-3)).toEqual([
      { method: 'searchNearby', mask: 'places.id,places.displayName,places.formattedAddress' },
      { method: 'details', mask: 'photos' },
      { method: 'details', mask: expect.stringContaining('allowsDogs,accessibilityOptions,parkingOptions') },
    ]);
  });
});

describe('사진', () => {
  test('밝힐 이름과 함께 오고, 크기를 넘지 않는다', async () => {
    const { photos } = await details(3);
    expect(photos[0]).toMatchObject({
      width: 1200,
      height: 900,
      authors: [{ name: '예시 사진가 1', url: 'https://maps.google.com/maps/contrib/30' }],
    });
    const picture = await google.photo({
      placeId: googleId(3),
      reference: photos[0]?.reference ?? '',
      width: 400,
      height: 400,
    });
    expect(picture?.type).toBe('image/png');
    expect([picture?.bytes.readUInt32BE(16), picture?.bytes.readUInt32BE(20)]).toEqual([400, 300]);
  });

  test('이름이 만료되면 없다고 하고, 새 이름을 알려 준다', async () => {
    const [before] = await google.photos({ placeId: googleId(3) });
    sandbox.expirePhotos();
    const ask = (reference = '') =>
      google.photo({ placeId: googleId(3), reference, width: 400, height: 400 });
    expect(await ask(before?.reference)).toBeNull();
    const [now] = await google.photos({ placeId: googleId(3) });
    expect((await ask(now?.reference))?.type).toBe('image/png');
  });

  test.each(['', 'x', 'a/b', '#features/places/v1/places', 'ChIJx/../../..', 'ChIJx/%2e%2e'])(
    '지어낸 이름 %j 로는 아무것도 오지 않는다',
    async (reference) => {
      expect(await google.photo({ placeId: 'x', reference, width: 400, height: 400 })).toBeNull();
    },
  );

  test.each([
    'http://169.254.169.254/latest/meta-data',
    'https://evil.example/a.png',
    'https://googleusercontent.com.evil.example/a.png',
    'file:///etc/passwd',
    'not an address',
    42,
  ])('답이 %s 를 가리켜도 가지 않는다', async (photoUri) => {
    const before = sandbox.requests('google');
    sandbox.answerInstead({ status: 200, body: { photoUri } });
    expect(await google.photo({ placeId: 'x', reference: 'a/b', width: 4, height: 4 })).toBeNull();
    expect(sandbox.requests('google')).toBe(before + 1);
  });

  test('그림이 아닌 것은 그림으로 내보내지 않는다', async () => {
    const [photo] = await google.photos({ placeId: googleId(3) });
    const request = { placeId: 'x', reference: photo?.reference ?? '', width: 4, height: 4 };
    sandbox.answerInstead({
      status: 200,
      type: 'text/html',
      body: JSON.stringify({ photoUri: `${sandbox.url}/picture/1` }),
    });
    expect(await google.photo(request)).toBeNull();
  });
});

describe('주변과 주소', () => {
  test('주변은 가까운 차례로 스물까지, 없으면 빈 목록', async () => {
    const found = await google.nearby({ centre: EULJIRO, radius: 3000, limit: 20 });
    expect(found.length).toBeGreaterThan(5);
    expect(found.every((each) => PlaceSuggestion.safeParse(each).success)).toBe(true);
    expect(found.every(({ address }) => !address.includes('대한민국'))).toBe(true);
    expect(await google.nearby({ centre: { lat: 0, lng: 0 }, radius: 3000, limit: 20 })).toEqual([]);
  });

  test('주소는 나라를 앞뒤에서 떼고, 플러스 코드는 건너뛴다', async () => {
    for (const point of [
      { lat: 37.567333, lng: 126.989057 },
      { lat: 37.564232, lng: 126.989941 },
    ])
      expect(await google.reverseGeocode(point)).toMatch(/^서울특별시 중구 [^대]+$/);
    expect(await google.reverseGeocode({ lat: 36, lng: 124 })).toBeNull();
  });

  test('친 주소의 자리', async () => {
    expect(await google.geocode('솔재로 43')).toMatchObject([
      { coordinates: { lat: 37.567333, lng: 126.989057 }, precision: 'house' },
    ]);
    expect(await google.geocode('없는길 1')).toEqual([]);
  });

  test.each([
    ['ZERO_RESULTS', 'none'],
    ['INVALID_REQUEST', 'none'],
    ['OVER_DAILY_LIMIT', 'places.quota_used_up'],
    ['OVER_QUERY_LIMIT', 'places.quota_used_up'],
    ['REQUEST_DENIED', 'places.key_refused'],
    ['UNKNOWN_ERROR', 'places.unavailable'],
    ['NEW_ERROR', 'places.unavailable'],
  ])('HTTP 200의 %s → %s', async (status, code) => {
    sandbox.geocodingStatus(status);
    expect(await codeOf(google.reverseGeocode(EULJIRO))).toBe(code);
  });
});

describe('거절과 고장', () => {
  const calls = {
    autocomplete: () => google.autocomplete({ query: '해달골' }),
    details: () => google.details({ placeId: googleId(1) }),
    nearby: () => google.nearby({ centre: EULJIRO, radius: 1000, limit: 20 }),
    photos: () => google.photos({ placeId: googleId(1) }),
    photo: () => google.photo({ placeId: googleId(1), reference: 'a/b', width: 4, height: 4 }),
  };
  test.each([
    ['quota', 'places.quota_used_up'],
    ['rate', 'places.quota_used_up'],
    ['key_invalid', 'places.key_refused'],
    ['key_blocked', 'places.key_refused'],
    ['key_referrer', 'places.key_refused'],
    ['not_enabled', 'places.key_refused'],
    ['unavailable', 'places.unavailable'],
    ['failing', 'places.unavailable'],
    ['truncated', 'places.unavailable'],
    ['huge', 'places.unavailable'],
    ['reset', 'places.unavailable'],
    ['down', 'places.unavailable'],
  ] as const)('%s → %s', async (fault, code) => {
    sandbox.injectFault('google', fault);
    for (const [name, call] of Object.entries(calls))
      expect([name, await codeOf(call())]).toEqual([name, code]);
  });

  test('너무 오래 걸리면 기다리지 않고, 다시 묻지도 않는다', async () => {
    sandbox.injectFault('google', 'slow');
    const before = sandbox.requests('google');
    expect(await codeOf(google.details({ placeId: googleId(1) }))).toBe('places.unavailable');
    expect(sandbox.requests('google')).toBe(before + 1);
  });

  test.each(['reset', 'down', 'truncated', 'failing', 'unavailable'] as const)(
    '한 번의 %s 는 다시 물어 넘긴다',
    async (fault) => {
      sandbox.injectFault('google', fault, 1);
      expect((await google.details({ placeId: googleId(1) }))?.name).toBe('해달골 국밥');
    },
  );

  test('거절은 다시 묻지 않는다', async () => {
    sandbox.injectFault('google', 'quota');
    const before = sandbox.requests('google');
    await codeOf(google.details({ placeId: googleId(1) }));
    expect(sandbox.requests('google')).toBe(before + 1);
  });

  test('대답하지 않는 서비스는 얼마 동안 묻지 않는다', async () => {
    sandbox.injectFault('google', 'down');
    for (let tries = 0; tries < 10; tries++) await codeOf(google.photos({ placeId: googleId(1) }));
    const before = sandbox.requests('google');
    sandbox.injectFault('google', 'none');
    expect(await codeOf(google.photos({ placeId: googleId(1) }))).toBe('places.unavailable');
    expect(sandbox.requests('google')).toBe(before);
  });

  test('빈 답과 뒤죽박죽인 답은 모르는 것이다', async () => {
    for (const fault of ['empty', 'garbled'] as const) {
      sandbox.injectFault('google', fault);
      expect(await google.autocomplete({ query: '해달골' })).toEqual([]);
      expect(await google.details({ placeId: googleId(1) })).toBeNull();
      expect(await google.photos({ placeId: googleId(1) })).toEqual([]);
      expect(await google.nearby({ centre: EULJIRO, radius: 1000, limit: 20 })).toEqual([]);
    }
  });
});
