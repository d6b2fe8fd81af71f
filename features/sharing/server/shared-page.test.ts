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
<b>기다려 주세요</b></div></body></html>`;

let on: TestApp;
let owner: TestMember;
let link: ListShare;
beforeAll(async () => {
  writeFileSync(path.join(webFolder, 'index.html'), TEMPLATE);
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

test('제목과 몇 곳인지가 미리보기로 쓰여 있다', async () => {
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

test('주인이 숨긴 것은 페이지에 없다', async () => {
  const placeId = await placeInCatalogue(on.database, { name: '숨길 집' });
  await listOf(on.app, owner).addPlace(placeId, {
    review: '숨은 리뷰',
    sourceMemo: '숨은 메모',
    customTags: ['숨은 태그'],
    rating: 3.5,
  });
  const hidden = ['숨은 리뷰', '숨은 메모', '숨은 태그', '"rating":3.5'];
  const seen = async (shown: boolean) => {
    await change({ shows: { ratings: shown, reviews: shown, memos: shown, photos: shown } });
    const { body } = await open();
    return hidden.filter((text) => body.includes(text));
  };
  expect(await seen(true)).toEqual(hidden);
  expect(await seen(false)).toEqual([]);
  await change({ shows: link.shows });
});

test('주소의 필터와 읽는 사람의 언어는 페이지를 바꾸지 않고, 미리보기의 말은 한국어다', async () => {
  const page = await open();
  expect(page.headers.vary).toBe('accept-encoding');
  expect(page.body).toContain('<meta property="og:description" content="은조님의 리스트');
  const others = [await open({ cookie: 'lang=en' }), await open({}, `${link.id}?status=done&lang=en`)];
  for (const { body, headers } of others)
    expect([body, headers.etag]).toEqual([page.body, page.headers.etag]);
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
