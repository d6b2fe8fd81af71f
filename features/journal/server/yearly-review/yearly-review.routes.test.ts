import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpMember } from '#features/account/server/account.test-factory.ts';
import { YearlyReview } from '#features/journal/yearly-review.contract.ts';
import { listOf, placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { day, journalOf } from '../journal.test-factory.ts';

let on: TestApp;
beforeAll(async () => {
  on = await openTestApp();
});
afterAll(() => on.close());

test('한 해의 일지만, 내 카테고리로, 나의 것만 센다', async () => {
  const member = await signUpMember(on.app);
  const mine = journalOf(on.app, member);
  const placeId = await placeInCatalogue(on.database, { name: '온달국수', categoryId: 'noodles' });
  await listOf(on.app, member).addPlace(placeId, { categoryId: 'soup' });
  await mine.written({ restaurantId: placeId, visitDate: day('2025-01-01'), tagsWith: ['친구와'] });
  await mine.written({ restaurantId: placeId, visitDate: day('2025-12-31') });
  await mine.written({ visitDate: day('2026-01-01') });
  await mine.remove(await mine.written({ visitDate: day('2025-06-01') }));
  await journalOf(on.app, await signUpMember(on.app)).written({ visitDate: day('2025-06-02') });

  const answer = await on.app.inject({ url: '/api/journal/yearly-review/2025', headers: member.headers });
  const review = YearlyReview.parse(answer.json());
  expect(review).toMatchObject({
    years: [2026, 2025],
    entryCount: 2,
    placeCount: 1,
    categories: [{ categoryId: 'soup', count: 2 }],
    companions: [{ tag: '친구와', count: 1 }],
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
