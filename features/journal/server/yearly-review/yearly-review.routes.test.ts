import { mkdtemp, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpMember } from '#features/account/server/account.test-factory.ts';
import { YearlyReview } from '#features/journal/yearly-review.contract.ts';
import { upload } from '#features/photos/server/photos.test-factory.ts';
import { listOf, placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { day, journalOf } from '../journal.test-factory.ts';

let on: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-year-'));
  on = await openTestApp({ settings: { DATA_DIR: folder } });
});
afterAll(async () => {
  await on.close();
  await rm(folder, { recursive: true, force: true });
});

test('한 해의 일지만, 내 카테고리로, 나의 것만 센다', async () => {
  const member = await signUpMember(on.app);
  const mine = journalOf(on.app, member);
  const placeId = await placeInCatalogue(on.database, { name: '온달국수', categoryId: 'noodles' });
  await listOf(on.app, member).addPlace(placeId, { categoryId: 'soup' });
  await mine.written({ restaurantId: placeId, visitDate: day('2025-01-01'), tagsWith: ['친구와'] });
  await mine.written({ restaurantId: placeId, visitDate: day('2025-12-31'), amountWon: 12_000 });
  await mine.written({ visitDate: day('2026-01-01') });
  await mine.remove(await mine.written({ visitDate: day('2025-06-01'), amountWon: 50_000 }));
  await journalOf(on.app, await signUpMember(on.app)).written({
    visitDate: day('2025-06-02'),
    amountWon: 70_000,
  });

  const answer = await on.app.inject({ url: '/api/journal/yearly-review/2025', headers: member.headers });
  const review = YearlyReview.parse(answer.json());
  expect(review).toMatchObject({
    years: [2026, 2025],
    entryCount: 2,
    placeCount: 1,
    categories: [{ categoryId: 'soup', count: 2 }],
    companions: [{ tag: '친구와', count: 1 }],
    spending: { won: 12_000, mostExpensiveDay: { day: day('2025-12-31'), won: 12_000 } },
  });
  expect(review.places[0]).toMatchObject({
    name: '온달국수',
    coordinates: { lat: 37.57, lng: 126.98 },
  });
});

test('카드는 1080×1920 PNG이고, 언어를 따르고, 빈 해에는 없다', async () => {
  const member = await signUpMember(on.app, { nickname: '뷁뚫' });
  await journalOf(on.app, member).written({ visitDate: day('2025-04-18') });
  const card = (year: number, cookie = member.cookie) =>
    on.app.inject({ url: `/api/journal/yearly-review/${year}/card`, headers: { ...member.headers, cookie } });
  const [korean, english] = [await card(2025), await card(2025, `${member.cookie}; lang=en`)];
  expect(korean.headers['content-type']).toBe('image/png');
  const { width, height, format } = await sharp(korean.rawPayload).metadata();
  expect([width, height, format]).toEqual([1080, 1920, 'png']);
  expect(english.rawPayload.equals(korean.rawPayload)).toBe(false);
  const empty = await card(2024);
  expect([empty.statusCode, empty.json().code]).toEqual([404, 'journal.year_empty']);
});

test('카드에는 한 해의 사진이 모인다. 잃은 사진은 빠지고, 저장소가 답하지 않으면 카드는 없다', async () => {
  const member = await signUpMember(on.app);
  const mine = journalOf(on.app, member);
  const colours = ['#c02020', '#20c020', '#2020c0', '#c0c020'];
  const photoIds: string[] = [];
  for (const [at, background] of colours.entries()) {
    const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
      .jpeg()
      .toBuffer();
    const photoId = (await upload(on.app, { headers: member.headers, bytes })).json().id;
    await mine.written({ visitDate: day(`2025-0${at + 1}-10`), photoIds: [photoId] });
    photoIds.push(photoId);
  }
  const card = () => on.app.inject({ url: '/api/journal/yearly-review/2025/card', headers: member.headers });
  /** Returns which of red, green and blue are strong at a point. */
  const colourAt = async (image: Buffer, left: number, top: number) => {
    const pixel = await sharp(image)
      .extract({ left, top, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer();
    return [...pixel].map((channel) => (channel > 128 ? 1 : 0)).join('');
  };
  const whole = (await card()).rawPayload;
  expect(await colourAt(whole, 200, 200)).toBe('100');
  expect(await colourAt(whole, 800, 200)).toBe('010');
  expect(await colourAt(whole, 200, 600)).toBe('001');
  expect(await colourAt(whole, 800, 600)).toBe('110');

  await rm(path.join(folder, 'photos', 'journal-photos', `${photoIds[0]}-medium.webp`));
  const fewer = await card();
  expect(fewer.statusCode).toBe(200);
  expect(await colourAt(fewer.rawPayload, 200, 600)).toBe('010');

  await rename(path.join(folder, 'photos'), path.join(folder, 'elsewhere'));
  const refused = await card();
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'server.unavailable']);
});
