import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, OWN_ORIGIN, type TestApp } from '#server/http/test-app.ts';
import { getMe } from '../../account.contract.ts';
import { attemptLimits } from '../../account.rules.ts';
import {
  listApiTokens,
  createApiToken,
  revokeApiToken,
  TOKENS_MAXIMUM,
  type TokenScope,
} from '../api-tokens.contract.ts';
import { signUpMember, type TestMember } from '../../server/account.test-factory.ts';

let testApp: TestApp;
let member: TestMember;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  member = await signUpMember(testApp.app);
});
afterAll(() => testApp?.close());

const make = (form: unknown, of = member) =>
  testApp.app.inject({
    method: createApiToken.method,
    url: createApiToken.url,
    headers: of.headers,
    payload: form as object,
  });

async function tokenOf(scope: TokenScope, of = member): Promise<{ id: string; secret: string }> {
  const answer = await make({ name: `my ${scope}`, scope }, of);
  expect(answer.statusCode).toBe(201);
  return { id: answer.json().token.id, secret: answer.json().secret };
}

const revoke = (tokenId: string) =>
  testApp.app.inject({
    method: revokeApiToken.method,
    url: revokeApiToken.url.replace(':tokenId', encodeURIComponent(tokenId)),
    headers: member.headers,
  });

const list = async () =>
  (await testApp.app.inject({ url: listApiTokens.url, headers: member.headers })).json().tokens;

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

const readList = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
  testApp.app.inject({ url: '/api/my-restaurants', headers, remoteAddress });

let keys = 0;
const addPlace = (headers: Record<string, string>) =>
  testApp.app.inject({
    method: 'POST',
    url: '/api/my-restaurants',
    headers: { 'idempotency-key': `key-of-a-token-${(keys += 1)}`, ...headers },
    payload: { place: { from: 'hand', name: `하동관 ${keys}`, address: '서울 중구 명동9길 12' } },
  });

describe('토큰 만들기', () => {
  test('비밀은 한 번만 보이고, 저장된 것은 해시뿐이다', async () => {
    const { id, secret } = await tokenOf('read');
    expect(secret).toMatch(/^momokzi_[A-Za-z0-9_-]{43}$/);
    expect(await list()).toEqual([
      { id, name: 'my read', scope: 'read', createdAt: expect.any(Number), lastUsedAt: null },
    ]);
    const stored = await testApp.database.selectFrom('api_tokens').selectAll().execute();
    expect(JSON.stringify(stored)).toContain(id);
    expect(JSON.stringify(stored)).not.toContain(secret.slice('momokzi_'.length));
    expect(testApp.log.join('')).not.toContain(secret);
  });

  test('틀린 칸은 모두 한 번에', async () => {
    const answer = await make({ name: ' ', scope: 'everything' });
    expect(answer.json().errors).toEqual([
      expect.objectContaining({ path: 'name', code: 'account.token_name_missing' }),
      expect.objectContaining({ path: 'scope', code: 'invalid' }),
    ]);
  });

  test('같은 이름으로 다시 만들 수 없다', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => make({ name: 'laptop', scope: 'read' })));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(2);
    expect(await list()).toHaveLength(1);
    const other = await signUpMember(testApp.app);
    expect((await make({ name: 'laptop', scope: 'read' }, other)).statusCode).toBe(201);
  });

  test('한꺼번에 만들어도 정해진 수를 넘지 않는다', async () => {
    const answers = await Promise.all(
      Array.from({ length: TOKENS_MAXIMUM + 3 }, (_, at) => make({ name: `token ${at}`, scope: 'read' })),
    );
    const refused = answers.filter(({ statusCode }) => statusCode !== 201);
    expect(refused).toHaveLength(3);
    expect(refused[0]?.json()).toMatchObject({
      code: 'account.token_limit_reached',
      params: { limit: TOKENS_MAXIMUM },
    });
    expect(await list()).toHaveLength(TOKENS_MAXIMUM);
  });
});

