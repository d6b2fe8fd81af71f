import { sql } from 'kysely';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpMember } from '#features/account/server/account.test-factory.ts';
import { placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import {
  SITE_CONDITIONS,
  SITE_PAGES,
  SITE_TEXTS,
  sitePart,
  siteText,
} from '#features/site/site-pages.rules.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';

/** A page that contains everything that the server can insert. */
const template = (language: string) =>
  [
    `<html lang="${language}">`,
    // This text makes the page long enough to be compressed.
    '모먹지 '.repeat(1000),
    ...SITE_TEXTS.map((name) => `<b id="${name}">${siteText(name)}</b>`),
    ...SITE_CONDITIONS.map((name) => `${sitePart(name).begin}<i id="${name}"></i>${sitePart(name).end}`),
  ].join('\n');

const webFolder = mkdtempSync(path.join(os.tmpdir(), 'momokzi-pages-'));
const hashes = {
  styles: { 'landing.ko': 'sha256-AAA=', 'landing.en': 'sha256-CCC=' },
  script: 'sha256-BBB=',
};
const settings = {
  COMPANY_NAME: '온달 <상사>',
  COMPANY_BUSINESS_NUMBER: '123-45-67890',
  PROVIDED_VISIBILITY_DAYS: 30,
};

let on: TestApp;
beforeAll(async () => {
  writeFileSync(path.join(webFolder, 'index.html'), '<!doctype html><title>모먹지</title>');
  const pages = Object.fromEntries(
    Object.keys(SITE_PAGES).flatMap((name) => [
      [`${name}.ko`, template('ko')],
      [`${name}.en`, template('en')],
    ]),
  );
  writeFileSync(path.join(webFolder, 'prerendered.json'), JSON.stringify({ pages, hashes }));
  on = await openTestApp({ webFolder, settings });
});
afterAll(async () => {
  await on.close();
  rmSync(webFolder, { recursive: true });
});

const open = (url: string, headers: Record<string, string> = {}) => on.app.inject({ url, headers });
const textOf = (body: string, name: string) => new RegExp(`<b id="${name}">(.*?)</b>`).exec(body)?.[1];

test('설정에서 정한 것이 쪽마다 그대로 나온다', async () => {
  for (const url of Object.values(SITE_PAGES)) {
    const { statusCode, body } = await open(url);
    expect([url, statusCode]).toEqual([url, 200]);
    expect(textOf(body, 'companyName')).toBe('온달 &#60;상사&#62;');
    expect(textOf(body, 'companyRegisterUrl')).toContain('1234567890');
    expect(textOf(body, 'providedDays')).toBe('30일');
    expect(body).toContain('id="freeSeeProvided"');
    expect(body).not.toContain('{{');
    const data = JSON.parse(String(textOf(body, 'structuredData')));
    expect(data['@graph'][0].name).toBe('온달 <상사>');
    expect(textOf(body, 'structuredData')).not.toContain('<');
  }
});

test('한국어가 먼저이고, 고른 말은 기억된다', async () => {
  expect((await open('/')).body).toContain('<html lang="ko">');
  const english = await open('/faq?lang=en');
  expect(english.body).toContain('<html lang="en">');
  expect(english.headers['set-cookie']).toContain('lang=en');
  expect(english.headers['content-language']).toBe('en');
  const cookie = { cookie: 'theme=dark; lang=en' };
  const later = await open('/', cookie);
  expect(later.body).toContain('<html lang="en">');
  expect(later.headers['set-cookie']).toBeUndefined();
  expect(textOf(later.body, 'providedDays')).toBe('30 days');
  expect(textOf(later.body, 'theme')).toBe('dark');
  expect((await open('/?lang=ko', cookie)).body).toContain('<html lang="ko">');
  expect((await open('/?lang=xx&lang=en')).body).toContain('<html lang="ko">');
});

test('바뀌지 않은 쪽은 다시 보내지 않고, 다른 사람의 쪽과 섞이지 않는다', async () => {
  const { headers } = await open('/');
  expect(headers.vary).toBe('accept-encoding, cookie');
  const tag = { 'if-none-match': String(headers.etag) };
  expect((await open('/', tag)).statusCode).toBe(304);
  for (const cookie of ['lang=en', 'theme=dark'])
    expect([cookie, (await open('/', { ...tag, cookie })).statusCode]).toEqual([cookie, 200]);
  expect((await open('/faq', tag)).statusCode).toBe(200);
});

test('압축해서 보낸다', async () => {
  const plain = (await open('/')).body;
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const encoding of ['br', 'gzip'] as const) {
    const { headers, rawPayload } = await open('/', { 'accept-encoding': encoding });
    expect(headers['content-encoding']).toBe(encoding);
    expect(unpack[encoding](rawPayload).toString()).toBe(plain);
  }
});

test('로그인한 사람에게는 앱으로 가는 길이 있다', async () => {
  expect((await open('/')).body).toContain('id="isVisitor"');
  const { cookie } = await signUpMember(on.app);
  const { body } = await open('/', { cookie });
  expect(body).toContain('id="isMember"');
  expect(body).not.toContain('id="isVisitor"');
});

test('안에 든 스타일과 스크립트만 허락된다', async () => {
  const policy = String((await open('/')).headers['content-security-policy']);
  expect(policy).toContain(`style-src '${hashes.styles['landing.ko']}'`);
  expect(policy).toContain(`script-src '${hashes.script}'`);
  expect(policy).not.toContain('unsafe');
});

test('맛집이 아직 없으면 없다고, 천 곳부터는 몇 곳인지 말한다', async () => {
  const without = await openTestApp({ webFolder, settings });
  expect((await without.app.inject('/')).body).toContain('id="hasNoCounts"');
  await without.close();

  const other = await openTestApp({ webFolder, settings });
  await placeInCatalogue(other.database, {});
  await sql`insert into category_count_changes values (null, true, 5000)`.execute(other.database);
  const { body: few } = await other.app.inject('/');
  expect(few).not.toContain('id="hasCounts"');
  expect(few).not.toContain('id="hasNoCounts"');
  await other.close();

  const many = await openTestApp({ webFolder, settings });
  await sql`insert into category_count_changes values (null, true, 1000), (null, false, 1000)`.execute(
    many.database,
  );
  // The first visitors arrive at the same time.
  for (const { body } of await Promise.all([many.app.inject('/'), many.app.inject('/')])) {
    expect(body).toContain('id="hasCounts"');
    expect(textOf(body, 'countTotal')).toBe('2,000');
  }
  await many.close();
});

test('데이터베이스가 멎어도 쪽은 나온다', async () => {
  const other = await openTestApp({ webFolder, settings });
  // Kysely closes only connections that were opened. Therefore this statement opens a connection.
  await sql`select 1`.execute(other.database);
  await other.database.destroy();
  const { statusCode, body } = await other.app.inject('/');
  expect(statusCode).toBe(200);
  expect(body).toContain('id="countsFailed"');
  await other.app.close();
});

test('쪽의 틀은 제 이름으로 나가지 않는다', async () => {
  expect((await open('/prerendered.json')).statusCode).toBe(404);
});

test('찾는 로봇에게 쪽마다 두 말의 주소를 알려 준다', async () => {
  expect((await open('/robots.txt')).body).toContain('Sitemap: http://localhost:3000/sitemap.xml');
  const { body, headers } = await open('/sitemap.xml');
  expect(headers['content-type']).toContain('application/xml');
  for (const path of Object.values(SITE_PAGES))
    for (const address of [path, `${path}?lang=en`])
      expect(body).toContain(`<loc>http://localhost:3000${address}</loc>`);
});
