/** The authorization server, used by the client of the official SDK. */
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadExamplePlaces } from '#features/places/server/places.public.ts';
import { OWN_ORIGIN, openTestApp, type TestApp } from '#server/http/test-app.ts';
import {
  randomIpAddress,
  requestsTo,
  signUpMember,
  type TestMember,
} from '../../server/account.test-factory.ts';
import { resetPassword } from '../../mail-links/mail-links.contract.ts';
import { issueToken } from '../../mail-links/server/account-tokens.ts';
import {
  decideConnection,
  disconnectApp,
  listConnectedApps,
  readConnectionRequest,
} from '../connected-apps.contract.ts';
import {
  CONNECTION_DAYS,
  REDIRECT_URIS_MAXIMUM,
  UNUSED_APP_DAYS,
  UNUSED_APPS_MAXIMUM,
} from '../connected-apps.rules.ts';
import { callTool, createTestApp } from './app.test-factory.ts';

let on: TestApp;
let member: TestMember;
beforeAll(async () => {
  on = await openTestApp({ settings: { MCP: 'on' } });
  await loadExamplePlaces(on.database);
});
beforeEach(async () => {
  member = await signUpMember(on.app);
});
afterAll(() => on?.close());

const send = requestsTo(() => on.app);

/** Sends a request of an app to the server without a connection. */
async function fetchFrom(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const request = new Request(url, init);
  const answer = await on.app.inject({
    method: request.method as 'GET',
    url: request.url.slice(OWN_ORIGIN.length),
    headers: Object.fromEntries(request.headers),
    remoteAddress: randomIpAddress(),
    ...(request.body && { payload: await request.text() }),
  });
  const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return new Response(answer.statusCode === 204 ? null : answer.body, { status: answer.statusCode, headers });
}

const testApp = (metadata = {}) => createTestApp({ mcpUrl: `${OWN_ORIGIN}/mcp`, fetch: fetchFrom, metadata });

/** Opens a page as the member's browser. @returns the page to which the server redirects */
async function visit(url: URL, { cookie } = member): Promise<URL> {
  const answer = await on.app.inject({ url: `${url.pathname}${url.search}`, headers: { cookie } });
  expect(answer.statusCode, answer.body).toBe(302);
  return new URL(String(answer.headers.location), OWN_ORIGIN);
}

const requestOf = (page: URL) => {
  expect(page.pathname).toBe('/app/connect');
  return page.searchParams.get('request') ?? '';
};

async function decide(request: string, { isAllowed = true, mayWrite = true, of = member } = {}) {
  const { status, body } = await send(
    decideConnection,
    { request, isAllowed, mayWrite },
    { cookie: of.cookie },
  );
  expect([status, body]).toEqual([200, { url: expect.any(String) }]);
  return body.url as string;
}

async function connected({ mayWrite = true, metadata = {} } = {}) {
  const app = testApp(metadata);
  const page = await visit(await app.begin());
  await app.complete(await decide(requestOf(page), { mayWrite }));
  return app;
}

const listed = async (of = member) => (await send(listConnectedApps, undefined, { cookie: of.cookie })).body;

async function form(fields: Record<string, string>) {
  const answer = await fetchFrom(`${OWN_ORIGIN}/api/auth/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  const body = (await answer.json()) as Record<string, string>;
  return { status: answer.status, body };
}

const refresh = ({ stored }: ReturnType<typeof testApp>, token = stored.tokens?.refresh_token ?? '') =>
  form({ grant_type: 'refresh_token', refresh_token: token, client_id: stored.client?.client_id ?? '' });

const register = async (metadata: object, from = randomIpAddress()) => {
  const answer = await on.app.inject({
    method: 'POST',
    url: '/api/auth/oauth2/register',
    remoteAddress: from,
    payload: metadata,
  });
  return [answer.statusCode, answer.json()] as const;
};

const callMcp = (token: string) =>
  fetchFrom(`${OWN_ORIGIN}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  });

