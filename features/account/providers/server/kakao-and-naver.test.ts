import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestApp, OWN_ORIGIN, type TestApp } from '#server/http/test-app.ts';
import { type IdentityProvider, startIdentityProvider } from '../../../../tools/sandbox/identity/identity.ts';
import { kakao as kakaoWire } from '../../../../tools/sandbox/identity/kakao.ts';
import { naver as naverWire } from '../../../../tools/sandbox/identity/naver.ts';
import { getMe } from '../../account.contract.ts';
import { getSignInOptions } from '../providers.contract.ts';
import { cookieFrom, signUpMember, randomIpAddress } from '../../server/account.test-factory.ts';

type Provider = 'kakao' | 'naver';
let services: Record<Provider, IdentityProvider>;
let testApp: TestApp;
beforeAll(async () => {
  const callback = `${OWN_ORIGIN}/api/auth/callback`;
  services = {
    kakao: await startIdentityProvider({ wire: kakaoWire, redirectUris: [`${callback}/kakao`] }),
    naver: await startIdentityProvider({ wire: naverWire, redirectUris: [`${callback}/naver`] }),
  };
  const { kakao, naver } = services;
  testApp = await openTestApp({
    settings: {
      KAKAO_CLIENT_ID: kakao.clientId,
      KAKAO_CLIENT_SECRET: kakao.clientSecret,
      KAKAO_AUTH_URL: kakao.url,
      KAKAO_API_URL: kakao.url,
      NAVER_CLIENT_ID: naver.clientId,
      NAVER_CLIENT_SECRET: naver.clientSecret,
      NAVER_AUTH_URL: naver.url,
      NAVER_API_URL: naver.url,
    },
  });
});
afterEach(() => {
  services.kakao.injectFault('none');
  services.naver.injectFault('none');
});
afterAll(async () => {
  await testApp?.close();
  await services?.kakao.close();
  await services?.naver.close();
});

/** Follows the whole flow: our start, the provider's answer, and the callback. */
async function followFlow(provider: Provider, choice: { person: string } | { cancel: '1' }) {
  const started = await testApp.app.inject({
    method: 'POST',
    url: `/api/account/providers/${provider}/sign-in`,
    headers: { origin: OWN_ORIGIN },
    remoteAddress: randomIpAddress(),
    payload: { intent: 'sign_in' },
  });
  expect(started.statusCode, started.body).toBe(200);
  const address = new URL(started.json().url);
  expect([...address.searchParams.keys()]).not.toContain('code_challenge');
  for (const [name, value] of Object.entries(choice)) address.searchParams.set(name, value);
  const redirect = await fetch(address, { redirect: 'manual' });
  const callback = redirect.headers.get('location') ?? '';
  const answer = await testApp.app.inject({
    method: 'GET',
    url: callback.slice(OWN_ORIGIN.length),
    headers: { cookie: cookieFrom(started.headers['set-cookie']) },
    remoteAddress: randomIpAddress(),
  });
  expect(answer.statusCode, answer.body).toBe(302);
  const cookie = cookieFrom(answer.headers['set-cookie']);
  const me = (await testApp.app.inject({ method: 'GET', url: getMe.url, headers: { cookie } })).json().me;
  const location = new URL(String(answer.headers.location), OWN_ORIGIN);
  return { me, page: location.pathname, problem: location.searchParams.get('problem') };
}

const countUsers = async () => (await testApp.database.selectFrom('users').select('id').execute()).length;

test('설정된 단추만 보인다', async () => {
  const options = await testApp.app.inject({ method: 'GET', url: getSignInOptions.url });
  expect(options.json().providers).toEqual(['kakao', 'naver']);
});

test.each([
  ['kakao', 'verified', { email: 'kakao@example.com', emailVerified: true }],
  ['kakao', 'unverified', { email: 'kakao-unverified@example.com', emailVerified: false }],
  // Naver does not report whether an e-mail address is verified.
  ['naver', 'member', { email: 'naver@example.com', emailVerified: false }],
] as const)('%s의 %s 계정으로 가입하고, 다음에는 같은 사람이다', async (provider, person, expected) => {
  const first = await followFlow(provider, { person });
  expect(first.me).toMatchObject({ ...expected, displayName: '예시', providerId: provider });
  expect((await followFlow(provider, { person })).me.uid).toBe(first.me.uid);
});

test.each([
  ['kakao', { person: 'without_email' }, 'email_missing'],
  ['naver', { person: 'without_email' }, 'email_missing'],
  ['kakao', { cancel: '1' }, 'cancelled'],
  ['naver', { cancel: '1' }, 'cancelled'],
] as const)('%s: %o이면 아무것도 생기지 않는다', async (provider, choice, problem) => {
  const before = await countUsers();
  expect(await followFlow(provider, choice)).toEqual({ me: null, page: '/login', problem });
  expect(await countUsers()).toBe(before);
});

test.each([
  ['kakao', 'invalid_grant'],
  // Naver sends refusals with HTTP 200.
  ['naver', 'invalid_grant'],
  ['kakao', 'profile_refused'],
  ['naver', 'profile_refused'],
] as const)('%s가 %s로 답하면 들어갈 수 없다', async (provider, fault) => {
  const before = await countUsers();
  services[provider].injectFault(fault);
  const person = provider === 'kakao' ? 'verified' : 'member';
  expect(await followFlow(provider, { person })).toEqual({ me: null, page: '/login', problem: 'failed' });
  expect(await countUsers()).toBe(before);
});

test.each(['kakao', 'naver'] as const)('메일 주소를 거두어들인 %s 회원도 다시 들어온다', async (provider) => {
  const person = provider === 'kakao' ? 'verified' : 'member';
  const before = await followFlow(provider, { person });
  expect(before.me).not.toBeNull();
  services[provider].injectFault('email_withheld');
  expect((await followFlow(provider, { person })).me).toMatchObject({
    uid: before.me.uid,
    email: before.me.email,
    emailVerified: before.me.emailVerified,
  });
});

test('확인되지 않은 네이버 메일로는 남의 계정에 이어지지 않는다', async () => {
  await testApp.database.deleteFrom('users').where('email', '=', 'naver@example.com').execute();
  const owner = await signUpMember(testApp.app, { email: 'naver@example.com' });
  await testApp.database
    .updateTable('users')
    .set({ email_verified: true })
    .where('id', '=', owner.userId)
    .execute();
  expect(await followFlow('naver', { person: 'member' })).toEqual({
    me: null,
    page: '/login',
    problem: 'account_exists',
  });
});
