import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, OWN_ORIGIN, type TestApp } from '#server/http/test-app.ts';
import { changePassword, getMe, signIn, signOut } from '../../account.contract.ts';
import { attemptLimits, SESSION_LENGTH_MS } from '../../account.rules.ts';
import {
  cookieFrom,
  requestsTo,
  signUpMember,
  randomIpAddress,
  type TestMember,
} from '../../server/account.test-factory.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

const HOUR = 60 * 60 * 1000;

const ask = (cookie: string) => testApp.app.inject({ method: 'GET', url: getMe.url, headers: { cookie } });
const meWith = async (cookie: string) => (await ask(cookie)).json().me;

const send = requestsTo(() => testApp.app);
const signInAgain = async ({ email, password }: TestMember): Promise<string> =>
  (await send(signIn, { email, password })).cookie;

const setSessionEnd = (member: TestMember, at: number) =>
  testApp.database
    .updateTable('sessions')
    .set({ expires_at: new Date(at) })
    .where('user_id', '=', member.userId)
    .execute();

const sessionEnd = async (member: TestMember) =>
  (
    await testApp.database
      .selectFrom('sessions')
      .where('user_id', '=', member.userId)
      .select('expires_at')
      .executeTakeFirstOrThrow()
  ).expires_at.getTime();

describe('쿠키', () => {
  test('자바스크립트는 읽지 못하고, 다른 사이트로는 가지 않고, 30일 간다', async () => {
    const answer = await testApp.app.inject({
      method: 'POST',
      url: '/api/account/sign-up',
      headers: { origin: OWN_ORIGIN },
      remoteAddress: randomIpAddress(),
      payload: {
        nickname: '쿠키',
        email: 'cookie@example.com',
        password: '123456',
        passwordConfirm: '123456',
        isFourteenOrOlder: true,
      },
    });
    const [session, device, ...rest] = [answer.headers['set-cookie'] ?? []].flat();
    expect(rest).toEqual([]);
    expect(session).toMatch(/^momokzi\.session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/i);
    expect(device).toMatch(/^momokzi\.device=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/i);
  });

  test('https에서는 Secure와 __Host- 이름으로', async () => {
    const origin = 'https://momokzi.example';
    const secure = await openTestApp({ settings: { BASE_URL: origin } });
    try {
      const answer = await secure.app.inject({
        method: 'POST',
        url: '/api/account/sign-up',
        headers: { origin },
        payload: {
          nickname: '쿠키',
          email: 'cookie@example.com',
          password: '123456',
          passwordConfirm: '123456',
          isFourteenOrOlder: true,
        },
      });
      const lines = [answer.headers['set-cookie'] ?? []].flat();
      for (const line of lines) {
        expect(line).toMatch(/^__Host-momokzi\.(session|device)=/);
        expect(line).toMatch(/; Path=\/(;|$)/i);
        expect(line).toMatch(/; Secure(;|$)/i);
        expect(line).not.toMatch(/Domain=/i);
      }
      const cookie = cookieFrom(lines);
      const asked = await secure.app.inject({ method: 'GET', url: getMe.url, headers: { cookie } });
      expect(asked.json().me.email).toBe('cookie@example.com');
    } finally {
      await secure.close();
    }
  });

  test('고치거나 지어낸 쿠키는 아무도 아니다', async () => {
    const member = await signUpMember(testApp.app);
    const [name, value = ''] = (member.cookie.split('; ')[0] as string).split('=');
    const [token, signature] = decodeURIComponent(value).split('.') as [string, string];
    const forged = [
      token,
      `${token}.`,
      `.${signature}`,
      `${token}.${Buffer.alloc(32).toString('base64')}`,
      `${token.slice(0, -1)}${token.endsWith('x') ? 'y' : 'x'}.${signature}`,
      `${signature}.${token}`,
      '%',
      '',
    ];
    const rejectsForged = async () => {
      for (const value of forged) expect(await meWith(`${name}=${encodeURIComponent(value)}`)).toBeNull();
      expect(await meWith(`${name}=%E0%A4%A`)).toBeNull();
    };
    await rejectsForged();
    expect(await meWith(`other=1; ${name}=${value}; more=2`)).toEqual(member.me);
    // The server remembers the valid cookie now.
    await rejectsForged();
  });
});

