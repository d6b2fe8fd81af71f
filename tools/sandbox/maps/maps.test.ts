import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SANDBOX_MAPS_KEY, SANDBOX_REFERRER_KEY } from '../addresses.mjs';
import { googleId } from './google-place.ts';
import { type MapsSandbox, startMapsSandbox } from './maps.ts';

let sandbox: MapsSandbox;
beforeAll(async () => {
  sandbox = await startMapsSandbox({ port: 0 });
});
afterAll(() => sandbox.close());
beforeEach(() => {
  for (const service of ['google', 'kakao', 'naver'] as const) sandbox.injectFault(service, 'none');
});

type Given = { body?: unknown; headers?: Record<string, string>; mask?: string };

async function ask(
  path: string,
  { body, headers = { 'x-goog-api-key': SANDBOX_MAPS_KEY }, mask }: Given = {},
) {
  const answer = await fetch(`${sandbox.url}${path}`, {
    redirect: 'manual',
    headers: { ...headers, ...(mask !== undefined && { 'x-goog-fieldmask': mask }) },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const json = text.startsWith('{') ? JSON.parse(text) : null;
  return { status: answer.status, json, text, headers: answer.headers };
}

const SEOUL = { latitude: 37.566, longitude: 126.991 };
const circle = (radius: number) => ({ circle: { center: SEOUL, radius } });

describe('Google: API 키와 필드 마스크', () => {
  const path = `/v1/places/${googleId(1)}`;
  test.each([
    ['', 403, undefined],
    ['wrong', 400, 'API_KEY_INVALID'],
    [SANDBOX_REFERRER_KEY, 403, 'API_KEY_HTTP_REFERRER_BLOCKED'],
  ])('열쇠 %j', async (key, status, reason) => {
    const { status: is, json } = await ask(path, { mask: 'id', headers: { 'x-goog-api-key': key } });
    expect([is, json.error.code, json.error.details?.[0].reason]).toEqual([status, status, reason]);
  });

  test('마스크가 없거나 모르는 것이면 400, 청한 것만 온다', async () => {
    expect((await ask(path)).json.error.message).toMatch(/^FieldMask is a required parameter/);
    expect((await ask(path, { mask: 'id,nickname' })).status).toBe(400);
    expect((await ask(path, { mask: 'places.id' })).status).toBe(400);
    expect(Object.keys((await ask(path, { mask: 'id,displayName' })).json).sort()).toEqual([
      'displayName',
      'id',
    ]);
    const nearby = { body: { locationRestriction: circle(3000) } };
    expect((await ask('/v1/places:searchNearby', { ...nearby, mask: 'id' })).status).toBe(400);
    const { json } = await ask('/v1/places:searchNearby', { ...nearby, mask: 'places.id' });
    expect(Object.keys(json.places[0])).toEqual(['id']);
  });

  test('언어를 말하지 않으면 영어다', async () => {
    const korean = await ask(`${path}?languageCode=ko`, { mask: 'displayName' });
    const english = await ask(path, { mask: 'displayName' });
    expect([korean.json.displayName.languageCode, english.json.displayName.languageCode]).toEqual([
      'ko',
      'en',
    ]);
  });
});

describe('Google: 받지 않는 것', () => {
  test.each([
    ['빈 글', { input: '' }],
    ['치우침과 제한을 함께', { input: '가', locationBias: circle(10), locationRestriction: circle(10) }],
    ['여섯 가지 종류', { input: '가', includedPrimaryTypes: ['a', 'b', 'c', 'd', 'e', 'f'] }],
    ['긴 토큰', { input: '가', sessionToken: 'x'.repeat(37) }],
    ['주소에 못 쓰는 토큰', { input: '가', sessionToken: 'a b' }],
    ['모르는 이름', { input: '가', types: ['restaurant'] }],
    ['넓은 동그라미', { input: '가', locationBias: circle(50_001) }],
  ])('자동완성: %s', async (_name, body) => {
    expect((await ask('/v1/places:autocomplete', { body })).status).toBe(400);
  });

  test.each([
    ['자리가 없음', {}],
    ['스물하나', { locationRestriction: circle(10), maxResultCount: 21 }],
    ['-1', { locationRestriction: circle(10), maxResultCount: -1 }],
    ['넣고 뺀 종류', { locationRestriction: circle(10), includedTypes: ['cafe'], excludedTypes: ['cafe'] }],
  ])('주변: %s', async (_name, body) => {
    expect((await ask('/v1/places:searchNearby', { body, mask: 'places.id' })).status).toBe(400);
  });

  test('사진: 크기가 없거나 너무 큼, 키가 든 주소는 다른 주소로 넘긴다', async () => {
    const { json } = await ask(`/v1/places/${googleId(3)}`, { mask: 'photos' });
    const media = `/v1/${json.photos[0].name}/media`;
    expect((await ask(media)).status).toBe(400);
    expect((await ask(`${media}?maxWidthPx=4801`)).status).toBe(400);
    const redirect = await ask(`${media}?maxWidthPx=40`);
    expect([redirect.status, redirect.headers.get('location')]).toEqual([
      302,
      expect.stringContaining('/picture/'),
    ]);
    sandbox.expirePhotos();
    expect((await ask(`${media}?maxWidthPx=40`)).status).toBe(400);
  });
});

describe('Google: 답의 꼴', () => {
  test('없으면 {}, 거리는 origin이 있어야, 첫 글자의 자리 0은 빠진다', async () => {
    const suggest = (body: object) => ask('/v1/places:autocomplete', { body });
    expect((await suggest({ input: '없는집' })).json).toEqual({});
    const [first] = (await suggest({ input: '해달골', languageCode: 'ko' })).json.suggestions;
    expect(first.placePrediction.structuredFormat.mainText.matches).toEqual([{ endOffset: 3 }]);
    expect(first.placePrediction).not.toHaveProperty('distanceMeters');
    const [near] = (await suggest({ input: '해달골', origin: SEOUL })).json.suggestions;
    expect(near.placePrediction.distanceMeters).toBeGreaterThan(0);
    const nowhere = { circle: { center: { latitude: 0, longitude: 0 }, radius: 9 } };
    const mask = 'places.id';
    expect(
      (await ask('/v1/places:searchNearby', { body: { locationRestriction: nowhere }, mask })).json,
    ).toEqual({});
  });

  test('세션: 끝난 토큰을 다시 쓰면 적힌다', async () => {
    const body = { input: '해달골', sessionToken: 'used-again' };
    await ask('/v1/places:autocomplete', { body });
    await ask(`/v1/places/${googleId(1)}?sessionToken=used-again`, { mask: 'id' });
    await ask('/v1/places:autocomplete', { body });
    expect(sandbox.sessions()).toContainEqual({
      token: 'used-again',
      autocompletes: 2,
      details: 1,
      afterEnd: 1,
    });
  });

  test('지오코딩은 무엇이 잘못되어도 200이다', async () => {
    const path = '/maps/api/geocode/json';
    expect((await ask(`${path}?latlng=37.5,127`)).json.status).toBe('REQUEST_DENIED');
    expect((await ask(`${path}?key=${SANDBOX_MAPS_KEY}`)).json.status).toBe('INVALID_REQUEST');
    const { json } = await ask(`${path}?key=${SANDBOX_MAPS_KEY}&latlng=37.566,126.991`);
    expect(json.results[0].types).toEqual(['plus_code']);
    expect((await ask(`${path}?key=${SANDBOX_MAPS_KEY}&latlng=36,124`)).json).toEqual({
      results: [],
      status: 'ZERO_RESULTS',
    });
  });
});

describe('Kakao와 Naver', () => {
  const kakao = (
    query: string,
    headers: Record<string, string> = { authorization: `KakaoAK ${SANDBOX_MAPS_KEY}` },
  ) => ask(`/v2/local/search/${query}`, { headers });

  test('키 앞에는 KakaoAK', async () => {
    expect((await kakao('keyword.json?query=a', {})).status).toBe(401);
    expect((await kakao('keyword.json?query=a', { authorization: SANDBOX_MAPS_KEY })).status).toBe(401);
    sandbox.injectFault('kakao', 'not_enabled');
    expect(await kakao('keyword.json?query=a')).toMatchObject({ status: 403, json: { code: -3 } });
  });

  test.each(['page=46', 'size=16', 'radius=20001&x=127&y=37', 'sort=distance'])('%s: 400', async (query) => {
    expect(await kakao(`keyword.json?query=a&${query}`)).toMatchObject({ status: 400, json: { code: -2 } });
  });

  test('마흔다섯까지만 보이고, 모든 값이 글이다', async () => {
    const { json } = await kakao('keyword.json?query=서울&page=3');
    expect(json.meta).toMatchObject({ pageable_count: 45, is_end: true });
    expect(json.meta.total_count).toBeGreaterThan(45);
    expect(json.documents).toHaveLength(15);
    expect(Object.values(json.documents[0]).every((value) => typeof value === 'string')).toBe(true);
    expect(json.documents[0].distance).toBe('');
  });

  const naver = (query: string, headers: Record<string, string> = NAVER_KEYS) =>
    ask(`/search/v1/local?${query}`, { headers });
  const NAVER_KEYS = { 'x-ncp-apigw-api-key-id': SANDBOX_MAPS_KEY, 'x-ncp-apigw-api-key': SANDBOX_MAPS_KEY };

  test('이름에 HTML이 있고, 자리는 천만 배이고, 여섯은 안 되고, JSON은 청해야 온다', async () => {
    const { json } = await naver('query=돈까스&display=5&format=json');
    expect(json.items[0]).toMatchObject({
      title: '네이버에만 있는 <b>돈까스</b> &amp; 우동',
      mapx: '1269912000',
      telephone: '',
    });
    expect((await naver('query=a&display=6')).json.error.errorCode).toBe('100');
    expect((await naver('query=돈까스')).text).toMatch(/^<\?xml/);
    expect((await naver('query=a', {})).json.error.errorCode).toBe('200');
    sandbox.injectFault('naver', 'rate');
    expect(await naver('query=a')).toMatchObject({ status: 429, json: { error: { errorCode: '420' } } });
  });
});
