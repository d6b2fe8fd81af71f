import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, OWN_ORIGIN, type TestApp } from '#server/http/test-app.ts';
import type { Route } from '#server/http/route-table.ts';
import { signUpMember, randomIpAddress } from '../../server/account.test-factory.ts';

/* The routes are read from the app. If an account route is open to visitors and is missing in GUESSES, the first
   test fails. */

let testApp: TestApp;
let routes: Route[];
beforeAll(async () => {
  const many = 1_000_000_000;
  testApp = await openTestApp({
    settings: {
      REQUESTS_PER_MINUTE_BY_ADDRESS: many,
      GOOGLE_ISSUER: 'http://127.0.0.1:9',
      GOOGLE_CLIENT_ID: 'client',
      GOOGLE_CLIENT_SECRET: 'secret',
    },
  });
  routes = testApp.app.routeTable.filter(({ method }) => method !== 'HEAD');
});
afterAll(() => testApp?.close());

const nameOf = ({ method, url }: Route) => `${method} ${url}`;

const password = 'not-this-one';
const twice = { newPassword: password, newPasswordConfirm: password };
/** A request with a wrong secret for each route; null if the route takes no secret. */
const GUESSES: Record<string, (() => Promise<object | undefined>) | null> = {
  'POST /api/account/sign-in': async () => ({ email: `${Math.random()}@example.com`, password }),
  'POST /api/account/sign-up': async () => ({
    nickname: '모먹지',
    email: 'taken@example.com',
    password,
    passwordConfirm: password,
    isFourteenOrOlder: true,
  }),
  'POST /api/account/sign-in/passkey/options': async () => undefined,
  'POST /api/account/sign-in/passkey': async () => ({ response: { id: String(Math.random()) } }),
  'POST /api/account/password-reset': async () => ({ email: `${Math.random()}@example.com` }),
  'PUT /api/account/password-reset': async () => ({ token: String(Math.random()), ...twice }),
  'PUT /api/account/sign-in/second-factor/removal': async () => ({ token: String(Math.random()) }),
  'POST /api/account/sign-in/second-factor/removal/cancel': async () => ({ token: String(Math.random()) }),
  'PUT /api/account/email-verification': async () => ({ token: String(Math.random()) }),
  'POST /api/account/providers/:provider/sign-in': async () => ({ intent: 'sign_in' }),
  'GET /api/auth/callback/:provider': async () => undefined,
  // The two second-factor routes refuse all requests before the first step of a sign-in. After this step the number
  // of codes is limited: second-factor.routes.test.ts.
  'POST /api/account/sign-in/second-factor': null,
  'POST /api/account/sign-in/second-factor/removal': null,
  'POST /api/account/sign-out': null,
  'GET /api/account/sign-in-options': null,
};

test(
  '방문자에게 열린 계정 주소는 모두, 한 곳에서 해 볼 수 있는 횟수가 정해져 있다',
  {
    timeout: 120_000,
  },
  async () => {
    const open = routes.filter(
      ({ access, url }) => access === 'anyone' && /^\/api\/(account|auth)\//.test(url),
    );
    expect(open.map(nameOf).sort()).toEqual(Object.keys(GUESSES).sort());
    await signUpMember(testApp.app, { email: 'taken@example.com' });

    for (const route of open) {
      const guess = GUESSES[nameOf(route)];
      if (!guess) continue;
      const from = randomIpAddress();
      let isRefused = false;
      for (let attempt = 0; attempt <= 300 && !isRefused; attempt++) {
        const payload = await guess();
        const answer = await testApp.app.inject({
          method: route.method as 'POST',
          url: route.url.replace(':provider', 'google'),
          headers: { origin: OWN_ORIGIN },
          remoteAddress: from,
          ...(payload && { payload }),
        });
        isRefused = answer.statusCode === 429 || String(answer.headers.location).includes('problem=too_many');
      }
      expect([nameOf(route), isRefused]).toEqual([nameOf(route), true]);
    }
  },
);

test('어느 주소도 심어 둔 세션을 받아들이거나 돌려주지 않는다', async () => {
  const plantedToken = 'planted-token-of-a-stranger';
  const forged = `momokzi.session=${plantedToken}.${Buffer.from('forged').toString('base64')}`;
  for (const route of routes.filter(({ url }) => url.startsWith('/api/'))) {
    const answer = await testApp.app.inject({
      method: route.method as 'GET',
      url: route.url.replaceAll(/:\w+/g, 'google'),
      headers: { origin: OWN_ORIGIN, cookie: forged },
      remoteAddress: randomIpAddress(),
    });
    expect([nameOf(route), String(answer.headers['set-cookie'] ?? '').includes(plantedToken)]).toEqual([
      nameOf(route),
      false,
    ]);
    if (route.access !== 'anyone')
      expect([nameOf(route), [401, 404].includes(answer.statusCode)]).toEqual([nameOf(route), true]);
  }
});
