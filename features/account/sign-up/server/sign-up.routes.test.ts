import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, OWN_ORIGIN, type TestApp } from '#server/http/test-app.ts';
import { getMe, signUp } from '../../account.contract.ts';
import { cookieFrom, signUpMember, randomIpAddress } from '../../server/account.test-factory.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

const filled = {
  nickname: '김모먹',
  email: 'kim@example.com',
  password: 'bowl-of-rice',
  passwordConfirm: 'bowl-of-rice',
  isFourteenOrOlder: true,
};

const submit = (form: unknown, headers: Record<string, string> = {}) =>
  testApp.app.inject({
    method: signUp.method,
    url: signUp.url,
    headers: { origin: OWN_ORIGIN, ...headers },
    remoteAddress: randomIpAddress(),
    payload: form as object,
  });

test('방문자가 가입하면 회원이 되고 로그인되어 있다', async () => {
  const before = Date.now();
  const answer = await submit({ ...filled, nickname: ' 김모먹 ', email: 'Kim.New@Example.com' });

  expect(answer.statusCode).toBe(201);
  const { me } = answer.json();
  expect(me).toEqual({
    uid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    email: 'kim.new@example.com',
    emailVerified: false,
    displayName: '김모먹',
    providerId: 'password',
    accountTier: 'free',
    paidTierExpiresAt: null,
    endedByRefund: false,
    isAdmin: false,
    createdAt: expect.any(Number),
  });
  expect(before - 1000 <= me.createdAt && me.createdAt <= Date.now() + 1000).toBe(true);

  const cookie = cookieFrom(answer.headers['set-cookie']);
  const asked = await testApp.app.inject({ method: 'GET', url: getMe.url, headers: { cookie } });
  expect(asked.json()).toEqual({ me });
});

test('방문자는 아무도 아니다', async () => {
  const asked = await testApp.app.inject({ method: 'GET', url: getMe.url });
  expect(asked.json()).toEqual({ me: null });
  expect(asked.headers['cache-control']).toBe('no-store');
});

test('잘못 적은 칸은 모두 한꺼번에 알려 준다', async () => {
  const answer = await submit({
    nickname: '김',
    email: 'kim',
    password: '123',
    passwordConfirm: '321',
    isFourteenOrOlder: false,
  });
  expect(answer.statusCode).toBe(400);
  const { code, errors } = answer.json();
  expect(code).toBe('request.invalid');
  expect(errors.map((error: { path: string; code: string }) => [error.path, error.code])).toEqual([
    ['nickname', 'account.nickname_too_short'],
    ['email', 'account.email_invalid'],
    ['password', 'account.password_too_short'],
    ['isFourteenOrOlder', 'account.age_not_confirmed'],
    ['passwordConfirm', 'account.passwords_differ'],
  ]);
});

test('이미 쓰이는 메일로는 가입할 수 없다, 대소문자를 바꾸어도', async () => {
  await submit({ ...filled, email: 'taken@example.com' });
  const again = await submit({ ...filled, email: 'Taken@EXAMPLE.com', nickname: '다른이' });
  expect(again.statusCode).toBe(409);
  expect(again.json().code).toBe('account.email_taken');
  expect(again.headers['set-cookie']).toBeUndefined();
});

test('같은 메일로 한꺼번에 가입하면 꼭 하나만 된다', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      submit({ ...filled, email: 'race@example.com', nickname: `경주${at}` }),
    ),
  );
  const codes = answers.map((answer) => (answer.statusCode === 201 ? 'made' : answer.json().code));
  expect(codes.filter((code) => code === 'made')).toHaveLength(1);
  expect(codes.filter((code) => code === 'account.email_taken')).toHaveLength(11);

  const { database } = testApp;
  const users = await database
    .selectFrom('users')
    .where('email', '=', 'race@example.com')
    .selectAll()
    .execute();
  expect(users).toHaveLength(1);
  const accounts = await database
    .selectFrom('accounts')
    .where('user_id', '=', users[0]?.id ?? '')
    .selectAll()
    .execute();
  expect(accounts).toHaveLength(1);
});

