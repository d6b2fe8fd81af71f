import { expect, type Page, test } from './support/test.ts';
import { addPlace, findPlace, signUp } from './support/member.ts';

const STORED = '[data-first-screen]';

/** Returns the HTML of the first screen of the list that the device has stored; empty if there is none. */
const storedScreen = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('momokzi-documents');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const request = database.transaction('device').objectStore('device').get('first-screen');
          request.onsuccess = () => {
            database.close();
            resolve(request.result?.html ?? '');
          };
        };
      }),
  );

/**
 * Opens the list, and acts on the stored first screen as soon as it is shown, before the application's code is loaded.
 */
async function openAnd(page: Page, act: (screen: HTMLElement) => void): Promise<void> {
  await page.addInitScript(`new MutationObserver((_, observer) => {
    const screen = document.querySelector('${STORED}');
    if (!screen) return;
    observer.disconnect();
    (${act.toString()})(screen);
    window.wasFirst = !performance.getEntriesByType('resource').some(({ name }) => /assets.main-/.test(name));
  }).observe(document, { childList: true, subtree: true })`);
  // The attempt is repeated, because on a busy machine the storage may not answer within the limit, and the stored
  // screen is then not shown.
  await expect(async () => {
    await page.goto('/app');
    await expect
      .poll(() => page.evaluate(() => 'wasFirst' in window && window.wasFirst), { timeout: 5_000 })
      .toBe(true);
  }).toPass();
  await expect(page.locator(STORED)).not.toBeAttached();
}

test('인터넷 없이 열면 목록이 먼저 보이고, 앱이 뜨기 전에 누른 것도 그대로 된다', async ({
  page,
  context,
}) => {
  await signUp(page);
  const { placeId, name } = await findPlace(page, 'ㅎㄷㄱ');
  await addPlace(page, placeId);
  await page.goto('/app');
  await expect(page.getByText(name).first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
  await expect.poll(() => storedScreen(page)).toContain(name);
  await context.setOffline(true);

  await test.step('가게를 누른다', async () => {
    const tab = await context.newPage();
    await openAnd(tab, (screen) => screen.querySelector<HTMLElement>('li a')?.click());
    await expect(tab.getByRole('heading', { name, level: 1 })).toBeVisible();
    await tab.close();
  });

  await test.step('검색어를 쓴다', async () => {
    const tab = await context.newPage();
    await openAnd(tab, (screen) => {
      const field = screen.querySelector('input');
      field?.focus();
      if (field) field.value = '없는 집';
    });
    await expect(tab.getByRole('searchbox')).toHaveValue('없는 집');
    await expect(tab.getByRole('searchbox')).toBeFocused();
    await expect(tab.getByRole('link', { name })).toHaveCount(0);
    await tab.close();
  });

  await test.step('도장을 찍는다', async () => {
    const tab = await context.newPage();
    await openAnd(tab, (screen) => screen.querySelector<HTMLElement>('li .ticket-stub')?.click());
    await expect(tab.getByText('동기화 대기 1')).toBeVisible();
    await expect.poll(() => storedScreen(tab)).toContain('동기화 대기 1');
    await tab.close();
  });

  await test.step('다른 크기의 창에서는 쓰지 않는다', async () => {
    const other = await context.newPage();
    await other.setViewportSize({ width: 700, height: 700 });
    await other.goto('/app');
    await expect(other.getByText(name).first()).toBeVisible();
    await expect(other.locator(STORED)).toHaveCount(0);
  });
});
