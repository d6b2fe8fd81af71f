import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { AddressMatch } from '#features/places/addresses.contract.ts';
import { PlaceDetails, PlacePhoto, PlaceSuggestion } from '#features/places/places.contract.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { testRuns } from '#server/test-runs.ts';
import { googleId, googlePlace } from '../../../../tools/sandbox/maps/google-place.ts';
import { type MapsSandbox, startMapsSandbox } from '../../../../tools/sandbox/maps/maps.ts';
import { sandboxPlaces } from '../../../../tools/sandbox/maps/places.ts';
import { adaptersOn, codeOf } from './external.test-factory.ts';
import { cacheSearchResults, selectCachedPlace } from './kakao/search-result-cache.sql.ts';

let sandbox: MapsSandbox;
let test_: TestDatabase;
beforeAll(async () => {
  [sandbox, test_] = await Promise.all([startMapsSandbox({ port: 0 }), createTestDatabase()]);
});
afterAll(() => Promise.all([sandbox.close(), test_.close()]));

const EULJIRO = { lat: 37.566, lng: 126.991 };

/** Returns valid responses, which the tests corrupt. */
async function validAnswers(): Promise<unknown[]> {
  const kakao = (path: string) =>
    fetch(`${sandbox.url}/v2/local/${path}`, { headers: { authorization: 'KakaoAK sandbox-maps-key' } });
  const google = sandboxPlaces()
    .slice(0, 30)
    .map((place) => googlePlace({ place, language: 'ko', photoIssue: 1 }));
  const prediction = {
    placeId: 'ChIJx',
    structuredFormat: {
      mainText: { text: '🍜국수집', matches: [{ startOffset: 1, endOffset: 3 }] },
      secondaryText: { text: '대한민국 서울' },
    },
    types: ['restaurant'],
    distanceMeters: 3,
  };
  return [
    ...google,
    { places: google.slice(0, 5) },
    { suggestions: [{ placePrediction: prediction }, { placePrediction: prediction }] },
    {
      status: 'OK',
      results: [{ formatted_address: '대한민국 서울', types: [], geometry: { location: EULJIRO } }],
    },
    { photoUri: 'https://lh3.googleusercontent.com/x' },
    await (await kakao('search/keyword.json?query=서울')).json(),
    await (await kakao('geo/coord2address.json?x=126.991&y=37.566')).json(),
    await (
      await fetch(`${sandbox.url}/search/v1/local?query=돈까스&format=json`, { headers: NAVER_KEYS })
    ).json(),
  ];
}
const NAVER_KEYS = {
  'x-ncp-apigw-api-key-id': 'sandbox-maps-key',
  'x-ncp-apigw-api-key': 'sandbox-maps-key',
};

const ODD = [
  null,
  undefined,
  true,
  0,
  -1,
  1e308,
  0.5,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '가'.repeat(100_000),
  [],
  {},
  [[]],
  [null],
  '2026-11-20',
  'javascript:alert(1)',
  '<img src=x onerror=1>',
  '999',
  '-1',
];

/**
 * Returns the value with some values, at any depth, replaced by unexpected ones. Each object also gets an unknown
 * field.
 */
function corrupt(value: unknown, odd: Iterator<unknown>, isCorrupted: Iterator<boolean>): unknown {
  if (isCorrupted.next().value === true) return odd.next().value;
  if (Array.isArray(value)) return value.map((each) => corrupt(each, odd, isCorrupted));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, corrupt(each, odd, isCorrupted)]);
  return { ...Object.fromEntries(entries), somethingNew: { deep: [1, 2, 3] } };
}

function* endless<T>(values: readonly T[]): Generator<T> {
  for (let at = 0; ; at++) yield values[at % values.length] as T;
}

const ALLOWED = new Set(['none', 'places.unavailable', 'places.quota_used_up', 'places.key_refused']);

test('무슨 답이 와도 계약에 맞는 것만 나오고, 데이터베이스에 담긴다', { timeout: 300_000 }, async () => {
  const valid = await validAnswers();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...valid),
      fc.array(fc.oneof(fc.constantFrom(...ODD), fc.anything({ maxDepth: 2 })), {
        minLength: 1,
        maxLength: 8,
      }),
      fc.array(
        fc.integer({ min: 0, max: 11 }).map((number) => number === 0),
        { minLength: 13, maxLength: 97 },
      ),
      fc.constantFrom(200, 200, 200, 400, 404, 429),
      async (body, odd, isCorrupted, status) => {
        sandbox.answerInstead({ status, body: corrupt(body, endless(odd), endless(isCorrupted)) ?? null });
        const { google, kakao } = adaptersOn(sandbox);
        const received: PlaceDetails[] = [];
        const calls: [z.ZodType, () => Promise<unknown>][] = [
          [z.array(PlaceSuggestion).max(20), () => google.autocomplete({ query: '국수', near: EULJIRO })],
          [z.array(PlaceSuggestion).max(20), () => google.nearby({ centre: EULJIRO, radius: 9, limit: 20 })],
          [PlaceDetails.nullable(), () => google.details({ placeId: googleId(1) })],
          [z.array(PlacePhoto), () => google.photos({ placeId: googleId(1) })],
          [z.string().nullable(), () => google.reverseGeocode(EULJIRO)],
          [z.array(AddressMatch).max(5), () => google.geocode('을지로')],
          [z.array(PlaceSuggestion).max(20), () => kakao.autocomplete({ query: '국수', near: EULJIRO })],
          [z.array(PlaceSuggestion).max(20), () => kakao.nearby({ centre: EULJIRO, radius: 9, limit: 20 })],
          [z.string().nullable(), () => kakao.reverseGeocode(EULJIRO)],
          [z.array(AddressMatch).max(5), () => kakao.geocode('을지로')],
        ];
        for (const [shape, call] of calls) {
          const code = await codeOf(
            call().then((answer) => {
              shape.parse(answer);
              if (PlaceDetails.safeParse(answer).success) received.push(answer as PlaceDetails);
            }),
          );
          expect(ALLOWED).toContain(code);
        }
        for (const place of received) {
          await cacheSearchResults(test_.database, [place]);
          expect(await selectCachedPlace(test_.database, place.placeId)).not.toBeNull();
        }
      },
    ),
    { numRuns: testRuns(60) },
  );
});
