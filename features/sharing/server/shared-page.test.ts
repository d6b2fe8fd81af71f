import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestMember } from '#features/account/server/account.test-factory.ts';
import { listOf, placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import type { ListShare } from '#features/sharing/sharing.contract.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { openSharedList } from './sharing.test-factory.ts';

const webFolder = mkdtempSync(path.join(os.tmpdir(), 'momokzi-pages-'));
const TEMPLATE = `<!doctype html><html lang="ko"><head>
<meta name="description" content="모두의 말" /><title>모먹지</title></head><body><div id="app">
<!-- first-view --><b>기다려 주세요</b><!-- /first-view --></div></body></html>`;

/** The page of the build for server-rendered content. */
const FIRST_VIEW = {
  page: TEMPLATE.replace('</head>', '<style>p{}</style></head>'),
  hashes: { style: 'sha256-of-style', script: 'sha256-of-script' },
};

let on: TestApp;
let owner: TestMember;
let link: ListShare;
beforeAll(async () => {
  writeFileSync(path.join(webFolder, 'index.html'), TEMPLATE);
  writeFileSync(path.join(webFolder, 'first-views.json'), JSON.stringify({ 'shared-list': FIRST_VIEW }));
  on = await openTestApp({ webFolder });
  ({ owner, link } = await openSharedList(on, {
    title: '국물 "지도" <b>',
    shows: { ratings: false, reviews: true, memos: false, photos: false },
  }));
  const placeId = await placeInCatalogue(on.database, { name: '온달국수 $& </script>' });
  await listOf(on.app, owner).addPlace(placeId, {
    review: '</script><script>alert(1)</script>',
    rating: 4.5,
  });
});
afterAll(async () => {
  await on.close();
  rmSync(webFolder, { recursive: true });
});

const change = (changes: object) =>
  on.app.inject({
    method: 'PATCH',
    url: `/api/list-shares/${link.id}`,
    headers: owner.headers,
    payload: changes,
  });

const open = (headers: Record<string, string> = {}, shareId = link.id) =>
  on.app.inject({ url: `/shared/${shareId}`, headers });

/** The part of the page that is shown before the scripts run. */
const firstViewOf = (body: string) => body.slice(body.indexOf('<main>'), body.indexOf('</main>'));

test('제목과 몇 곳인지가 스크립트 없이 쓰여 있다', async () => {
  const answer = await open();
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-cache',
  });
  const { body } = answer;
  expect(body).toContain('<title>국물 &#34;지도&#34; &#60;b&#62; · 모먹지</title>');
  expect(body).toContain('<meta property="og:title" content="국물 &#34;지도&#34; &#60;b&#62;" />');
  expect(body).toContain(`<meta property="og:url" content="http://localhost:3000/shared/${link.id}" />`);
  expect(body).toContain('은조님의 리스트 · 1곳 · 온달국수 $&#38; &#60;/script&#62;');
  expect(body).not.toContain('모두의 말');
  expect(body).not.toContain('기다려 주세요');
});

test('화면이 쓸 리스트가 함께 오고, 무엇이 적혀 있어도 스크립트가 되지 않는다', async () => {
  const { body } = await open();
  expect(body.match(/<script/g)).toHaveLength(1);
  const [, json = ''] =
    /<script type="application\/json" id="page-data"[^>]*>([\s\S]*?)<\/script>/.exec(body) ?? [];
  const api = await on.app.inject({ url: `/api/shared-lists/${link.id}` });
  expect(JSON.parse(json)).toEqual(api.json());
  expect(JSON.parse(json).places[0]).toMatchObject({
    review: '</script><script>alert(1)</script>',
    rating: null,
  });
});

