import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, OWN_ORIGIN, type TestApp } from '#server/http/test-app.ts';
import { getMe, signIn, signUp } from '../../account.contract.ts';
import { attemptLimits } from '../../account.rules.ts';
import {
  cookieFrom,
  signUpMember,
  randomIpAddress,
  type TestMember,
} from '../../server/account.test-factory.ts';
import { countHashes } from '../../server/count-hashes.test-factory.ts';

let testApp: TestApp;
let member: TestMember;
beforeAll(async () => {
  testApp = await openTestApp();
  member = await signUpMember(testApp.app, { email: 'member@example.com', password: 'right-password' });
});
afterAll(() => testApp?.close());

type Try = {
  email?: string;
  password?: string;
  from?: string;
  cookie?: string;
  headers?: Record<string, string>;
};

const tryToSignIn = ({
  email = member.email,
  password = 'wrong-password',
  from,
  cookie,
  headers,
}: Try = {}) =>
  testApp.app.inject({
    method: signIn.method,
    url: signIn.url,
    headers: { origin: OWN_ORIGIN, ...(cookie && { cookie }), ...headers },
    remoteAddress: from ?? randomIpAddress(),
    payload: { email, password },
  });

const meWith = async (cookie: string) =>
  (await testApp.app.inject({ method: 'GET', url: getMe.url, headers: { cookie } })).json().me;

const resetAttempts = () => testApp.database.deleteFrom('rate_limits').execute();

