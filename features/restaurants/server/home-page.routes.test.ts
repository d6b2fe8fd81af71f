import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { listOf, placeInCatalogue } from './restaurants.test-factory.ts';

const webFolder = mkdtempSync(path.join(os.tmpdir(), 'momokzi-home-'));
const TEMPLATE = `<!doctype html><html lang="ko"><head><meta name="description" content="모두의 말" /><title>모먹지</title>
</head><body><div id="app"><!-- first-view --><b>기다려 주세요</b><!-- /first-view --></div></body></html>`;

let on: TestApp;
let member: TestMember;
beforeAll(async () => {
  writeFileSync(path.join(webFolder, 'index.html'), TEMPLATE);
  on = await openTestApp({ webFolder });
  member = await signUpMember(on.app, { nickname: '은조' });
  const placeId = await placeInCatalogue(on.database, {
    name: '<i>온달국수</script>',
    address: '서울 <i>길 1',
  });
  await listOf(on.app, member).addPlace(placeId, { sourceMemo: '<i>메모', rating: 4.5 });
});
afterAll(async () => {
  await on.close();
  rmSync(webFolder, { recursive: true });
});

const open = (headers: Record<string, string> = {}, url = '/app') =>
  on.app.inject({ url, headers: { 'sec-fetch-site': 'none', ...headers } });
const cookieOf = ({ headers }: TestMember, more = '') => ({ cookie: `${headers.cookie}${more}` });

test('처음 여는 기기에서는 회원의 목록이 페이지에 쓰여 있고, 어디에도 저장되지 않는다', async () => {
  const { statusCode, headers, body } = await open(cookieOf(member));
  expect(statusCode).toBe(200);
  expect(headers['cache-control']).toBe('private, no-store');
  expect(headers.etag).toBeUndefined();
  const firstView = body.slice(body.indexOf('<main'), body.indexOf('</main>'));
  expect(firstView).not.toContain('<i>');
  for (const text of ['온달국수', '길 1', '메모']) expect(firstView).toContain(`&#60;i&#62;${text}`);
  expect(firstView).toContain('>4.5<');
  const [, name, json = ''] =
    /<script type="application\/json" id="page-data" data-name="([^"]*)">([\s\S]*?)<\/script>/.exec(body) ??
    [];
  // The application reads the data only for this account.
  expect(name).toBe(`my-list/${member.userId}`);
  const list = await on.app.inject({ url: '/api/my-restaurants', headers: member.headers });
  const categories = await on.app.inject('/api/categories');
  expect(JSON.parse(json)).toEqual({ list: list.json(), categories: categories.json().categories });
});

test('그 밖에는 누구의 것도 없는 페이지가 온다', async () => {
  const gone = await signUpMember(on.app, { nickname: '로그아웃한 회원' });
  await listOf(on.app, gone).addPlace(await placeInCatalogue(on.database));
  await on.database.deleteFrom('sessions').where('user_id', '=', gone.userId).execute();
  const empty = await signUpMember(on.app, { nickname: '새 회원' });
  const pages = {
    visitor: await open(),
    'ended session': await open(cookieOf(gone)),
    'stored data': await open(cookieOf(member, `; momokzi.kept-for=${member.userId}`)),
    'link on another site': await open({ ...cookieOf(member), 'sec-fetch-site': 'cross-site' }),
    'insecure address': await open({ ...cookieOf(member), 'sec-fetch-site': '' }),
    filters: await open(cookieOf(member), '/app?status=done'),
    'empty list': await open(cookieOf(empty)),
  };
  for (const [name, { statusCode, headers, body }] of Object.entries(pages))
    expect([statusCode, headers['cache-control'], body], name).toEqual([200, 'no-cache', TEMPLATE]);
});

test('목록을 읽지 못하면 목록 없는 페이지가 오고, 까닭이 로그에 남는다', async () => {
  const broken = await openTestApp({ webFolder });
  onTestFinished(() => broken.close());
  const one = await signUpMember(broken.app, { nickname: '목록이 있는 회원' });
  await sql`alter table my_restaurants rename to away`.execute(broken.database);
  const headers = { 'sec-fetch-site': 'none', ...cookieOf(one) };
  const { statusCode, body } = await broken.app.inject({ url: '/app', headers });
  expect([statusCode, body]).toEqual([200, TEMPLATE]);
  const line = broken.log.find((entry) => entry.includes('the page is sent without the list'));
  expect(JSON.parse(line ?? '{}').err).toMatchObject({ code: '42P01' });
});

test('머리만 묻거나, 한 주소에서 너무 자주 열면 목록을 쓰지 않는다', async () => {
  const head = await on.app.inject({
    method: 'HEAD',
    url: '/app',
    headers: { 'sec-fetch-site': 'none', ...cookieOf(member) },
  });
  expect([head.statusCode, head.headers['cache-control']]).toEqual([200, 'no-cache']);
  const strict = await openTestApp({ webFolder, settings: { REQUESTS_PER_MINUTE_BY_ADDRESS: 6 } });
  const guest = await signUpMember(strict.app, { nickname: '단골' });
  await listOf(strict.app, guest).addPlace(await placeInCatalogue(strict.database));
  const bodies = [];
  for (let n = 0; n < 8; n++) {
    const headers = { 'sec-fetch-site': 'none', cookie: String(guest.headers.cookie) };
    bodies.push((await strict.app.inject({ url: '/app', headers })).body);
  }
  await strict.close();
  expect(bodies.map((body) => body === TEMPLATE)).toEqual([...Array(6).fill(false), true, true]);
});

test('회원의 언어로 쓰여 있다', async () => {
  expect((await open(cookieOf(member))).body).toContain('내 맛집 1곳');
  const { body } = await open(cookieOf(member, '; lang=en'));
  expect(body.slice(body.indexOf('<main'), body.indexOf('</main>'))).not.toMatch(/내 맛집|방문 예정|찾기/);
});
