import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  signUpMember,
  randomIpAddress,
  type TestMember,
} from '#features/account/server/account.test-factory.ts';
import { journalOf } from '#features/journal/server/journal.test-factory.ts';
import type { Photo } from '#features/photos/photos.contract.ts';
import { someWebp, upload } from '#features/photos/server/photos.test-factory.ts';
import { listOf, placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import { SharedEntry } from '#features/sharing/entry-shares.contract.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'momokzi-entry-shares-'));
const TEMPLATE = `<!doctype html><html lang="ko"><head><meta name="description" content="모두의 말" />
<title>모먹지</title></head><body><b>기다려 주세요</b></body></html>`;

let on: TestApp;
let bytes: Buffer;
let owner: TestMember;
let mine: ReturnType<typeof journalOf>;
beforeAll(async () => {
  writeFileSync(path.join(folder, 'index.html'), TEMPLATE);
  const settings = { DATA_DIR: folder, REQUESTS_PER_MINUTE_BY_ADDRESS: 1_000_000 };
  on = await openTestApp({ webFolder: folder, settings });
  bytes = await someWebp({ width: 32, height: 24 });
});
afterAll(async () => {
  await on.close();
  rmSync(folder, { recursive: true });
});
afterEach(() => void vi.useRealTimers());
beforeEach(async () => {
  owner = await signUpMember(on.app, { nickname: '은조' });
  mine = journalOf(on.app, owner);
});

const share = (method: 'GET' | 'PUT' | 'DELETE', entryId: string, { headers } = owner) =>
  on.app.inject({ method, url: `/api/journal/entries/${entryId}/share`, headers });
const shared = async (entryId: string): Promise<string> => (await share('PUT', entryId)).json().share.id;

/** Requests a URL as a visitor. By default, every request comes from a different address. */
const visit = (url: string, headers: Record<string, string> = {}, remoteAddress = randomIpAddress()) =>
  on.app.inject({ url, headers, remoteAddress });
const open = (shareId: string, headers?: Record<string, string>, address?: string) =>
  visit(`/api/shared-entries/${shareId}`, headers, address);
const openPage = (shareId: string) => visit(`/shared-momokzi-journal/${shareId}`);
const openPhoto = (photoId: string, shareId?: string) =>
  visit(`/api/photos/${photoId}/small${shareId === undefined ? '' : `?share=${shareId}`}`);

const photo = async () => (await upload(on.app, { ...owner, bytes, type: 'image/webp' })).json<Photo>().id;
const statusOf = async (answer: Promise<{ statusCode: number }>) => (await answer).statusCode;
const asUnknown = (answer: { statusCode: number; body: string }) => [
  answer.statusCode,
  { ...JSON.parse(answer.body), instance: undefined },
];

test('무료 회원도 일지 하나를 공유하고, 로그인하지 않은 사람이 사진까지 본다', async () => {
  const photoId = await photo();
  const entryId = await mine.written({ journalText: '국물까지 싹 비움.', photoIds: [photoId] });
  expect((await share('GET', entryId)).json()).toEqual({ share: null });
  const shareId = await shared(entryId);
  expect(Buffer.from(shareId, 'base64url')).toHaveLength(24);
  expect((await share('GET', entryId)).json().share.id).toBe(shareId);

  const answer = await open(shareId);
  expect(answer.headers['x-robots-tag']).toBe('noindex');
  const entry = answer.json<SharedEntry>();
  expect(Object.keys(entry).sort()).toEqual(Object.keys(SharedEntry.shape).sort());
  expect(entry).toMatchObject({
    ownerName: '은조',
    restaurantName: '해달골 국밥',
    journalText: '국물까지 싹 비움.',
  });
  expect(entry.photos.map(({ id }) => id)).toEqual([photoId]);
  const picture = await openPhoto(photoId, shareId);
  expect([picture.statusCode, picture.headers['cache-control']]).toEqual([200, 'private, no-cache']);
  const again = await open(shareId, { 'if-none-match': answer.headers.etag as string });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('그 일지밖에는 한 글자도 나가지 않는다', async () => {
  const placeId = await placeInCatalogue(on.database, { name: '온달국수' });
  await listOf(on.app, owner).addPlace(placeId, {
    review: 'canary-review',
    sourceMemo: 'canary-memo',
    rating: 4.5,
  });
  const otherPhoto = await photo();
  await mine.written({ journalText: 'canary-other', restaurantId: placeId, photoIds: [otherPhoto] });
  const entryId = await mine.written({
    journalText: '이 글만',
    restaurantId: placeId,
    amountWon: 98_765_432,
  });
  const shareId = await shared(entryId);
  for (const answer of [await open(shareId), await openPage(shareId)]) {
    const everything = answer.body + JSON.stringify(answer.headers);
    expect(everything).toContain('이 글만');
    for (const secret of [
      'canary',
      '98765432',
      '98,765,432',
      'amount',
      owner.email,
      owner.email.split('@')[0] ?? '',
      owner.userId,
      placeId,
      entryId,
    ])
      expect(everything).not.toContain(secret);
  }
  expect(await statusOf(openPhoto(otherPhoto, shareId))).toBe(404);
});

test('공유를 그만하면 링크도 사진 주소도 끊기고, 다시 공유하면 새 링크다', async () => {
  const photoId = await photo();
  const entryId = await mine.written({ photoIds: [photoId] });
  expect(await statusOf(openPhoto(photoId))).toBe(404);
  const shareId = await shared(entryId);
  expect(await statusOf(openPhoto(photoId, 'another-link'))).toBe(404);
  expect(await statusOf(openPhoto(photoId, shareId))).toBe(200);

  expect((await share('DELETE', entryId)).json()).toEqual({ share: null });
  expect(asUnknown(await open(shareId))).toEqual(asUnknown(await open('no-such-link')));
  expect(await statusOf(openPhoto(photoId, shareId))).toBe(404);
  expect((await openPage(shareId)).body).toBe(TEMPLATE);
  expect(await statusOf(share('DELETE', entryId))).toBe(200);

  const next = await shared(entryId);
  expect(next).not.toBe(shareId);
  expect(await statusOf(open(next))).toBe(200);
});

test('여러 번 한꺼번에 공유해도 링크는 하나다', async () => {
  const entryId = await mine.written();
  const ids = await Promise.all(Array.from({ length: 6 }, () => shared(entryId)));
  expect(new Set(ids).size).toBe(1);
});

test('일지를 지우면 링크도 사진도 끊기고, 되돌리면 다시 열린다', async () => {
  const photoId = await photo();
  const entryId = await mine.written({ photoIds: [photoId] });
  const shareId = await shared(entryId);
  await mine.remove(entryId);
  expect([await statusOf(open(shareId)), await statusOf(openPhoto(photoId, shareId))]).toEqual([404, 404]);
  expect(asUnknown(await share('PUT', entryId))).toEqual(asUnknown(await share('PUT', randomUUID())));
  await mine.restore(entryId);
  expect([await statusOf(open(shareId)), await statusOf(openPhoto(photoId, shareId))]).toEqual([200, 200]);
});

test('남의 일지는 공유할 수도, 공유를 끝낼 수도 없다', async () => {
  const entryId = await mine.written();
  const shareId = await shared(entryId);
  const stranger = await signUpMember(on.app);
  expect(asUnknown(await share('PUT', entryId, stranger))).toEqual(
    asUnknown(await share('PUT', randomUUID(), stranger)),
  );
  expect((await share('GET', entryId, stranger)).json()).toEqual({ share: null });
  await share('DELETE', entryId, stranger);
  expect(await statusOf(open(shareId))).toBe(200);
});

test('없는 링크를 자꾸 열어 보는 주소는 느려지고, 아는 링크는 그대로 열린다', async () => {
  const shareId = await shared(await mine.written());
  const address = randomIpAddress();
  const statuses: number[] = [];
  for (let guess = 0; guess < 25; guess += 1)
    statuses.push(await statusOf(open(`guess-${guess}`, {}, address)));
  expect([statuses[0], statuses.at(-1)]).toEqual([404, 429]);
  expect(await statusOf(open(shareId, {}, address))).toBe(200);
});

test('수백 번 지어내는 주소는 맞혀도 그 1분 동안 알 수 없고, 다른 주소에서는 열린다', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const shareId = await shared(await mine.written());
  const guesser = randomIpAddress();
  const guess = async (times: number) => {
    for (let at = 0; at < times; at += 1) await open(randomUUID(), {}, guesser);
  };
  await guess(200);
  expect(await statusOf(open(shareId, {}, guesser))).toBe(200);
  await guess(1);
  const refused = await open(shareId, {}, guesser);
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect(await statusOf(open(shareId, {}, randomIpAddress()))).toBe(200);
  vi.setSystemTime(Date.now() + 60_000);
  expect(await statusOf(open(shareId, {}, guesser))).toBe(200);
});

test('쪽에는 미리보기의 제목과 첫 글이 쓰여 있고, 무엇이 적혀 있어도 스크립트가 되지 않는다', async () => {
  const entryId = await mine.written({
    restaurantName: '국물 "집" <b>',
    journalText: '</script><script>alert(1)',
  });
  const shareId = await shared(entryId);
  const { body, headers } = await openPage(shareId);
  expect(headers).toMatchObject({
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-cache',
  });
  expect(body).toContain('<meta property="og:title" content="국물 &#34;집&#34; &#60;b&#62;" />');
  expect(body).toContain('content="2026년 4월 18일 토요일 · 은조님의 모먹지 일지 · &#60;/script&#62;');
  expect(body).toContain(`content="http://localhost:3000/shared-momokzi-journal/${shareId}"`);
  expect(body.match(/<script/g)).toHaveLength(1);
  const [, json = ''] = /id="page-data"[^>]*>([\s\S]*?)<\/script>/.exec(body) ?? [];
  expect(JSON.parse(json)).toEqual((await open(shareId)).json());
});

test('쪽은 읽는 사람의 언어가 달라도 같고, 미리보기의 말은 한국어다', async () => {
  const url = `/shared-momokzi-journal/${await shared(await mine.written())}`;
  const english = await visit(url, { cookie: 'lang=en' });
  expect(english.headers.vary).toBe('accept-encoding');
  expect(english.body).toBe((await visit(url)).body);
  expect(english.body).toContain('<meta name="description" content="2026년 4월 18일 토요일');
});

test('미리보기 그림은 1200×630이고, 고치면 달라지고, 공유를 그만하면 없다', async () => {
  const entryId = await mine.written({ photoIds: [await photo()] });
  const shareId = await shared(entryId);
  const addressIn = (body: string) =>
    /property="og:image" content="http:\/\/localhost:3000([^"]*)"/.exec(body)?.[1] ?? '';
  const { body } = await openPage(shareId);
  expect(body).toContain('<meta property="og:image:width" content="1200" />');
  expect(body).toContain('<meta name="twitter:card" content="summary_large_image" />');
  const address = addressIn(body);
  expect(address).toMatch(new RegExp(`^/shared-momokzi-journal/${shareId}/card\\.png\\?v=`));

  const card = await visit(address);
  expect(card.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'no-cache' });
  const { width, height, format } = await sharp(card.rawPayload).metadata();
  expect([width, height, format]).toEqual([1200, 630, 'png']);
  expect(await statusOf(visit(address, { 'if-none-match': card.headers.etag as string }))).toBe(304);

  await mine.change(entryId, { restaurantName: '온달국수' });
  const next = addressIn((await openPage(shareId)).body);
  expect(next).not.toBe(address);
  expect((await visit(next)).rawPayload.equals(card.rawPayload)).toBe(false);

  await share('DELETE', entryId);
  expect([await statusOf(visit(next)), await statusOf(visit(address))]).toEqual([404, 404]);
});