test('앱이 스스로 등록하고, 회원이 허락하면 맛집을 읽고 담는다', async () => {
  const app = testApp();
  const begun = await app.begin();
  expect(begun.searchParams.get('code_challenge_method')).toBe('S256');
  expect(begun.searchParams.get('resource')).toBe(`${OWN_ORIGIN}/mcp`);

  const request = requestOf(await visit(begun));
  const read = await send(readConnectionRequest, { request }, { cookie: member.cookie });
  expect(read.body).toEqual({ name: '밥친구', host: '127.0.0.1:33418', asksToWrite: true });
  expect((await listed()).apps).toEqual([]);

  const returned = await decide(request);
  const { searchParams } = new URL(returned);
  expect(returned.startsWith('http://127.0.0.1:33418/callback?')).toBe(true);
  expect(searchParams.get('state')).toBe('state-of-the-app');
  expect(searchParams.get('iss')).toBe(`${OWN_ORIGIN}/api/auth`);
  await app.complete(returned);
  expect(app.stored.tokens).toMatchObject({
    token_type: 'Bearer',
    expires_in: 1800,
    scope: 'read write offline_access',
    refresh_token: expect.any(String),
  });

  const client = await app.connect();
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('add_place');
  const { candidates } = await callTool(client, 'find_places_to_add', { name: '서리냉면옥' });
  const { placeId } = candidates[0];
  const added = await callTool(client, 'add_place', { placeId });
  expect(added.place).toMatchObject({ name: '서리냉면옥' });

  const { apps, acts } = await listed();
  expect(apps).toEqual([
    {
      id: expect.any(String),
      name: '밥친구',
      host: '127.0.0.1:33418',
      scope: 'read-write',
      connectedAt: expect.any(Number),
      lastUsedAt: expect.any(Number),
    },
  ]);
  expect(acts).toEqual([
    {
      id: expect.any(String),
      assistant: '밥친구',
      tool: 'add_place',
      placeName: '서리냉면옥',
      actedAt: expect.any(Number),
    },
  ]);
  const other = await signUpMember(on.app);
  expect(await listed(other)).toEqual({ apps: [], acts: [] });
});

test('로그인하지 않았으면 로그인한 뒤 같은 요청을 허락한다', async () => {
  const app = testApp();
  const page = await visit(await app.begin(), { ...member, cookie: '' });
  const request = requestOf(page);
  const visitor = await send(readConnectionRequest, { request });
  expect([visitor.status, visitor.body.code]).toEqual([401, 'account.sign_in_required']);
  await app.complete(await decide(request));
  expect((await callMcp(app.stored.tokens?.access_token ?? '')).status).toBe(200);
});

test('거절하면 앱에 access_denied로 돌려보내고 아무것도 남기지 않는다', async () => {
  const app = testApp();
  const request = requestOf(await visit(await app.begin()));
  const { searchParams } = new URL(await decide(request, { isAllowed: false }));
  expect(Object.fromEntries(searchParams)).toMatchObject({
    error: 'access_denied',
    state: 'state-of-the-app',
    iss: `${OWN_ORIGIN}/api/auth`,
  });
  expect((await listed()).apps).toEqual([]);
});

test('쓰기를 허락하지 않으면 담지 못하고, 나중에 덜 허락하면 이미 받은 토큰도 줄어든다', async () => {
  const app = await connected({ mayWrite: false });
  expect(app.stored.tokens?.scope).toBe('read offline_access');
  const place = { placeId: 'example-seori' };
  expect(await callTool(await app.connect(), 'add_place', place)).toContain('읽기');
  expect((await listed()).apps[0].scope).toBe('read');

  const again = await connected();
  await decide(requestOf(await visit(reauthorization(again))), { mayWrite: false });
  expect(await callTool(await again.connect(), 'add_place', place)).toContain('읽기');
});

/** Returns the URL with which a connected app asks again. */
function reauthorization(app: ReturnType<typeof testApp>): URL {
  const url = app.stored.authorizationUrl;
  if (!url) throw new Error('The app has not begun.');
  return url;
}

test('이미 연결한 앱이 다시 물어도 회원에게 묻는다', async () => {
  const app = await connected();
  const url = reauthorization(app);
  url.searchParams.set('prompt', 'none');
  expect(requestOf(await visit(url))).not.toBe('');
});

