import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestApp, OWN_ORIGIN, type TestApp } from '#server/http/test-app.ts';
import { google as wire } from '../../../../tools/sandbox/identity/google.ts';
import { type IdentityProvider, startIdentityProvider } from '../../../../tools/sandbox/identity/identity.ts';
import { getMe } from '../../account.contract.ts';
import { getSignInOptions } from '../providers.contract.ts';
import { cookieFrom, signUpMember, randomIpAddress } from '../../server/account.test-factory.ts';
import { type Choice, chooseAtGoogle } from './google-pages.test-factory.ts';

const YESI = '100000000000000000001';
const PARK = '100000000000000000002';
const UNVERIFIED = '100000000000000000003';
const WITHOUT_EMAIL = '100000000000000000004';

let google: IdentityProvider;
let testApp: TestApp;
beforeAll(async () => {
  google = await startIdentityProvider({ wire, redirectUris: [`${OWN_ORIGIN}/api/auth/callback/google`] });
  testApp = await openTestApp({ settings: googleSettings() });
});
afterEach(() => google.injectFault('none'));
afterAll(async () => {
  await testApp?.close();
  await google?.close();
});

const googleSettings = () => ({
  GOOGLE_ISSUER: google.url,
  GOOGLE_CLIENT_ID: google.clientId,
  GOOGLE_CLIENT_SECRET: google.clientSecret,
});

type Flow = { location: URL; cookie: string; setCookies: string[]; callback: string; sentCookie: string };

const begin = (body: object, { app = testApp.app, cookie = '', from = randomIpAddress() } = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/account/providers/google/sign-in',
    headers: { origin: OWN_ORIGIN, cookie },
    remoteAddress: from,
    payload: body,
  });

/** Follows the whole flow: our start, the provider's pages, and the callback. */
async function followFlow(
  choice: Choice,
  { body = { intent: 'sign_in' }, cookie = '' }: { body?: object; cookie?: string } = {},
): Promise<Flow> {
  const started = await begin(body, { cookie });
  expect(started.statusCode, started.body).toBe(200);
  const state = cookieFrom(started.headers['set-cookie']);
  const callback = await chooseAtGoogle(started.json().url, choice);
  const sentCookie = [cookie, state].filter(Boolean).join('; ');
  return { ...(await openCallback(callback, sentCookie)), callback, sentCookie };
}

async function openCallback(callback: string, cookie: string) {
  const answer = await testApp.app.inject({
    method: 'GET',
    url: callback.slice(OWN_ORIGIN.length),
    headers: { cookie, 'sec-fetch-site': 'cross-site' },
    remoteAddress: randomIpAddress(),
  });
  expect(answer.statusCode, answer.body).toBe(302);
  const setCookies = [answer.headers['set-cookie'] ?? []].flat();
  const location = new URL(String(answer.headers.location), OWN_ORIGIN);
  return { location, cookie: cookieFrom(setCookies), setCookies };
}

const meWith = async (cookie: string) =>
  (await testApp.app.inject({ method: 'GET', url: getMe.url, headers: { cookie } })).json().me;
const usersCalled = (email: string) =>
  testApp.database.selectFrom('users').select('id').where('email', '=', email).execute();
const problemIn = ({ location }: Flow) => [location.pathname, location.searchParams.get('problem')];

test('처음 오면 계정이 생기고, 오려던 화면으로 이어진다', async () => {
  const flow = await followFlow({ sub: YESI }, { body: { intent: 'sign_up', from: '/app/add?x=1' } });
  expect(flow.location.pathname).toBe('/login');
  expect(Object.fromEntries(flow.location.searchParams)).toEqual({
    from: '/app/add?x=1',
    via: 'google',
    joined: '1',
  });
  const me = await meWith(flow.cookie);
  expect(me).toMatchObject({
    email: 'yesi.kim@example.com',
    emailVerified: true,
    displayName: '김예시',
    providerId: 'google',
    accountTier: 'free',
  });

  const again = await followFlow({ sub: YESI });
  expect(again.location.searchParams.has('joined')).toBe(false);
  expect((await meWith(again.cookie)).uid).toBe(me.uid);
});