describe('토큰으로 부르기', () => {
  test('주인의 목록을 읽고, 마지막으로 쓴 때가 남는다', async () => {
    await addPlace(member.headers);
    const { secret } = await tokenOf('read');
    const answer = await readList(bearer(secret));
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual((await readList(member.headers)).json());
    const [token] = await list();
    expect(Math.abs(token.lastUsedAt - Date.now())).toBeLessThan(60_000);
    const asked = await testApp.app.inject({ url: getMe.url, headers: bearer(secret) });
    expect(asked.json().me.uid).toBe(member.userId);
  });

  test('읽기 토큰으로는 쓸 수 없고, 아무것도 바뀌지 않는다', async () => {
    const { secret } = await tokenOf('read');
    const answer = await addPlace(bearer(secret));
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'account.token_read_only']);
    expect((await readList(member.headers)).json().restaurants).toEqual([]);
  });

  test('읽고 쓰는 토큰은 Origin 없이도 쓸 수 있다', async () => {
    const { secret } = await tokenOf('read-write');
    expect((await addPlace(bearer(secret))).statusCode).toBe(201);
    expect((await readList(member.headers)).json().restaurants).toHaveLength(1);
  });

  test('쿠키가 함께 오면 Origin을 따지고, 그래도 토큰의 주인이다', async () => {
    const other = await signUpMember(testApp.app);
    const { secret } = await tokenOf('read-write');
    const headers = { ...bearer(secret), cookie: other.cookie };
    const foreign = await addPlace({ ...headers, origin: 'https://evil.example' });
    expect(foreign.json().code).toBe('request.foreign_origin');
    expect((await addPlace({ ...headers, origin: OWN_ORIGIN })).statusCode).toBe(201);
    expect((await readList(member.headers)).json().restaurants).toHaveLength(1);
    expect((await readList(other.headers)).json().restaurants).toEqual([]);
  });

  test('틀린 토큰은 쿠키로 넘어가지 않는다', async () => {
    const answer = await readList({ ...bearer('momokzi_wrong'), cookie: member.cookie });
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'account.token_invalid']);
  });

  test('다른 방식의 Authorization은 우리 일이 아니다', async () => {
    const headers = { authorization: 'Basic dXNlcjpwYXNz', cookie: member.cookie };
    expect((await readList(headers)).statusCode).toBe(200);
    const write = await addPlace({ authorization: 'Basic dXNlcjpwYXNz' });
    expect(write.json().code).toBe('request.foreign_origin');
  });

  test('계정은 토큰으로 건드릴 수 없다', async () => {
    const { secret } = await tokenOf('read-write');
    const routes = testApp.app.routeTable.filter(({ url }) => url.startsWith('/api/account/'));
    expect(routes.length).toBeGreaterThan(8);
    for (const { method, url } of routes) {
      const answer = await testApp.app.inject({
        method: method as 'GET',
        url: url.replaceAll(/:\w+/g, 'some-id'),
        headers: bearer(secret),
      });
      expect([method, url, answer.statusCode]).toEqual([method, url, 403]);
      if (method !== 'HEAD') expect(answer.json().code).toBe('account.token_refused');
    }
  });

  test('관리자의 토큰도 관리자는 아니다', async () => {
    const headquarters = await openTestApp({ settings: { ADMIN_EMAIL: 'boss@example.com' } });
    try {
      const boss = await signUpMember(headquarters.app, { email: 'boss@example.com' });
      await headquarters.database
        .updateTable('users')
        .set({ email_verified: true })
        .where('id', '=', boss.userId)
        .execute();
      const made = await headquarters.app.inject({
        method: 'POST',
        url: createApiToken.url,
        headers: boss.headers,
        payload: { name: 'boss', scope: 'read-write' },
      });
      const ask = async (headers: Record<string, string>) =>
        (await headquarters.app.inject({ url: getMe.url, headers })).json().me.isAdmin;
      expect(await ask(boss.headers)).toBe(true);
      expect(await ask(bearer(made.json().secret))).toBe(false);
    } finally {
      await headquarters.close();
    }
  });
});

describe('토큰의 끝', () => {
  test('없앤 토큰의 다음 요청은 401이고, 다른 토큰은 그대로다', async () => {
    const [revoked, kept] = [await tokenOf('read'), await tokenOf('read-write')];
    expect((await readList(bearer(revoked.secret))).statusCode).toBe(200);
    expect((await revoke(revoked.id)).json()).toEqual({ revoked: true });
    const answer = await readList(bearer(revoked.secret));
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'account.token_invalid']);
    expect((await readList(bearer(kept.secret))).statusCode).toBe(200);
  });

  test('남의 토큰은 모르는 토큰과 똑같이 답하고 그대로 있다', async () => {
    const stranger = await signUpMember(testApp.app);
    const theirs = await tokenOf('read', stranger);
    const [answer, unknown] = await Promise.all([revoke(theirs.id), revoke('0190a1b2-no-such-id')]);
    expect(answer.json()).toEqual({ ...unknown.json(), instance: answer.json().instance });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'account.token_unknown']);
    expect((await readList(bearer(theirs.secret))).statusCode).toBe(200);
  });
});

describe('한도', () => {
  test('틀린 토큰을 많이 보낸 주소는 막히고, 다른 주소는 그대로다', async () => {
    const { secret } = await tokenOf('read');
    const { attempts } = attemptLimits.wrongTokenByAddress;
    for (let at = 0; at < attempts; at += 1) {
      const answer = await readList(bearer(`momokzi_guess-${at}`), '198.51.100.7');
      expect(answer.json().code).toBe('account.token_invalid');
    }
    const held = await readList(bearer(secret), '198.51.100.7');
    expect([held.statusCode, held.json().code]).toEqual([429, 'request.too_many']);
    expect(Number(held.headers['retry-after'])).toBeGreaterThan(0);
    expect((await readList(bearer(secret), '198.51.100.8')).statusCode).toBe(200);
    expect((await readList(member.headers, '198.51.100.7')).statusCode).toBe(200);
  });

  test('요청의 한도는 계정의 것이다: 토큰과 브라우저가 함께 쓴다', async () => {
    const narrow = await openTestApp({ settings: { REQUESTS_PER_MINUTE_BY_ACCOUNT: 4 } });
    try {
      const owner = await signUpMember(narrow.app);
      const made = await narrow.app.inject({
        method: 'POST',
        url: createApiToken.url,
        headers: owner.headers,
        payload: { name: 'busy', scope: 'read' },
      });
      const ask = async (headers: Record<string, string>) =>
        (await narrow.app.inject({ url: '/api/my-restaurants', headers })).statusCode;
      const token = bearer(made.json().secret);
      expect([await ask(token), await ask(token), await ask(token), await ask(token)]).toEqual([
        200, 200, 200, 429,
      ]);
      expect(await ask(owner.headers)).toBe(429);
    } finally {
      await narrow.close();
    }
  });
});