test('끊으면 접근 토큰과 새로 고침 토큰이 바로 끝난다', async () => {
  const app = await connected();
  const token = app.stored.tokens?.access_token ?? '';
  expect((await callMcp(token)).status).toBe(200);
  const [{ id: appId }] = (await listed()).apps;
  const url = disconnectApp.url.replace(':appId', appId);
  const other = await signUpMember(on.app);
  const byOther = await send({ ...disconnectApp, url }, undefined, { cookie: other.cookie });
  expect([byOther.status, byOther.body.code]).toEqual([404, 'account.connection_unknown']);
  expect((await callMcp(token)).status).toBe(200);

  expect((await send({ ...disconnectApp, url }, undefined, { cookie: member.cookie })).status).toBe(200);
  const refused = await callMcp(token);
  expect(refused.status).toBe(401);
  expect(refused.headers.get('www-authenticate')).toContain('resource_metadata=');
  const refreshed = await refresh(app);
  expect([refreshed.status, refreshed.body.error]).toEqual([400, 'invalid_grant']);
  expect((await listed()).apps).toEqual([]);
});

test('새로 고침 토큰은 한 번만 쓰이고, 훔친 것을 다시 쓰면 연결의 토큰이 모두 끝난다', async () => {
  const app = await connected();
  const first = app.stored.tokens?.refresh_token ?? '';
  const { body: second } = await refresh(app, first);
  expect((await callMcp(second.access_token ?? '')).status).toBe(200);
  // The response may have been lost, so the same request gets the same response for some seconds.
  expect((await refresh(app, first)).body.access_token).toBe(second.access_token);
  await on.database
    .updateTable('oauth_refresh_tokens')
    .set({ rotated_at: new Date(0), rotation_replay_expires_at: new Date(0) })
    .where('rotated_at', 'is not', null)
    .execute();
  expect((await refresh(app, first)).status).toBe(400);
  expect((await refresh(app, second.refresh_token)).status).toBe(400);
  expect((await callMcp(second.access_token ?? '')).status).toBe(401);
});

test('지난 접근 토큰은 거절하고, SDK가 스스로 새로 고친다', async () => {
  const app = await connected();
  const before = app.stored.tokens?.access_token ?? '';
  await on.database
    .updateTable('oauth_access_tokens')
    .set({ expires_at: new Date(0) })
    .execute();
  expect((await callMcp(before)).status).toBe(401);
  const client = await app.connect();
  expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  expect(app.stored.tokens?.access_token).not.toBe(before);
});

test('앱의 토큰은 /mcp에서만 통한다', async () => {
  const app = await connected();
  const bearer = app.stored.tokens?.access_token ?? '';
  for (const url of ['/api/my-restaurants', '/api/me', '/api/account/tokens']) {
    const { status, body } = await send({ method: 'GET', url }, undefined, { bearer });
    expect([url, status, body.code]).toEqual([url, 403, 'account.token_refused']);
  }
});

test('비밀은 저장하지 않는다', async () => {
  const app = await connected({ metadata: { token_endpoint_auth_method: 'client_secret_post' } });
  const { access_token: access, refresh_token: renewal } = app.stored.tokens ?? {};
  const secret = (app.stored.client as { client_secret?: string }).client_secret;
  expect(secret).toEqual(expect.any(String));
  const rows = [
    await on.database.selectFrom('oauth_access_tokens').selectAll().execute(),
    await on.database.selectFrom('oauth_refresh_tokens').selectAll().execute(),
    await on.database.selectFrom('oauth_clients').selectAll().execute(),
  ];
  const text = JSON.stringify(rows) + on.log.join('');
  for (const one of [access?.replace('momokzi-app_', ''), renewal, secret]) expect(text).not.toContain(one);
});