test('메일의 유일함을 데이터베이스가 지키지 않으면 여럿이 된다 (앞의 시험이 틀릴 수 있다는 증거)', async () => {
  const other = await openTestApp();
  try {
    await other.database.schema.alterTable('users').dropConstraint('users_email_key').execute();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        other.app.inject({
          method: signUp.method,
          url: signUp.url,
          headers: { origin: OWN_ORIGIN },
          remoteAddress: randomIpAddress(),
          payload: { ...filled, email: 'race@example.com' },
        }),
      ),
    );
    expect(answers.filter((answer) => answer.statusCode === 201).length).toBeGreaterThan(1);
  } finally {
    await other.close();
  }
});

test('양식에 없는 칸은 아무 일도 하지 않는다', async () => {
  const forged = {
    isAdmin: true,
    accountTier: 'paid',
    account_tier: 'paid',
    paidTierExpiresAt: 4102444800000,
    emailVerified: true,
    email_verified: true,
    providerId: 'google',
    provider_id: 'google',
    id: 'chosen-id',
    uid: 'chosen-id',
    createdAt: 0,
    role: 'admin',
  };
  const answer = await submit({ ...filled, email: 'forger@example.com', ...forged });
  expect(answer.statusCode).toBe(201);
  const { me } = answer.json();
  expect(me).toMatchObject({
    accountTier: 'free',
    isAdmin: false,
    providerId: 'password',
    paidTierExpiresAt: null,
    endedByRefund: false,
  });
  expect(me.uid).not.toBe('chosen-id');
  expect(me.createdAt).toBeGreaterThan(0);

  const { database } = testApp;
  const user = await database
    .selectFrom('users')
    .where('id', '=', me.uid)
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(user.email_verified).toBe(false);
  expect(
    await database.selectFrom('memberships').where('user_id', '=', me.uid).selectAll().execute(),
  ).toEqual([]);
});

test('비밀번호는 이 사람만의 소금을 친 argon2id로만 남는다', async () => {
  const one = await signUpMember(testApp.app, { password: '같은 비밀번호' });
  const two = await signUpMember(testApp.app, { password: '같은 비밀번호' });
  const rows = await testApp.database
    .selectFrom('accounts')
    .where('user_id', 'in', [one.userId, two.userId])
    .select('password')
    .execute();
  for (const { password } of rows) expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(rows[0]?.password).not.toBe(rows[1]?.password);
});

test('다른 사이트에서 온 가입은 받지 않는다', async () => {
  for (const origin of ['https://evil.example', 'null', 'http://localhost:3000.evil.example']) {
    const answer = await submit({ ...filled, email: 'csrf@example.com' }, { origin });
    expect(answer.statusCode).toBe(403);
    expect(answer.json().code).toBe('request.foreign_origin');
  }
  const { database } = testApp;
  expect(
    await database.selectFrom('users').where('email', '=', 'csrf@example.com').select('id').execute(),
  ).toEqual([]);
});

test('양식 흉내를 낸 본문은 읽지 않는다', async () => {
  const answer = await testApp.app.inject({
    method: 'POST',
    url: signUp.url,
    headers: { origin: OWN_ORIGIN, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'nickname=kim&email=form%40example.com',
  });
  expect(answer.statusCode).toBe(415);
});

test('better-auth 자신의 주소는 열려 있지 않다', async () => {
  for (const path of ['/sign-up/email', '/sign-in/email', '/update-user', '/get-session', '/ok', '/error']) {
    for (const method of ['GET', 'POST'] as const) {
      const answer = await testApp.app.inject({
        method,
        url: `/api/auth${path}`,
        headers: { origin: OWN_ORIGIN },
      });
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['content-type']).toContain('application/problem+json');
    }
  }
});

test('기록에는 일만 남고 비밀번호도 메일 주소도 쿠키도 남지 않는다', async () => {
  const secret = 'canary-password-91c2';
  const member = await signUpMember(testApp.app, {
    email: 'canary@example.com',
    password: secret,
    nickname: '카나리아',
  });
  await submit({ ...filled, email: 'canary@example.com', password: secret, passwordConfirm: secret });

  const log = testApp.log.join('');
  const events = testApp.log
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event === 'account.signed_up');
  expect(events.some(({ userId }) => userId === member.userId)).toBe(true);
  expect(log).not.toContain(secret);
  expect(log).not.toContain('canary@example.com');
  expect(log).not.toContain('카나리아');
  const token = decodeURIComponent(member.cookie.split(';')[0]?.split('=')[1] ?? '').split('.')[0] as string;
  expect(token).toHaveLength(32);
  expect(log).not.toContain(token);
});