test('Google의 토큰은 남겨 두지 않는다', async () => {
  const kept = await testApp.database
    .selectFrom('accounts')
    .select(['access_token', 'refresh_token', 'id_token'])
    .where('provider_id', '=', 'google')
    .execute();
  expect(kept.length).toBeGreaterThan(0);
  for (const row of kept) expect(row).toEqual({ access_token: null, refresh_token: null, id_token: null });
});

test('Google이 알려 준 사진 주소는 남겨 두지 않는다', async () => {
  const pictures = await testApp.database.selectFrom('users').select('image').execute();
  expect(pictures.length).toBeGreaterThan(0);
  expect(pictures.filter(({ image }) => image !== null)).toEqual([]);
});

test('Google로 가입하면 확인 단추 없는 환영 메일이 온다', async () => {
  await expect
    .poll(async () => {
      await testApp.jobs.runDue();
      return testApp.mails.filter(({ address }) => address === 'yesi.kim@example.com').length;
    })
    .toBe(1);
  const mail = testApp.mails.find(({ address }) => address === 'yesi.kim@example.com');
  expect(mail?.text).not.toContain('verify-email');
});

test.each([
  ['sign_in', '/login'],
  ['sign_up', '/signup'],
])('취소하면 %s은 %s로 돌아오고 아무것도 생기지 않는다', async (intent, page) => {
  const flow = await followFlow({ cancel: '1' }, { body: { intent, from: '/app' } });
  expect(problemIn(flow)).toEqual([page, 'cancelled']);
  expect(flow.location.searchParams.get('from')).toBe('/app');
  expect(await meWith(flow.cookie)).toBeNull();
});

test.each([
  ['확인되지 않은 메일', UNVERIFIED, 'unverified@example.com'],
  ['메일 없는 계정', WITHOUT_EMAIL, ''],
])('%s로는 계정이 생기지 않는다', async (_name, sub, email) => {
  const flow = await followFlow({ sub });
  expect(problemIn(flow)).toEqual(['/login', 'email_missing']);
  expect(await usersCalled(email)).toEqual([]);
});

test('비밀번호로 만든 계정과는 두 쪽의 메일이 다 확인되었을 때만 이어진다', async () => {
  const member = await signUpMember(testApp.app, { email: 'park@example.com' });
  const refused = await followFlow({ sub: PARK });
  expect(problemIn(refused)).toEqual(['/login', 'account_exists']);
  const accounts = () =>
    testApp.database
      .selectFrom('accounts')
      .select('provider_id')
      .where('user_id', '=', member.userId)
      .execute();
  expect(await accounts()).toEqual([{ provider_id: 'credential' }]);

  await testApp.database
    .updateTable('users')
    .set({ email_verified: true })
    .where('id', '=', member.userId)
    .execute();
  const linked = await followFlow({ sub: PARK });
  expect(await meWith(linked.cookie)).toMatchObject({ uid: member.userId, providerId: 'password' });
  expect(await accounts()).toHaveLength(2);
});

test.each(['wrong_signature', 'expired_token', 'invalid_grant'] as const)(
  'Google이 %s로 답하면 아무것도 생기지 않는다',
  async (fault) => {
    const email = `${fault.replace('_', '-')}@example.com`;
    google.people.push({ id: fault, name: '예시', email, isEmailVerified: true });
    google.injectFault(fault);
    const flow = await followFlow({ sub: fault });
    expect(problemIn(flow)).toEqual(['/login', 'failed']);
    expect(await usersCalled(email)).toEqual([]);

    google.injectFault('none');
    expect(await meWith((await followFlow({ sub: fault })).cookie)).toMatchObject({ email });
  },
);

