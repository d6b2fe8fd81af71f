import { randomUUID } from 'node:crypto';
import { expect, originOf, type Page, test } from './support/test.ts';
import { signInAs } from './support/admin.ts';
import { watchWrites, PAUSES, tapTwice } from './support/double-tap.ts';
import { addPlace, savedRestaurants, signUp, somePlaces, viewports } from './support/member.ts';

/* A double tap counts as one tap: it does not act on what moves under the finger. */

test.use({ viewport: viewports.phone, hasTouch: true, ignoresSecondTaps: true, hasMap: false });

async function post(page: Page, url: string, data: object) {
  const answer = await page.request.post(url, {
    headers: { origin: originOf(page), 'idempotency-key': randomUUID() },
    data,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

test('일지의 휴지통을 두 번 눌러도 한 편만 지워진다', async ({ page }) => {
  await signUp(page);
  for (let day = 1; day <= 8; day++)
    await post(page, '/api/journal/entries', {
      restaurantName: `${day}일의 집`,
      visitDate: Date.UTC(2026, 10, day),
    });
  const writes = watchWrites(page);
  let left = 8;
  for (const pause of PAUSES) {
    await page.goto('/app/momokzi-journal');
    await tapTwice(page, page.getByRole('button', { name: /^\d일의 집 .*삭제/ }).first(), pause);
    await expect(page.getByText('일지를 삭제했어요.')).toBeVisible();
    await expect.poll(() => writes.answered()).toBe(true);
    left -= 1;
    expect((await (await page.request.get('/api/journal')).json()).entries, `${pause} ms`).toHaveLength(left);
  }
  expect(writes.sent).toHaveLength(PAUSES.length);
});

test('맛집 삭제를 두 번 눌러도 한 번만 보낸다', async ({ page }) => {
  await signUp(page);
  for (const { placeId } of await somePlaces(page, 6)) await addPlace(page, placeId);
  const writes = watchWrites(page);
  for (const [at, pause] of PAUSES.entries()) {
    const [first] = await savedRestaurants(page);
    await page.goto(`/app/restaurant/${encodeURIComponent(first.id)}`);
    // Answers above the button move it, and a press on a button that moves is lost.
    await expect(
      page.getByRole('region', { name: '다녀온 사람들의 리뷰' }).locator('.numbers').first(),
    ).toBeVisible();
    await page.getByRole('button', { name: '삭제' }).click();
    await tapTwice(page, page.getByRole('alertdialog').getByRole('button', { name: '삭제' }), pause);
    await expect(page.getByText('맛집이 내 리스트에서 삭제되었습니다.')).toBeVisible();
    await expect.poll(() => writes.answered()).toBe(true);
    expect(await savedRestaurants(page), `${pause} ms`).toHaveLength(5 - at);
  }
  expect(writes.sent).toHaveLength(PAUSES.length);
});

test('수정 화면에서 태그의 ×를 두 번 눌러도 하나만 빠진다', async ({ page }) => {
  await signUp(page);
  const [place] = await somePlaces(page, 1);
  const customTags = ['가', '나', '다', '라', '마', '바', '사', '아', '자'];
  await addPlace(page, place!.placeId, { customTags });
  await page.goto(`/app/edit/${encodeURIComponent(place!.placeId)}`);
  const tags = page.getByRole('button', { name: /태그 삭제$/ });
  for (const [at, pause] of PAUSES.entries()) {
    await expect(tags).toHaveCount(customTags.length - at);
    await tapTwice(page, tags.first(), pause);
    await expect(tags, `${pause} ms`).toHaveCount(customTags.length - at - 1);
  }
});

test('모음에서 빼기를 두 번 눌러도 한 곳만 빠진다', async ({ page }) => {
  await signUp(page);
  const places = await somePlaces(page, 9);
  for (const { placeId } of places) await addPlace(page, placeId);
  const restaurantIds = places.map(({ placeId }) => placeId);
  const { id } = await post(page, '/api/collections', {
    name: '연말 모임',
    colour: 'cyan',
    icon: 'beef',
    restaurantIds,
  });
  const writes = watchWrites(page);
  for (const [at, pause] of PAUSES.entries()) {
    await page.goto(`/app/collections/${id}`);
    await page.getByRole('button', { name: '순서·메모 편집' }).click();
    await tapTwice(page, page.getByRole('button', { name: /모음에서 빼기$/ }).first(), pause);
    await expect(page.getByText('모음에서 뺐어요.')).toBeVisible();
    await expect.poll(() => writes.answered()).toBe(true);
    const { places: left } = await (await page.request.get(`/api/collections/${id}`)).json();
    expect(left, `${pause} ms`).toHaveLength(places.length - at - 1);
  }
  expect(writes.sent).toHaveLength(PAUSES.length);
});

test('제공 중단을 두 번 눌러도 요청은 하나다', async ({ page }) => {
  await signInAs(page, 'admin');
  // The request is never answered, so the row stays where it is and other stories keep the place.
  await page.route('**/api/admin/provided-restaurants/*', (route) =>
    route.request().method() === 'DELETE' ? undefined : route.continue(),
  );
  const writes = watchWrites(page);
  for (const [at, pause] of PAUSES.entries()) {
    await page.goto('/app/admin/provided');
    await tapTwice(page, page.getByRole('button', { name: /제공 중단$/ }).first(), pause);
    await expect.poll(() => writes.sent.length, `${pause} ms`).toBe(at + 1);
  }
});