describe('로그인', () => {
  test('메일과 비밀번호가 맞으면 들어온다', async () => {
    const answer = await tryToSignIn({ email: ' Member@Example.com ', password: 'right-password' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().me).toEqual(member.me);
    expect(await meWith(cookieFrom(answer.headers['set-cookie']))).toEqual(member.me);
  });

  test('틀린 비밀번호와 없는 메일은 같은 대답을 듣는다', async () => {
    await signUpMember(testApp.app, { email: 'google-only@example.com' });
    await testApp.database
      .updateTable('accounts')
      .set({ provider_id: 'google', password: null })
      .where('user_id', '=', (await userByEmail('google-only@example.com')).id)
      .execute();

    const wrong = await tryToSignIn();
    const unknown = await tryToSignIn({ email: 'nobody@example.com' });
    const withoutPassword = await tryToSignIn({ email: 'google-only@example.com' });
    const tooLong = await tryToSignIn({ password: 'x'.repeat(300) });
    for (const answer of [wrong, unknown, withoutPassword, tooLong]) {
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual({
        instance: expect.any(String),
        type: '/problems/account.credentials_wrong',
        title: 'Unauthorized',
        status: 401,
        code: 'account.credentials_wrong',
      });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  test('없는 메일에도 비밀번호를 푸는 만큼의 일을 한다', async () => {
    await resetAttempts();
    expect(await countHashes(() => tryToSignIn())).toBe(1);
    expect(await countHashes(() => tryToSignIn({ email: 'nobody@example.com' }))).toBe(1);
    expect(await countHashes(() => tryToSignIn({ email: 'google-only@example.com' }))).toBe(1);
  });

  const userByEmail = (email: string) =>
    testApp.database.selectFrom('users').where('email', '=', email).selectAll().executeTakeFirstOrThrow();
});

describe('세션은 손을 바꾸지 않는다', () => {
  test('로그인할 때마다 새 표를 받고, 들고 온 표는 그 자리에서 끝난다', async () => {
    await resetAttempts();
    const first = await tryToSignIn({ password: 'right-password' });
    const firstCookie = cookieFrom(first.headers['set-cookie']);
    const second = await tryToSignIn({ password: 'right-password', cookie: firstCookie });
    const secondCookie = cookieFrom(second.headers['set-cookie']);

    expect(sessionIn(secondCookie)).not.toBe(sessionIn(firstCookie));
    expect(await meWith(firstCookie)).toBeNull();
    expect(await meWith(secondCookie)).toEqual(member.me);
  });

  test('심어 둔 쿠키는 로그인한 사람의 것이 되지 않는다', async () => {
    const attacker = await signUpMember(testApp.app);
    const plantedCookie = attacker.cookie;
    const victim = await tryToSignIn({ password: 'right-password', cookie: plantedCookie });
    expect(victim.json().me.uid).toBe(member.userId);
    expect(sessionIn(cookieFrom(victim.headers['set-cookie']))).not.toBe(sessionIn(plantedCookie));
    expect(await meWith(plantedCookie)).toBeNull();
  });

  test('가입도 들고 온 세션을 끝낸다', async () => {
    const before = await signUpMember(testApp.app);
    const answer = await testApp.app.inject({
      method: signUp.method,
      url: signUp.url,
      headers: before.headers,
      remoteAddress: randomIpAddress(),
      payload: {
        nickname: '새사람',
        email: 'second@example.com',
        password: '123456',
        passwordConfirm: '123456',
        isFourteenOrOlder: true,
      },
    });
    expect(answer.statusCode).toBe(201);
    expect(await meWith(before.cookie)).toBeNull();
  });

  const sessionIn = (cookie: string) => /momokzi\.session=([^;]+)/.exec(cookie)?.[1];
});

describe('몇 번이고 맞혀 볼 수는 없다', () => {
  const { signInByAccount, signInByAddress } = attemptLimits;

  const usedUpByAddress = (attempts: number) =>
    testApp.database
      .updateTable('rate_limits')
      .set({ attempts })
      .where('key', 'like', 'signInByAddress:%')
      .execute();

  test('한 계정에는 정해진 만큼만, 주소를 아무리 바꾸어도, 한꺼번에 와도', async () => {
    await resetAttempts();
    let refused = 0;
    const hashes = await countHashes(async () => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, at) =>
          tryToSignIn({ headers: { 'x-forwarded-for': `203.0.113.${at}`, 'x-real-ip': `203.0.113.${at}` } }),
        ),
      );
      refused = answers.filter((answer) => answer.statusCode === 429).length;
    });
    expect(hashes).toBe(signInByAccount.attempts);
    expect(refused).toBe(50 - signInByAccount.attempts);

    const right = await tryToSignIn({ password: 'right-password' });
    expect(right.statusCode).toBe(429);
    const { code, params } = right.json();
    expect(code).toBe('account.too_many_attempts');
    expect(params.minutes).toBe(15);
    const wait = Number(right.headers['retry-after']);
    expect(14 * 60 < wait && wait <= 15 * 60).toBe(true);
  });

  test('없는 계정에도 같은 수만큼만', async () => {
    await resetAttempts();
    const statuses: number[] = [];
    for (let at = 0; at < signInByAccount.attempts + 2; at += 1) {
      statuses.push((await tryToSignIn({ email: 'nobody@example.com' })).statusCode);
    }
    expect(statuses).toEqual([...Array(signInByAccount.attempts).fill(401), 429, 429]);
  });

  test('한 주소에서는 계정을 바꾸어 가며도 정해진 만큼만', async () => {
    await resetAttempts();
    const from = '203.0.113.77';
    await tryToSignIn({ email: 'guess-0@example.com', from });
    await usedUpByAddress(signInByAddress.attempts - 2);
    const statuses: number[] = [];
    for (let at = 1; at <= 4; at += 1) {
      const headers = { 'x-forwarded-for': `198.51.100.${at}` };
      statuses.push((await tryToSignIn({ email: `guess-${at}@example.com`, from, headers })).statusCode);
    }
    expect(statuses).toEqual([401, 401, 429, 429]);
    expect((await tryToSignIn({ email: 'guess-x@example.com', from: '203.0.113.78' })).statusCode).toBe(401);
  });

  test('주소 한도로 막힌 시도는 계정 한도에 세지 않는다', async () => {
    await resetAttempts();
    const from = '2001:db8:7:7::1';
    await tryToSignIn({ email: 'guess-0@example.com', from });
    await usedUpByAddress(signInByAddress.attempts);
    for (let at = 0; at < 20; at += 1) {
      expect((await tryToSignIn({ from: `2001:db8:7:7::${at + 2}` })).statusCode).toBe(429);
    }
    expect((await tryToSignIn({ password: 'right-password' })).statusCode).toBe(200);
  });

  test('제 사람이 들어오면 그 전의 실수는 세지 않는다', async () => {
    await resetAttempts();
    for (let round = 0; round < 2; round += 1) {
      for (let at = 0; at < signInByAccount.attempts - 1; at += 1)
        expect((await tryToSignIn()).statusCode).toBe(401);
      expect((await tryToSignIn({ password: 'right-password' })).statusCode).toBe(200);
    }
  });

  test('때가 지나면 다시 된다', async () => {
    await resetAttempts();
    for (let at = 0; at <= signInByAccount.attempts; at += 1) await tryToSignIn();
    expect((await tryToSignIn({ password: 'right-password' })).statusCode).toBe(429);
    await testApp.database
      .updateTable('rate_limits')
      .set({ resets_at: new Date(Date.now() - 1000) })
      .execute();
    expect((await tryToSignIn({ password: 'right-password' })).statusCode).toBe(200);
  });

  test('남이 계정을 막아도 전에 쓰던 브라우저에서는 들어온다, 그 브라우저도 끝없이 맞혀 볼 수는 없다', async () => {
    await resetAttempts();
    for (let at = 0; at <= signInByAccount.attempts; at += 1) await tryToSignIn();
    const device = member.cookie.split('; ').find((pair) => pair.startsWith('momokzi.device=')) as string;
    expect((await tryToSignIn({ password: 'right-password' })).statusCode).toBe(429);
    expect((await tryToSignIn({ password: 'right-password', cookie: device })).statusCode).toBe(200);

    const statuses: number[] = [];
    for (let at = 0; at <= attemptLimits.signInByDevice.attempts; at += 1) {
      statuses.push((await tryToSignIn({ cookie: device })).statusCode);
    }
    expect(statuses).toEqual([...Array(attemptLimits.signInByDevice.attempts).fill(401), 429]);
  });

  test('다른 계정에서 받은 브라우저 표식은 이 계정에 통하지 않는다', async () => {
    await resetAttempts();
    const stranger = await signUpMember(testApp.app);
    const device = stranger.cookie.split('; ').find((pair) => pair.startsWith('momokzi.device=')) as string;
    for (let at = 0; at < signInByAccount.attempts; at += 1) await tryToSignIn({ cookie: device });
    expect((await tryToSignIn({ cookie: device })).statusCode).toBe(429);
  });

  test('표에는 누구를 겨누었는지 남지 않는다', async () => {
    await tryToSignIn({ email: 'nobody@example.com', from: '203.0.113.5' });
    const rows = await testApp.database.selectFrom('rate_limits').select('key').execute();
    for (const { key } of rows) expect(key).not.toMatch(/nobody|203\.0\.113/);
  });
});

test('막은 로그인도 기록되고, 메일 주소와 비밀번호는 남지 않는다', async () => {
  await resetAttempts();
  testApp.log.length = 0;
  await tryToSignIn({ email: 'canary@example.com', password: 'canary-password', from: '203.0.113.9' });
  await tryToSignIn({ email: 'canary@example.com', password: 'canary-password-2', from: '203.0.113.9' });
  const events = testApp.log.map((line) => JSON.parse(line)).filter(({ event }) => event);
  expect(events).toMatchObject([
    { event: 'account.sign_in_refused', reason: 'account.credentials_wrong', address: '203.0.113.9' },
    { event: 'account.sign_in_refused', reason: 'account.credentials_wrong', address: '203.0.113.9' },
  ]);
  expect(events[0].account).toBe(events[1].account);
  expect(testApp.log.join('')).not.toContain('canary');
});