describe('인가 요청', () => {
  const urlOf = async (change: (params: URLSearchParams) => void) => {
    const url = await testApp().begin();
    change(url.searchParams);
    return visit(url);
  };

  test.each([
    ['PKCE가 없으면', (params: URLSearchParams) => params.delete('code_challenge')],
    ['plain이면', (params: URLSearchParams) => params.set('code_challenge_method', 'plain')],
  ])('%s 앱으로 오류를 돌려보낸다', async (_name, change) => {
    const target = await urlOf(change);
    expect([target.host, target.searchParams.get('error')]).toEqual(['127.0.0.1:33418', 'invalid_request']);
  });

  test('다른 자원을 위한 토큰은 주지 않는다', async () => {
    const target = await urlOf((params) => params.set('resource', 'https://evil.example/mcp'));
    expect(target.searchParams.get('error')).toBe('invalid_target');
  });

  test.each([
    ['등록하지 않은 주소', (params: URLSearchParams) => params.set('redirect_uri', 'https://evil.example/')],
    ['모르는 앱', (params: URLSearchParams) => params.set('client_id', 'nobody')],
  ])('%s로는 돌려보내지 않는다', async (_name, change) => {
    expect(requestOf(await urlOf(change))).toBe('');
  });

  test('모르는 권한은 무시하고, 쓰기를 청하지 않으면 쓰기를 주지 않는다', async () => {
    const page = await urlOf((params) => params.set('scope', 'openid read'));
    const returned = await decide(requestOf(page));
    expect(new URL(returned).searchParams.get('code')).toEqual(expect.any(String));
    expect((await listed()).apps[0].scope).toBe('read');
  });

  test('고친 요청, 지난 요청은 허락할 수 없다', async () => {
    const app = testApp();
    const request = requestOf(await visit(await app.begin()));
    const changed = request.replace('read', 'read+admin');
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      for (const [given, minutes] of [
        [changed, 0],
        [request.replace('33418', '33419'), 0],
        ['client_id=nobody', 0],
        [request, 11],
      ] as const) {
        vi.setSystemTime(Date.now() + minutes * 60_000);
        for (const [endpoint, rest] of [
          [readConnectionRequest, {}],
          [decideConnection, { isAllowed: true, mayWrite: true }],
          [decideConnection, { isAllowed: false, mayWrite: true }],
        ] as const) {
          const { status, body } = await send(
            endpoint,
            { request: given, ...rest },
            { cookie: member.cookie },
          );
          expect([status, body.code]).toEqual([400, 'account.connection_request_invalid']);
        }
      }
    } finally {
      vi.useRealTimers();
    }
    expect((await listed()).apps).toEqual([]);
  });

  test('코드는 한 번만, PKCE의 비밀과 함께만 통한다', async () => {
    const app = testApp();
    const returned = await decide(requestOf(await visit(await app.begin())));
    const fields = {
      grant_type: 'authorization_code',
      code: new URL(returned).searchParams.get('code') ?? '',
      client_id: app.stored.client?.client_id ?? '',
      redirect_uri: 'http://127.0.0.1:33418/callback',
      resource: `${OWN_ORIGIN}/mcp`,
    };
    const other = testApp();
    await visit(await other.begin());
    expect((await form({ ...fields, code_verifier: other.stored.verifier ?? '' })).status).toBe(401);
    expect((await form({ ...fields, code_verifier: app.stored.verifier ?? '' })).status).toBe(400);
  });

  test('저장할 수 없는 글자가 있는 양식은 거절한다', async () => {
    const { status, body } = await form({
      grant_type: 'refresh_token',
      refresh_token: 'a',
      client_id: '\0',
    });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });
});

