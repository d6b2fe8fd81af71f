import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpMember } from '#features/account/server/account.test-factory.ts';
import { collectionsOf, jointOf, makePaid } from '#features/collections/server/collections.test-factory.ts';
import { listOf, placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';

const webFolder = mkdtempSync(path.join(os.tmpdir(), 'momokzi-cards-'));
const TEMPLATE = `<!doctype html><html lang="ko"><head><meta name="description" content="모두의 말" />
<title>모먹지</title></head><body></body></html>`;

let on: TestApp;
beforeAll(async () => {
  writeFileSync(path.join(webFolder, 'index.html'), TEMPLATE);
  on = await openTestApp({ webFolder });
});
afterAll(async () => {
  await on.close();
  rmSync(webFolder, { recursive: true });
});

const open = (url: string, headers: Record<string, string> = {}) => on.app.inject({ url, headers });

test('나눌 때 보일 그림이 있다', async () => {
  const card = await open('/card.png');
  const { width, height, format } = await sharp(card.rawPayload).metadata();
  expect([width, height, format]).toEqual([1200, 630, 'png']);
});

test('맛집 쪽에는 모두의 이름과 주소가 있고, 직접 적은 집은 이름도 나오지 않는다', async () => {
  const placeId = await placeInCatalogue(on.database, { name: '온달국수 <b>' });
  const { body, headers } = await open(`/app/restaurant/${placeId}`);
  expect(body).toContain('<meta property="og:title" content="온달국수 &#60;b&#62;" />');
  expect(headers['x-robots-tag']).toBe('noindex');

  const mine = listOf(on.app, await signUpMember(on.app));
  await mine.addByHand({ name: '나만 아는 집', address: '서울 어딘가 1' });
  const { id } = await on.database
    .selectFrom('restaurants_public')
    .select('id')
    .where('name', '=', '나만 아는 집')
    .executeTakeFirstOrThrow();
  expect((await open(`/app/restaurant/${id}`)).body).toBe(TEMPLATE);
  expect((await open('/app/restaurant/no-such-place')).body).toBe(TEMPLATE);
});

test('초대 링크에는 모음의 이름과 초대한 사람이 있고, 없앤 링크에는 없다', async () => {
  const owner = await signUpMember(on.app, { nickname: '은조' });
  await makePaid(on, owner);
  const collections = collectionsOf(on.app, owner);
  const { id } = await collections.made({ name: '을지로 <노포>' });
  const joint = jointOf(on.app, owner);
  const { invite } = (await joint.putInvite(id, 'reader')).json<{ invite: { id: string } }>();
  const { body, headers } = await open(`/app/collections/join/${invite.id}`);
  expect(body).toContain(
    '<meta property="og:title" content="은조님이 ‘을지로 &#60;노포&#62;’에 초대했어요" />',
  );
  expect(body).toContain('0곳 · 1명');
  expect(body).toContain('property="og:image"');
  expect(headers['x-robots-tag']).toBe('noindex');
  await joint.revokeInvite(id);
  for (const inviteId of [invite.id, 'no-such-invite'])
    expect((await open(`/app/collections/join/${inviteId}`)).body).toBe(TEMPLATE);
});

test('이상한 주소는 거절된다', async () => {
  const pages = ['/app/restaurant/a%00b', '/shared/a%00b', '/shared-momokzi-journal/a%00b/card.png'];
  for (const url of pages) expect([url, (await open(url)).statusCode]).toEqual([url, 400]);
});
