import { expect, test } from 'vitest';
import { checkSettings } from '#server/config.ts';
import { servicesInUse } from './services-in-use.ts';

const inUse = (environment: Record<string, string>) => {
  const { texts, conditions } = servicesInUse({
    ...checkSettings(environment),
    BASE_URL: 'https://momokzi.example',
    AUTH_SECRET: 'x'.repeat(32),
  });
  const holding = Object.entries(conditions).flatMap(([name, holds]) => (holds ? [name] : []));
  return { texts, holding: holding.toSorted() };
};

const LISTS = ['readsGoogleLists', 'readsKakaoLists', 'readsLists', 'readsNaverLists'];
const NO_LISTS = {
  PAGE_LINKS: 'off',
  NAVER_LIST_LINKS: 'off',
  KAKAO_LIST_LINKS: 'off',
  GOOGLE_LIST_LINKS: 'off',
};

test('아무것도 정하지 않으면 지도 그림과, 회원이 고른 리스트만 밖에서 온다', () => {
  const { texts, holding } = inUse({});
  expect(holding).toEqual(['asksNobody', 'fetchesTiles', ...LISTS, 'readsPages', 'sendsAbroad']);
  expect(texts.tilesHost).toBe('tiles.openfreemap.org');
});

test('밖에 아무것도 묻지 않게 할 수 있다', () => {
  expect(inUse({ MAP_STYLE_URL: 'none', ...NO_LISTS }).holding).toEqual(['asksNobody', 'sendsNothingAbroad']);
});

test('AI 도우미를 켜면 도우미로 가는 것을 알린다', () => {
  expect(inUse({ MAP_STYLE_URL: 'none', ...NO_LISTS, MCP: 'on' }).holding).toEqual([
    'asksNobody',
    'connectsAssistants',
    'sendsNothingAbroad',
  ]);
});

test('Google을 쓰면 Google만, 카카오를 쓰면 카카오만 알린다', () => {
  const google = {
    ...NO_LISTS,
    PLACES_PROVIDER: 'google',
    GOOGLE_PLACES_KEY: 'k',
    GOOGLE_MAPS_BROWSER_KEY: 'b',
  };
  expect(inUse(google).holding).toEqual(['asksGoogle', 'drawsGoogleMaps', 'sendsAbroad', 'usesGoogleMaps']);
  const kakao = { ...NO_LISTS, PLACES_PROVIDER: 'kakao', KAKAO_LOCAL_KEY: 'k', KAKAO_MAPS_BROWSER_KEY: 'b' };
  expect(inUse(kakao).holding).toEqual([
    'asksKakao',
    'drawsKakaoMaps',
    'sendsNothingAbroad',
    'usesKakaoMaps',
  ]);
  const naver = { NAVER_SEARCH_KEY_ID: 'i', NAVER_SEARCH_KEY: 's' };
  expect(inUse({ ...kakao, ...naver }).holding).toContain('asksNaver');
});

test('리스트를 읽지 않는 지도 서비스는 알리지 않는다', () => {
  const { holding } = inUse({ MAP_STYLE_URL: 'none', ...NO_LISTS, KAKAO_LIST_LINKS: 'on' });
  expect(holding).toEqual(['asksNobody', 'readsKakaoLists', 'readsLists', 'sendsNothingAbroad']);
});

test('주소에 든 비밀번호는 나오지 않는다', () => {
  const { texts, holding } = inUse({
    SMTP_URL: 'smtps://kim:secret@smtp.mail.example:465',
    S3_BUCKET: 'photos',
    S3_ENDPOINT: 'https://minio.example:9000',
  });
  expect([texts.mailHost, texts.storageHost]).toEqual(['smtp.mail.example', 'minio.example']);
  expect(holding).toEqual(expect.arrayContaining(['sendsMail', 'keepsPhotosElsewhere']));
  expect(inUse({ S3_BUCKET: 'photos' }).holding).toContain('keepsPhotosAtAmazon');
});

test('로그인, 결제, 환영 메일을 맡긴 곳을 알린다', () => {
  const { holding } = inUse({
    GOOGLE_CLIENT_ID: 'i',
    GOOGLE_CLIENT_SECRET: 's',
    KAKAO_CLIENT_ID: 'i',
    NAVER_CLIENT_ID: 'i',
    NAVER_CLIENT_SECRET: 's',
    PORTONE_STORE_ID: 'store',
    PORTONE_API_SECRET: 's',
    PORTONE_WEBHOOK_SECRET: 'whsec_c2VjcmV0IHNlY3JldCBzZWNyZXQ=',
    PORTONE_CHANNEL_KEY: 'c',
    WELCOME_EMAIL_FUNCTION_URL: 'https://welcome.a.run.app',
  });
  expect(holding).toEqual(
    expect.arrayContaining([
      'signsInWithGoogle',
      'signsInWithKakao',
      'signsInWithNaver',
      'takesPayments',
      'welcomesByFunction',
      'sendsAbroad',
    ]),
  );
});
