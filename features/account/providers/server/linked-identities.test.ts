import { afterAll, expect, test } from 'vitest';
import { openTestApp, OWN_ORIGIN } from '#server/http/test-app.ts';
import { getMe, signIn } from '../../account.contract.ts';
import {
  passSecondFactor,
  startSecondFactorSetup,
  confirmSecondFactor,
} from '../../second-factor/second-factor.contract.ts';
import { getSecurity } from '../../security/security.contract.ts';
import {
  cookieFrom,
  requestsTo,
  signUpMember,
  randomIpAddress,
  type TestMember,
} from '../../server/account.test-factory.ts';
import { appCode, previousAppCode } from '../../second-factor/server/authenticator-app.test-factory.ts';
import { chooseAtGoogle, openGoogleTestApp } from './google-pages.test-factory.ts';

const { google, testApp, close } = await openGoogleTestApp();
afterAll(close);

const send = requestsTo(() => testApp.app);
const post = (way: string) => ({ method: 'POST', url: `/api/account/providers/google/${way}` });

let accounts = 0;
function googleAccount({ email = `google-${++accounts}@example.com`, emailVerified = true } = {}) {
  const sub = `google-${accounts}-${email}`;
  google.people.push({ id: sub, name: '예시', email, isEmailVerified: emailVerified });
  return { sub, email };
}

/** Follows the whole flow: our start, Google's page, and the callback. */
async function followFlow(
  way: string,
  { sub }: { sub: string },
  body: object,
  { cookie = '', beforeCallback = async () => testApp } = {},
) {
  const started = await send(post(way), body, { cookie });
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  const callback = await chooseAtGoogle(started.body.url, { sub });
  const { app } = await beforeCallback();
  const answer = await app.inject({
    method: 'GET',
    url: callback.slice(OWN_ORIGIN.length),
    headers: { cookie: [started.cookie, cookie].filter(Boolean).join('; '), 'sec-fetch-site': 'cross-site' },
    remoteAddress: randomIpAddress(),
  });
  expect(answer.statusCode, answer.body).toBe(302);
  const { pathname, searchParams } = new URL(String(answer.headers.location), OWN_ORIGIN);
  const set = cookieFrom(answer.headers['set-cookie']);
  return { page: pathname, search: Object.fromEntries(searchParams), cookie: set };
}

const meWith = async (cookie: string) => (await send(getMe, undefined, { cookie })).body.me;
const securityOf = async (cookie: string) => (await send(getSecurity, undefined, { cookie })).body;
const signInBy = (account: { sub: string }, cookie = '') =>
  followFlow('sign-in', account, { intent: 'sign_in' }, { cookie });
const link = (member: TestMember, account: { sub: string }) =>
  followFlow('link', account, { password: member.password }, member);

/** Creates a member who has no password. */
async function googleMember() {
  const account = googleAccount();
  const { cookie } = await signInBy(account);
  const me = await meWith(cookie);
  expect(me).not.toBeNull();
  return { ...account, cookie, userId: me.uid as string };
}

async function ageSessions(userId: string): Promise<void> {
  await testApp.database
    .updateTable('sessions')
    .set({ created_at: new Date(Date.now() - 60 * 60_000), reauthenticated_at: null })
    .where('user_id', '=', userId)
    .execute();
}

test('다른 메일 주소의 Google 계정도 이어 두면 그것으로 들어온다', async () => {
  const member = await signUpMember(testApp.app);
  const account = googleAccount({ emailVerified: false });
  expect((await send(post('link'), { password: 'not-this-one' }, member)).body.code).toBe(
    'account.password_wrong',
  );
  const linked = await link(member, account);
  expect([linked.page, linked.search]).toEqual(['/app/settings/security', { via: 'google', linked: '1' }]);
  expect((await securityOf(member.cookie)).providers).toMatchObject([{ provider: 'google' }]);

  const inside = await signInBy(account);
  expect(await meWith(inside.cookie)).toMatchObject({
    uid: member.userId,
    email: member.email,
    emailVerified: false,
    providerId: 'password',
  });
});

test.each([
  ['link', 'settings', '/app/settings/security'],
  ['reauthentication', 'settings', '/app/settings/security'],
  ['reauthentication', 'deletion', '/app/user-deletion-request'],
])('돌아오는 길에 Google이 멎으면 %s(%s)은 이유와 함께 %s로 돌아온다', async (way, page, expected) => {
  const member = await googleMember();
  const restarted = await openTestApp({
    settings: {
      GOOGLE_ISSUER: google.url,
      GOOGLE_CLIENT_ID: google.clientId,
      GOOGLE_CLIENT_SECRET: google.clientSecret,
    },
    database: testApp.database,
  });
  try {
    // One server has read Google's configuration before the failure. The other one was restarted during the failure.
    for (const server of [testApp, restarted]) {
      const beforeCallback = async () => {
        google.injectFault('down');
        return server;
      };
      const body = way === 'link' ? {} : { page };
      const returned = await followFlow(way, member, body, { ...member, beforeCallback });
      google.injectFault('none');
      expect([returned.page, returned.search]).toEqual([expected, { via: 'google', problem: 'failed' }]);
      expect(await meWith(member.cookie)).toMatchObject({ uid: member.userId });
    }
  } finally {
    google.injectFault('none');
    await restarted.close();
  }
});

test('다른 회원의 Google 계정은 이어지지 않는다', async () => {
  const [member, owner] = [await signUpMember(testApp.app), await googleMember()];
  const refused = await link(member, owner);
  expect([refused.page, refused.search.problem]).toEqual(['/app/settings/security', 'linked_elsewhere']);
  expect((await securityOf(member.cookie)).providers).toEqual([]);
  expect((await securityOf(owner.cookie)).providers).toHaveLength(1);
});

