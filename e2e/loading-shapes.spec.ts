import { collect } from './gallery/members.ts';
import { expect, type Page, test } from './support/test.ts';
import { signInAs } from './support/admin.ts';
import { addPlace, signUp, somePlaces, viewports } from './support/member.ts';
import { openScreen } from './support/pages.ts';

/** Leaves the requests of a URL without an answer until the returned function is called. */
async function holdBack(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Distance in pixels by which an element may move when the data arrives. */
const TOLERANCE = 2;

for (const [name, viewport] of Object.entries(viewports))
  test(`목록이 오기 전의 회색 칸과 온 뒤의 첫 칸은 같은 자리에 있다: ${name}`, async ({ page }) => {
    await signInAs(page, 'paid');
    const { collectionId } = await collect(page);
    await page.setViewportSize(viewport);
    const topOf = async (selector: string) =>
      (await page.locator(selector).filter({ visible: true }).first().boundingBox())?.y ?? Number.NaN;
    const expectSamePlace = async (address: string, content: string, url: string) => {
      const shape = `${content}:has(.skeleton)`;
      const show = await holdBack(page, url);
      // A loaded home page already contains the list. Therefore each screen is opened from another screen.
      await page.goto('/app/mails');
      await page.getByRole('heading', { name: '소식 메일' }).waitFor();
      await openScreen(page, address);
      await page.locator(shape).first().waitFor();
      if (address.includes('collections')) await page.getByRole('region', { name: '투표' }).waitFor();
      const before = await topOf(shape);
      show();
      await page.locator(shape).first().waitFor({ state: 'hidden' });
      await expect
        .poll(async () => Math.abs((await topOf(content)) - before), address)
        .toBeLessThanOrEqual(TOLERANCE);
      await page.unroute(url);
    };
    await expectSamePlace('/app', '.ticket', '**/api/my-restaurants');
    await expectSamePlace(`/app/collections/${collectionId}`, '.ticket', '**/api/my-restaurants');
    await expectSamePlace('/app/momokzi-journal', '.journal-item', '**/api/journal');
  });

test('내 목록이 오기 전에도 모음에서 할 일을 누를 수 있다', async ({ page }) => {
  await signInAs(page, 'paid');
  const { collectionId } = await collect(page);
  const show = await holdBack(page, '**/api/my-restaurants');
  await page.goto(`/app/collections/${collectionId}`);
  await expect(page.getByRole('link', { name: '맛집 담기' })).toBeVisible();
  await expect(page.getByRole('button', { name: '순서·메모 편집' })).toBeVisible();
  await page.getByRole('button', { name: '오늘 뭐 먹지?' }).click();
  await expect(page.locator('.ticket:has(.skeleton)').first()).toBeVisible();
  show();
  await expect(page.getByRole('dialog', { name: '오늘 뭐 먹지?' })).toBeVisible();
});

test('맛집 화면의 삭제는 나타난 뒤에 움직이지 않는다', async ({ page }) => {
  await signUp(page);
  // Other stories review the first places. With reviews, the button would move.
  const place = (await somePlaces(page, 20)).at(-1);
  await addPlace(page, place!.placeId);
  const showReviews = await holdBack(page, '**/api/restaurants/*/reviews?*');
  const showJournal = await holdBack(page, '**/api/journal');
  await page.addInitScript(collectTopsOfDelete);
  await page.goto(`/app/restaurant/${encodeURIComponent(place!.placeId)}`);
  await expect(
    page.getByRole('region', { name: /^다녀온 사람들의 리뷰/ }).locator('.skeleton'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: '삭제' })).toBeVisible();
  showReviews();
  showJournal();
  await expect(page.locator('.skeleton')).toHaveCount(0);
  const tops = await page.evaluate(() => (window as unknown as { tops: number[] }).tops);
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThanOrEqual(TOLERANCE);
});

/** Runs in the page. Collects where the button 삭제 is in each frame. */
function collectTopsOfDelete() {
  const tops: number[] = [];
  Object.assign(window, { tops });
  const collect = () => {
    const button = [...document.querySelectorAll('main button')].find((it) => it.textContent === '삭제');
    if (button) tops.push(button.getBoundingClientRect().top + window.scrollY);
    requestAnimationFrame(collect);
  };
  collect();
}