describe('등록', () => {
  test.each([
    ['http://example.com/callback'],
    ['https://example.com/callback#fragment'],
    ['https://user:secret@example.com/callback'],
    ['https://localhost/callback'],
    ['cursor://callback'],
    ['com.example.app:/callback'],
    ['javascript:alert(1)'],
    ['/callback'],
  ])('%s은 받지 않는다', async (uri) => {
    const [status, body] = await register({ redirect_uris: [uri] });
    expect([status, body.error]).toEqual([400, 'invalid_redirect_uri']);
  });

  test('https와 이 컴퓨터의 주소를 받고, 이름이 없으면 주소를 이름으로 쓴다', async () => {
    const uris = ['https://app.example/callback', 'http://localhost:1234/x', 'http://[::1]/x'];
    const [status, body] = await register({ redirect_uris: uris, logo_uri: 'https://evil.example/a.png' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      client_id: expect.any(String),
      client_secret: expect.any(String),
      client_name: 'app.example',
      redirect_uris: uris,
      grant_types: ['authorization_code', 'refresh_token'],
    });
    expect(JSON.stringify(body)).not.toContain('evil.example');
  });

  test.each([
    ['주소가 많으면', { redirect_uris: Array(REDIRECT_URIS_MAXIMUM + 1).fill('https://app.example/') }],
    ['주소가 없으면', { client_name: '이름' }],
    ['이름이 길면', { client_name: '가'.repeat(61), redirect_uris: ['https://app.example/'] }],
    [
      '서명하는 앱이면',
      { token_endpoint_auth_method: 'private_key_jwt', redirect_uris: ['https://app.example/'] },
    ],
  ])('%s 받지 않는다', async (_name, metadata) => {
    const [status, body] = await register(metadata);
    expect([status, body.error]).toEqual([400, 'invalid_client_metadata']);
  });

  test('한 주소에서 한 시간에 60번까지 받는다', async () => {
    const metadata = { redirect_uris: ['https://app.example/'] };
    const statuses: number[] = [];
    for (let index = 0; index < 61; index += 1) statuses.push((await register(metadata, '198.19.0.1'))[0]);
    expect(statuses.filter((status) => status === 201)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
  });

  test('아무도 연결하지 않은 앱이 너무 많으면 더 받지 않고, 며칠 뒤에 지운다', async () => {
    const kept = await connected();
    const at = new Date(Date.now() - UNUSED_APP_DAYS * 24 * 60 * 60 * 1000 - 60_000);
    await on.database
      .insertInto('oauth_clients')
      .values(
        Array.from({ length: UNUSED_APPS_MAXIMUM }, () => ({
          id: randomUUID(),
          client_id: randomUUID(),
          redirect_uris: '[]',
          updated_at: at,
        })),
      )
      .execute();
    const metadata = { redirect_uris: ['https://app.example/'] };
    expect((await register(metadata))[0]).toBe(503);
    await on.database
      .updateTable('oauth_clients')
      .set({ updated_at: at })
      .where('client_id', '=', kept.stored.client?.client_id ?? '')
      .execute();
    await on.jobs.add(on.database, 'account.clean_up_apps', {});
    await on.jobs.runDue();
    expect((await register(metadata))[0]).toBe(201);
    expect((await listed()).apps).toHaveLength(1);
  });
});

test('토큰은 연결 없이 저장되지 않으므로, 끊는 동안 발급되던 토큰도 남지 않는다', async () => {
  const app = await connected();
  const row = await on.database
    .selectFrom('oauth_access_tokens')
    .where('user_id', '=', member.userId)
    .select(['client_id', 'scopes'])
    .executeTakeFirstOrThrow();
  const [{ id }] = (await listed()).apps;
  await send({ ...disconnectApp, url: disconnectApp.url.replace(':appId', id) }, undefined, {
    cookie: member.cookie,
  });
  const late = on.database
    .insertInto('oauth_access_tokens')
    .values({
      ...row,
      id: randomUUID(),
      scopes: JSON.stringify(row.scopes),
      token: 'late',
      user_id: member.userId,
      created_at: new Date(),
      expires_at: new Date(Date.now() + 60_000),
    })
    .execute();
  await expect(late).rejects.toThrow('violates foreign key constraint');
  expect((await refresh(app)).status).toBe(400);
});

test('계속 쓰여도 한 해가 지나면 다시 물어야 한다', async () => {
  const [old, recent] = [await connected(), await connected()];
  await on.database
    .updateTable('oauth_consents')
    .set({ updated_at: new Date(Date.now() - (CONNECTION_DAYS + 1) * 24 * 60 * 60 * 1000) })
    .where('client_id', '=', old.stored.client?.client_id ?? '')
    .execute();
  await on.jobs.add(on.database, 'account.clean_up_apps', {});
  await on.jobs.runDue();
  expect((await refresh(old)).status).toBe(400);
  expect((await refresh(recent)).status).toBe(200);
});

test('비밀번호를 재설정하면 연결이 끝난다', async () => {
  const app = await connected();
  const { userId, email } = member;
  const token = await issueToken(on.database, { userId, email, purpose: 'password_reset', now: Date.now() });
  const form = { newPassword: 'only-the-owner-knows', newPasswordConfirm: 'only-the-owner-knows' };
  expect((await send(resetPassword, { token, ...form })).status).toBe(200);
  expect((await callMcp(app.stored.tokens?.access_token ?? '')).status).toBe(401);
  expect((await refresh(app)).status).toBe(400);
});

test('로그아웃해도 연결은 남고, 탈퇴하면 모두 사라진다', async () => {
  const app = await connected();
  await send({ method: 'POST', url: '/api/account/sign-out' }, undefined, { cookie: member.cookie });
  expect((await callMcp(app.stored.tokens?.access_token ?? '')).status).toBe(200);
  expect((await refresh(app)).status).toBe(200);

  await on.database.deleteFrom('users').where('id', '=', member.userId).execute();
  for (const table of ['oauth_consents', 'oauth_access_tokens', 'oauth_refresh_tokens'] as const)
    expect(
      await on.database.selectFrom(table).where('user_id', '=', member.userId).select('id').execute(),
    ).toEqual([]);
});

test('발견 문서는 실제로 있는 것만 말한다', async () => {
  const read = async (url: string) => (await on.app.inject({ url })).json();
  const resource = await read('/.well-known/oauth-protected-resource/mcp');
  expect(resource).toEqual({
    resource: `${OWN_ORIGIN}/mcp`,
    authorization_servers: [`${OWN_ORIGIN}/api/auth`],
    scopes_supported: ['read', 'write'],
    bearer_methods_supported: ['header'],
    resource_name: '모먹지',
  });
  expect(await read('/.well-known/oauth-protected-resource')).toEqual(resource);
  const server = await read('/.well-known/oauth-authorization-server/api/auth');
  expect(await read('/.well-known/oauth-authorization-server')).toEqual(server);
  expect(server).toMatchObject({
    issuer: `${OWN_ORIGIN}/api/auth`,
    authorization_endpoint: `${OWN_ORIGIN}/api/auth/oauth2/authorize`,
    token_endpoint: `${OWN_ORIGIN}/api/auth/oauth2/token`,
    registration_endpoint: `${OWN_ORIGIN}/api/auth/oauth2/register`,
    code_challenge_methods_supported: ['S256'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
  });
  for (const url of ['/revoke', '/introspect', '/consent', '/continue', '/userinfo', '/create-client'])
    expect(on.app.hasRoute({ method: 'POST', url: `/api/auth/oauth2${url}` })).toBe(false);
});

test('첫 요청이 실패해도 다음 요청은 된다', async () => {
  const other = await openTestApp({ settings: { MCP: 'on' } });
  try {
    await sql`alter table oauth_resources add constraint broken check (false)`.execute(other.database);
    const url = '/.well-known/oauth-authorization-server';
    expect((await other.app.inject({ url })).statusCode).toBe(500);
    await sql`alter table oauth_resources drop constraint broken`.execute(other.database);
    expect((await other.app.inject({ url })).statusCode).toBe(200);
  } finally {
    await other.close();
  }
});

test('MCP를 켜지 않으면 아무것도 없다', async () => {
  const off = await openTestApp();
  try {
    const one = await signUpMember(off.app);
    for (const [method, url] of [
      ['GET', '/api/auth/oauth2/authorize'],
      ['POST', '/api/auth/oauth2/token'],
      ['POST', '/api/auth/oauth2/register'],
      ['GET', '/api/account/connected-apps'],
      ['POST', '/api/account/connected-apps/request'],
      ['POST', '/api/account/connected-apps/decision'],
      ['DELETE', '/api/account/connected-apps/some-id'],
    ] as const)
      expect([url, (await off.app.inject({ method, url, headers: one.headers })).statusCode]).toEqual([
        url,
        404,
      ]);
    for (const url of ['/oauth-protected-resource', '/oauth-authorization-server'])
      expect(off.app.hasRoute({ method: 'GET', url: `/.well-known${url}` })).toBe(false);
  } finally {
    await off.close();
  }
});