test('Google이 멎어 있으면 시작할 때 그렇다고 하고, 돌아오면 다시 된다', async () => {
  const other = await openTestApp({ settings: googleSettings() });
  google.injectFault('down');
  const down = await begin({ intent: 'sign_in' }, { app: other.app });
  expect([down.statusCode, down.json().code]).toEqual([503, 'account.provider_unavailable']);
  google.injectFault('none');
  expect((await begin({ intent: 'sign_in' }, { app: other.app })).statusCode).toBe(200);
  await other.close();
});

test('돌아오는 길에 Google이 멎으면 로그인 화면에서 끝난다', async () => {
  const started = await begin({ intent: 'sign_in' });
  const callback = await chooseAtGoogle(started.json().url, { sub: YESI });
  google.injectFault('down');
  const { location } = await openCallback(callback, cookieFrom(started.headers['set-cookie']));
  expect([location.pathname, location.searchParams.get('problem')]).toEqual(['/login', 'failed']);
});

test('돌아온 주소는 한 번만, 시작한 브라우저에서만 듣는다', async () => {
  const started = await begin({ intent: 'sign_in' });
  const callback = await chooseAtGoogle(started.json().url, { sub: YESI });
  const otherBrowser = await openCallback(callback, '');
  expect(otherBrowser.location.searchParams.get('problem')).toBe('failed');
  expect(await meWith(otherBrowser.cookie)).toBeNull();

  const flow = await followFlow({ sub: YESI });
  const replayed = await openCallback(flow.callback, flow.sentCookie);
  expect(replayed.location.searchParams.get('problem')).toBe('failed');
  expect(await meWith(replayed.cookie)).toBeNull();
});

test('심어 둔 세션은 로그인하면서 끝난다', async () => {
  const attacker = await signUpMember(testApp.app);
  const flow = await followFlow({ sub: YESI }, { cookie: attacker.cookie });
  expect(await meWith(flow.cookie)).toMatchObject({ email: 'yesi.kim@example.com' });
  expect(await meWith(attacker.cookie)).toBeNull();
});

test('다른 곳으로 데려가 달라는 말은 주소에만 남고, 서버는 우리 화면으로만 보낸다', async () => {
  const flow = await followFlow(
    { sub: YESI },
    { body: { intent: 'sign_in', from: 'https://evil.example/' } },
  );
  expect(flow.location.origin).toBe(OWN_ORIGIN);
  expect(flow.location.pathname).toBe('/login');
});

test('틀린 시도는 한 곳에서 백 번까지다', async () => {
  const from = randomIpAddress();
  const answers: string[] = [];
  for (let attempt = 0; attempt < 101; attempt++) {
    const answer = await testApp.app.inject({
      method: 'GET',
      url: `/api/auth/callback/google?code=x&state=guess-${attempt}`,
      remoteAddress: from,
    });
    answers.push(new URL(String(answer.headers.location), OWN_ORIGIN).searchParams.get('problem') ?? '');
  }
  expect(answers.slice(0, 100).every((problem) => problem === 'failed')).toBe(true);
  expect(answers[100]).toBe('too_many');
});

test('설정이 없으면 단추도 없다', async () => {
  const options = await testApp.app.inject({ method: 'GET', url: getSignInOptions.url });
  expect(options.json()).toEqual({ providers: ['google'], isWelcomeMisconfigured: false });

  const bare = await openTestApp();
  expect((await bare.app.inject({ method: 'GET', url: getSignInOptions.url })).json().providers).toEqual([]);
  const answer = await begin({ intent: 'sign_in' }, { app: bare.app });
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'account.provider_unknown']);
  await bare.close();
});

test('better-auth의 다른 주소는 없다', async () => {
  for (const path of ['sign-in/social', 'link-social', 'get-session', 'error', 'ok', 'callback/apple'])
    for (const method of ['GET', 'POST'] as const) {
      const answer = await testApp.app.inject({
        method,
        url: `/api/auth/${path}`,
        headers: { origin: OWN_ORIGIN },
        remoteAddress: randomIpAddress(),
      });
      expect([path, answer.statusCode >= 400]).toEqual([path, true]);
    }
});
