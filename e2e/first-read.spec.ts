import { randomUUID } from 'node:crypto';
import { expect, originOf, type Page, test } from './support/test.ts';
import { addPlace, savedRestaurants, signUp, somePlaces, viewports } from './support/member.ts';

/* A change must not end the first read of the document that it changes. */

test.use({ viewport: viewports.phone });

/** Holds the first answer about a document, which still contains the deleted object, until the server has deleted it. */
async function holdFirstRead(page: Page, path: string) {
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      const response = await route.fetch();
      await deleted;
      // The page may have cancelled this request.
      await route.fulfill({ response }).catch(() => undefined);
    },
    { times: 1 },
  );
}

test('주소로 연 맛집을 삭제하면 목록에 나머지 맛집이 나온다', async ({ page }) => {
  await signUp(page);
  const places = await somePlaces(page, 2);
  for (const { placeId } of places) await addPlace(page, placeId);
  const [removed, kept] = await savedRestaurants(page);
  await holdFirstRead(page, '/api/my-restaurants');
  await page.goto(`/app/restaurant/${removed.id}`);
  // Answers above the button move it, and a press on a button that moves is lost.
  await expect(
    page.getByRole('region', { name: '다녀온 사람들의 리뷰' }).locator('.numbers').first(),
  ).toBeVisible();
  await page.getByRole('button', { name: '삭제' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
  await expect(page.getByRole('link', { name: kept.name }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: removed.name })).toHaveCount(0);
});

test('주소로 연 일지를 삭제하면 일지에 나머지 글이 나온다', async ({ page }) => {
  await signUp(page);
  const write = (restaurantName: string) =>
    page.request.post('/api/journal/entries', {
      headers: { origin: originOf(page), 'idempotency-key': randomUUID() },
      data: { restaurantName, visitDate: Date.UTC(2026, 10, 20) },
    });
  const removed = await (await write('지울 집')).json();
  await write('남을 집');
  await holdFirstRead(page, '/api/journal');
  await page.goto(`/app/momokzi-journal/${removed.entry.id}`);
  await page.getByRole('button', { name: '삭제' }).click();
  await expect(page.getByRole('link', { name: '남을 집' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: '지울 집' })).toHaveCount(0);
});