describe('세션의 끝', () => {
  test('끝난 세션으로는 아무것도 볼 수 없고, 쿠키는 건드리지 않는다', async () => {
    const member = await signUpMember(testApp.app);
    await setSessionEnd(member, Date.now() - 1);
    const answer = await ask(member.cookie);
    expect(answer.json()).toEqual({ me: null });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('쓰는 동안 한 시간에 한 번 연장된다', async () => {
    const member = await signUpMember(testApp.app);
    expect((await ask(member.cookie)).headers['set-cookie']).toBeUndefined();

    await setSessionEnd(member, Date.now() + SESSION_LENGTH_MS - 2 * HOUR);
    const answer = await ask(member.cookie);
    const [line] = [answer.headers['set-cookie'] ?? []].flat();
    expect(line).toMatch(/; Max-Age=2592000;/);
    expect(member.cookie).toContain(cookieFrom(line));
    expect(Math.abs((await sessionEnd(member)) - Date.now() - SESSION_LENGTH_MS)).toBeLessThan(10_000);
    expect((await ask(member.cookie)).headers['set-cookie']).toBeUndefined();
  });

  test('지난 것은 청소된다', async () => {
    const expired = await signUpMember(testApp.app);
    const staying = await signUpMember(testApp.app);
    await setSessionEnd(expired, Date.now() - 1);
    const { database, jobs } = testApp;
    await database
      .insertInto('verifications')
      .values({ id: 'v1', identifier: 'i', value: 'v', expires_at: new Date(0) })
      .execute();
    await database
      .updateTable('rate_limits')
      .set({ resets_at: new Date(0) })
      .execute();
    await jobs.add(database, 'account.clean_up', {});
    await jobs.runDue();

    const owners = await database.selectFrom('sessions').select('user_id').execute();
    expect(owners.map((row) => row.user_id)).not.toContain(expired.userId);
    expect(owners.map((row) => row.user_id)).toContain(staying.userId);
    expect(await database.selectFrom('verifications').selectAll().execute()).toEqual([]);
    expect(await database.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
  });
});

describe('로그아웃', () => {
  const leave = (headers: Record<string, string>) =>
    testApp.app.inject({ method: signOut.method, url: signOut.url, headers });

  test('이 브라우저의 세션만 끝나고 쿠키가 지워진다', async () => {
    const member = await signUpMember(testApp.app);
    const phone = await signInAgain(member);
    const answer = await leave(member.headers);
    expect(answer.json()).toEqual({ me: null });
    expect(answer.headers['set-cookie']).toMatch(/^momokzi\.session=; Max-Age=0;/);
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    expect(await meWith(member.cookie)).toBeNull();
    expect(await meWith(phone)).toEqual(member.me);
  });

  test('이미 끝난 세션도 잘 나간다', async () => {
    const member = await signUpMember(testApp.app);
    await leave(member.headers);
    expect((await leave(member.headers)).statusCode).toBe(200);
    expect((await leave({ origin: OWN_ORIGIN })).statusCode).toBe(200);
  });

  test('다른 사이트가 내보낼 수 없다', async () => {
    const member = await signUpMember(testApp.app);
    for (const origin of ['https://evil.example', undefined]) {
      const headers = { cookie: member.cookie, ...(origin && { origin }) };
      expect((await leave(headers)).statusCode).toBe(403);
    }
    expect(await meWith(member.cookie)).toEqual(member.me);
  });
});

describe('비밀번호 바꾸기', () => {
  const change = (headers: Record<string, string>, form: Record<string, string>) =>
    testApp.app.inject({
      method: changePassword.method,
      url: changePassword.url,
      headers,
      payload: { newPasswordConfirm: form.newPassword, ...form },
    });

  test('다른 곳의 세션은 모두 끝나고, 여기는 새 표로 이어진다', async () => {
    const member = await signUpMember(testApp.app, { password: 'old-password' });
    const [phone, tablet] = [await signInAgain(member), await signInAgain(member)];
    const answer = await change(member.headers, {
      currentPassword: 'old-password',
      newPassword: 'new-password',
    });

    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ me: member.me });
    for (const cookie of [phone, tablet, member.cookie]) expect(await meWith(cookie)).toBeNull();
    expect(await meWith(cookieFrom(answer.headers['set-cookie']))).toEqual(member.me);

    expect(await signInAgain(member)).toBe('');
    expect(await meWith(await signInAgain({ ...member, password: 'new-password' }))).toEqual(member.me);
  });

  test('지금 비밀번호가 틀리면 아무것도 바뀌지 않는다', async () => {
    const member = await signUpMember(testApp.app, { password: 'old-password' });
    const phone = await signInAgain(member);
    const answer = await change(member.headers, { currentPassword: 'guess', newPassword: 'new-password' });
    expect(answer.statusCode).toBe(403);
    expect(answer.json().code).toBe('account.password_wrong');
    for (const cookie of [phone, member.cookie]) expect(await meWith(cookie)).toEqual(member.me);
    expect(await signInAgain(member)).not.toBe('');
  });

  test('한꺼번에 여러 번 바꾸면 하나만 된다', async () => {
    const member = await signUpMember(testApp.app, { password: 'old-password' });
    const answers = await Promise.all(
      [1, 2, 3, 4].map((at) =>
        change(member.headers, { currentPassword: 'old-password', newPassword: `new-${at}-word` }),
      ),
    );
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    const won = answers.findIndex((answer) => answer.statusCode === 200);
    expect(await signInAgain({ ...member, password: `new-${won + 1}-word` })).not.toBe('');
  });

  test('지금 비밀번호를 여기서 맞혀 볼 수도 없다', async () => {
    const member = await signUpMember(testApp.app, { password: 'old-password' });
    const { attempts } = attemptLimits.passwordCheckByAccount;
    for (let at = 0; at < attempts; at += 1) {
      expect(
        (await change(member.headers, { currentPassword: `g${at}`, newPassword: 'new-password' })).statusCode,
      ).toBe(403);
    }
    const right = await change(member.headers, {
      currentPassword: 'old-password',
      newPassword: 'new-password',
    });
    expect(right.statusCode).toBe(429);
  });

  test('방문자는 바꿀 것이 없다', async () => {
    const answer = await change(
      { origin: OWN_ORIGIN },
      { currentPassword: 'a', newPassword: 'new-password' },
    );
    expect(answer.statusCode).toBe(401);
    expect(answer.json().code).toBe('account.sign_in_required');
  });

  test('다른 사이트가 바꿀 수 없다', async () => {
    const member = await signUpMember(testApp.app, { password: 'old-password' });
    const answer = await change(
      { cookie: member.cookie, origin: 'https://evil.example' },
      { currentPassword: 'old-password', newPassword: 'new-password' },
    );
    expect(answer.statusCode).toBe(403);
    expect(await signInAgain(member)).not.toBe('');
  });
});