test('이어 둔 것을 끊으면 그것으로는 들어오지 못하고, 없던 것은 끊을 수 없다', async () => {
  const member = await signUpMember(testApp.app);
  const account = googleAccount();
  await link(member, account);
  const { password } = member;
  expect((await send(post('unlink'), {}, member)).body.code).toBe('account.password_wrong');
  expect((await send(post('unlink'), { password }, member)).body).toEqual({ unlinked: true });
  expect((await send(post('unlink'), { password }, member)).body.code).toBe('account.provider_not_linked');
  const stranger = await signInBy(account);
  expect((await meWith(stranger.cookie)).uid).not.toBe(member.userId);
});

test('마지막 남은 길은 끊을 수 없다. 비밀번호를 정하면 끊을 수 있고, 메뉴의 로그인 정보도 바뀐다', async () => {
  const member = await googleMember();
  const refused = await send(post('unlink'), {}, member);
  expect([refused.status, refused.body.code]).toEqual([409, 'account.last_sign_in_method']);
  expect((await securityOf(member.cookie)).providers).toHaveLength(1);

  const other = await signUpMember(testApp.app);
  // This is the state after the member has set a password by mail.
  await testApp.database
    .updateTable('accounts')
    .set({ user_id: member.userId })
    .where('user_id', '=', other.userId)
    .execute();
  const { password } = other;
  expect((await send(post('unlink'), { password }, member)).body).toEqual({ unlinked: true });
  expect(await meWith(member.cookie)).toMatchObject({ providerId: 'password' });
});

test('비밀번호가 없으면 방금 로그인했거나 Google로 다시 확인해야 한다. 쓰던 세션은 그대로다', async () => {
  const member = await googleMember();
  expect((await send(startSecondFactorSetup, {}, member)).status).toBe(201);
  await ageSessions(member.userId);
  const stale = await send(startSecondFactorSetup, {}, member);
  expect([stale.status, stale.body.code]).toEqual([403, 'account.reauthentication_required']);

  const logged = testApp.log.length;
  const returned = await followFlow('reauthentication', member, { page: 'settings' }, member);
  const events = testApp.log.slice(logged).map((line) => JSON.parse(line));
  expect(events).toContainEqual(
    expect.objectContaining({ event: 'account.reauthenticated_by_provider', userId: member.userId }),
  );
  expect(events.map(({ event }) => event)).not.toContain('account.provider_linked');
  expect([returned.page, returned.search]).toEqual([
    '/app/settings/security',
    { via: 'google', reauthenticated: '1' },
  ]);
  expect(returned.cookie).not.toContain('momokzi.session=');
  expect((await send(startSecondFactorSetup, {}, member)).status).toBe(201);
  const sessions = await testApp.database
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', member.userId)
    .execute();
  expect(sessions).toHaveLength(1);
});

test('남의 Google 계정으로는 확인되지 않고, 새 계정도 생기지 않는다', async () => {
  const [member, other] = [await googleMember(), await googleMember()];
  await ageSessions(member.userId);
  for (const account of [other, googleAccount()]) {
    const refused = await followFlow('reauthentication', account, { page: 'deletion' }, member);
    expect([refused.page, refused.search.problem]).toEqual(['/app/user-deletion-request', 'someone_else']);
    expect(refused.cookie).not.toContain('momokzi.session=');
  }
  expect((await send(startSecondFactorSetup, {}, member)).body.code).toBe(
    'account.reauthentication_required',
  );
  expect(await meWith(member.cookie)).toMatchObject({ uid: member.userId });
  const made = await testApp.database
    .selectFrom('users')
    .select('id')
    .where('email', '=', `google-${accounts}@example.com`)
    .execute();
  expect(made).toEqual([]);
});

test('Google로 로그인해도 두 번째 단계를 묻고, 오려던 화면은 남는다', async () => {
  const member = await googleMember();
  const { key } = (await send(startSecondFactorSetup, {}, member)).body;
  const on = await send(confirmSecondFactor, { code: await previousAppCode(key) }, member);
  expect(on.status).toBe(200);

  const firstStep = await followFlow('sign-in', member, { intent: 'sign_in', from: '/app/add' });
  expect([firstStep.page, firstStep.search]).toEqual([
    '/login',
    { from: '/app/add', via: 'google', step: 'second_factor' },
  ]);
  expect(firstStep.cookie).not.toContain('momokzi.session=');
  const step = { by: 'app', code: appCode(key), trustsBrowser: true };
  const inside = await send(passSecondFactor, step, firstStep);
  expect(inside.body.me.uid).toBe(member.userId);

  const trusted = await signInBy(member, inside.cookie);
  expect(trusted.search.step).toBeUndefined();
  expect((await meWith(trusted.cookie)).uid).toBe(member.userId);

  // This session has already passed the second factor.
  await ageSessions(member.userId);
  const returned = await followFlow(
    'reauthentication',
    member,
    { page: 'settings' },
    { cookie: cookieNamed(trusted.cookie, 'session') },
  );
  expect(returned.search.reauthenticated).toBe('1');
  expect(returned.cookie).not.toContain('second-factor');
});

const cookieNamed = (header: string, name: string) =>
  header.split('; ').find((pair) => pair.startsWith(`momokzi.${name}=`)) ?? '';

test('2단계 인증을 켠 사람의 메일과 비밀번호에도 같은 답을 준다', async () => {
  const member = await signUpMember(testApp.app);
  const wrong = await send(signIn, { email: member.email, password: 'not-this-one' });
  expect(wrong.body.code).toBe('account.credentials_wrong');
});
