import { expect, test } from './support/test.ts';
import { addPlace, findPlace, signUp } from './support/member.ts';
import { coveredBy } from './support/uncovered.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const BOTTOM_OF_TOAST = 760;

test('도장을 찍은 뒤의 알림은 일지 쓰기와 한 줄 남기기를 가리지 않는다', async ({ page }) => {
  await signUp(page);
  const { placeId } = await findPlace(page, 'ㅎㄷㄱ');
  await addPlace(page, placeId);
  await page.goto(`/app/restaurant/${encodeURIComponent(placeId)}`);
  const writeEntry = page.getByRole('main').getByRole('link', { name: '일지 쓰기' });
  await expect(writeEntry).toBeVisible();
  await page
    .getByRole('radio', { name: '방문 완료' })
    .or(page.getByRole('button', { name: '방문 완료' }))
    .tap();
  const toast = page.getByRole('status').filter({ hasText: '도장 찍었어요' }).locator('.toast');
  await expect(toast).toBeVisible();

  for (const invited of [writeEntry, page.getByRole('main').getByRole('button', { name: '남기기' })]) {
    // The page is scrolled, so that the button is at the position of the toast.
    await invited.evaluate((element, bottom) => {
      scrollBy(0, element.getBoundingClientRect().bottom - bottom);
    }, BOTTOM_OF_TOAST);
    // A toast does not disappear while it has the focus or the pointer is on it.
    await toast.dispatchEvent('pointerover');
    await expect.poll(() => coveredBy(invited)).toEqual([]);
    await expect(toast).toBeInViewport({ ratio: 1 });
  }
});