test('압축해 달라면 같은 것을 압축해서 주고, 그대로면 304다', async () => {
  const plain = await open();
  const compressed = await open({ 'accept-encoding': 'gzip, br' });
  expect(compressed.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(plain.body);
  const again = await open({ 'if-none-match': plain.headers.etag as string });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('미리보기 그림은 절대 주소의 1200×630이고, 리스트가 달라지면 주소도 그림도 달라진다', async () => {
  const card = async () => {
    const { body } = await open();
    expect(body).toContain('<meta property="og:image:height" content="630" />');
    expect(body).toContain('<meta name="twitter:card" content="summary_large_image" />');
    const address = /og:image" content="http:\/\/localhost:3000(\/shared\/[^"]*)"/.exec(body)?.[1] ?? '';
    return { address, answer: await on.app.inject({ url: address }) };
  };
  const before = await card();
  const { width, height, format } = await sharp(before.answer.rawPayload).metadata();
  expect([width, height, format]).toEqual([1200, 630, 'png']);
  expect((await card()).answer.rawPayload.equals(before.answer.rawPayload)).toBe(true);
  await listOf(on.app, owner).addPlace(await placeInCatalogue(on.database, { name: '무쇠골' }));
  const after = await card();
  expect(after.address).not.toBe(before.address);
  expect(after.answer.rawPayload.equals(before.answer.rawPayload)).toBe(false);
});

test('첫 맛집들이 분류, 주소, 별점, 리뷰와 함께 스크립트 없이 쓰여 있고, 무엇이 적혀 있어도 글자일 뿐이다', async () => {
  const { title, shows } = link;
  const all = { ratings: true, reviews: true, memos: true, photos: true };
  await change({ title: '<i>제목', note: '<i>소개', shows: all });
  await listOf(on.app, owner).addPlace(
    await placeInCatalogue(on.database, { name: '<i>이름', address: '서울 <i>길 1-2 (<i>동)' }),
    { review: '<i>리뷰', sourceMemo: '<i>메모', customTags: ['<i>태그'], rating: 4.5, status: '방문 완료' },
  );
  const shown = firstViewOf((await open()).body);
  await change({ title, note: '', shows });
  expect(shown).not.toContain('<i>');
  for (const text of ['제목', '소개', '이름', '길 ', '리뷰', '메모', '태그'])
    expect(shown, text).toContain(`&#60;i&#62;${text}`);
  expect(shown).toContain('>4.5<');
  expect(shown).toContain('3곳 중 1곳 다녀왔어요');
});

test('주인이 숨긴 것은 스크립트 없이 쓰인 것에도 없다', async () => {
  const placeId = await placeInCatalogue(on.database, { name: '숨길 집' });
  await listOf(on.app, owner).addPlace(placeId, {
    review: '숨은 리뷰',
    sourceMemo: '숨은 메모',
    customTags: ['숨은 태그'],
    rating: 3.5,
  });
  const hidden = ['숨은 리뷰', '숨은 메모', '숨은 태그', '>3.5<'];
  const seen = async (shown: boolean) => {
    await change({ shows: { ratings: shown, reviews: shown, memos: shown, photos: shown } });
    const { body } = await open();
    return hidden.filter((text) => body.includes(text));
  };
  expect(await seen(true)).toEqual(hidden);
  expect(await seen(false)).toEqual([]);
  await change({ shows: link.shows });
});

test('읽는 사람의 언어로 쓰여 있고, 미리보기의 말은 한국어다', async () => {
  const korean = await open();
  const english = await open({ cookie: 'lang=en' });
  expect(english.headers.vary).toBe('accept-encoding, cookie');
  expect(english.headers.etag).not.toBe(korean.headers.etag);
  expect(firstViewOf(korean.body)).toContain('읽기 전용');
  expect(firstViewOf(english.body)).toContain('Read only');
  expect(firstViewOf(english.body)).not.toMatch(/읽기 전용|방문 예정|님의 리스트/);
  expect(english.body).toContain('<meta property="og:description" content="은조님의 리스트');
});

test('주소에 필터가 있으면 첫 화면 없이 리스트만 온다', async () => {
  for (const query of ['?status=done', '?sort=rating', '?utm_source=a&lang=en']) {
    const { body } = await open({}, `${link.id}${query}`);
    expect(body).toContain('기다려 주세요');
    expect(body).toContain(`data-name="shared-list/${link.id}"`);
  }
  expect((await open({}, `${link.id}?utm_source=a`)).body).not.toContain('기다려 주세요');
});

test('페이지 안에 쓴 스타일과 스크립트만 허용한다', async () => {
  const { headers, body } = await open();
  expect(body).toContain('<style>p{}</style>');
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/;script-src [^;]*'sha256-of-script';/);
  expect(policy).toMatch(/;style-src [^;]*'sha256-of-style';/);
  expect(policy).not.toContain('unsafe-inline');
});

test('모르는 링크와 멈춘 링크, 기간이 끝난 링크에는 모두의 화면만 온다', async () => {
  const unknown = await open({}, 'no-such-link');
  expect([unknown.statusCode, unknown.body, unknown.headers['x-robots-tag']]).toEqual([
    404,
    TEMPLATE,
    'noindex',
  ]);
  // A browser that has cached this page sends the entity tag of the page. The response must not be a 404 without a
  // body.
  const again = await open({ 'if-none-match': String(unknown.headers.etag) }, 'no-such-link');
  expect([again.statusCode, again.body]).toEqual([404, TEMPLATE]);
  await on.database.updateTable('list_shares').set({ is_paused: true }).where('id', '=', link.id).execute();
  const paused = await open();
  expect([paused.statusCode, paused.body]).toEqual([403, TEMPLATE]);
  await on.database
    .updateTable('list_shares')
    .set({ expires_at: new Date(0) })
    .where('id', '=', link.id)
    .execute();
  const expired = await open();
  expect([expired.statusCode, expired.body]).toEqual([404, TEMPLATE]);
  const statusOfCard = async (shareId: string) =>
    (await on.app.inject({ url: `/shared/${shareId}/card.png` })).statusCode;
  expect([await statusOfCard('no-such-link'), await statusOfCard(link.id)]).toEqual([404, 404]);
});
