import { describe, expect, test } from 'vitest';
import { addressInBrowser, inAppBrowserOf } from './in-app-browser.rules.ts';

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; SM-S918N; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';

describe('browsers inside other apps', () => {
  test.each([
    [`${ANDROID};KAKAOTALK 2410890`, 'kakaotalk'],
    [`${IPHONE} KAKAOTALK 10.9.5`, 'kakaotalk'],
    [`${ANDROID} NAVER(inapp; search; 2000; 12.10.6)`, 'naver'],
    [`${IPHONE} Instagram 358.0.0.29.88 (iPhone15,2; iOS 18_1; ko_KR)`, 'instagram'],
    [`${ANDROID} [FB_IAB/FB4A;FBAV/489.0.0.66.81;]`, 'facebook'],
    [`${IPHONE} [FBAN/FBIOS;FBAV/489.0.0.44.80;FBDV/iPhone15,2]`, 'facebook'],
    [`${IPHONE} Safari Line/14.19.1`, 'line'],
    [
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
      null,
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1',
      null,
    ],
    [
      'Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-S918N) AppleWebKit/537.36 SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36',
      null,
    ],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/131 Whale/4.29.282.14 Safari/537.36', null],
  ])('%s', (userAgent, app) => {
    expect(inAppBrowserOf(userAgent)).toBe(app);
  });

  test('are left by an address of their own, by an intent, or by their menu', () => {
    const url = 'https://momokzi.example/login?from=/app';
    expect(addressInBrowser({ app: 'kakaotalk', userAgent: IPHONE, url })).toBe(
      'kakaotalk://web/openExternal?url=https%3A%2F%2Fmomokzi.example%2Flogin%3Ffrom%3D%2Fapp',
    );
    expect(addressInBrowser({ app: 'line', userAgent: IPHONE, url })).toBe(
      'https://momokzi.example/login?from=%2Fapp&openExternalBrowser=1',
    );
    expect(addressInBrowser({ app: 'instagram', userAgent: ANDROID, url })).toBe(
      'intent://momokzi.example/login?from=/app#Intent;scheme=https;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end',
    );
    expect(addressInBrowser({ app: 'instagram', userAgent: IPHONE, url })).toBeNull();
  });
});
