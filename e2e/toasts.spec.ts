import { expect, test } from './support/test.ts';
import { addPlace, findPlace, signUp } from './support/member.ts';
import { send } from './support/joint-collection.ts';
import { coveredBy } from './support/uncovered.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const BOTTOM_OF_TOAST = 690;

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

test('창이 열려 있어도 알림의 단추에 화면 읽기와 탭 키로 닿는다', async ({ page }) => {
  await signUp(page);
  await addPlace(page, (await findPlace(page, 'ㅎㄷㄱ')).placeId);
  await page.goto('/app');
  await page.getByRole('button', { name: /방문 예정\. 누르면/ }).click();
  // A role selects only elements that screen readers can reach.
  const undo = page.getByRole('button', { name: '되돌리기' });
  await page.locator('.toast', { has: undo }).dispatchEvent('pointerover');
  await page.getByRole('button', { name: /^필터/ }).click();
  const dialog = page.getByRole('dialog');
  const lastControl = dialog.getByRole('button', { name: '닫기' });
  await expect(lastControl).toBeVisible();
  await expect(undo).toBeVisible();

  const record = page.getByRole('button', { name: '기록하기' });
  await lastControl.focus();
  await page.keyboard.press('Tab');
  await expect(record).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(lastControl).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(undo).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(undo).not.toBeFocused();
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await lastControl.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(undo).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /방문 예정\. 누르면/ })).toBeVisible();
});

test.describe('대화창의 코드', () => {
  test.use({ serviceWorkers: 'block' });

  test('받지 못하면 열 때마다 한 번만 알린다', async ({ page }) => {
    await signUp(page);
    const { placeId } = await findPlace(page, '해달골');
    expect((await addPlace(page, placeId)).status()).toBe(201);
    const { id } = await send<{ id: string }>(page, 'POST', '/api/collections', {
      name: '연말 모임',
      colour: 'cyan',
      icon: 'beef',
      restaurantIds: [placeId],
    });
    await page.goto(`/app/collections/${id}`);
    const invite = page.getByRole('button', { name: '함께할 사람 초대' });
    await expect(invite).toBeVisible();
    await page.waitForLoadState('networkidle');
    await page.route('**/assets/**', (route) => route.abort());
    await page.evaluate(() => {
      const shown: string[] = [];
      Object.assign(window, { shownToasts: shown });
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes)
            if (node instanceof Element && (node.matches('.toast') || node.querySelector('.toast')))
              shown.push(node.textContent ?? '');
      }).observe(document.body, { childList: true, subtree: true });
    });
    const shownToasts = () =>
      page.evaluate(() => (window as unknown as { shownToasts: string[] }).shownToasts.length);
    await invite.click();
    await expect.poll(shownToasts).toBe(1);
    await expect(page.locator('.toast')).toHaveCount(0, { timeout: 15_000 });
    expect(await shownToasts()).toBe(1);
    await invite.click();
    await expect.poll(shownToasts).toBe(2);
  });
});
