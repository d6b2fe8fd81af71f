import { expect, type Page, test } from '@playwright/test';
import { addPlace, findPlace, signUp } from './support/member.ts';

test.use({ serviceWorkers: 'allow' });

/** Opens the list and waits until this device can open it without a network. */
async function prepareDevice(page: Page): Promise<void> {
  await page.goto('/app');
  await expect(page.getByRole('link', { name: /국밥|하동관|집/ }).first()).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const { active } = (await navigator.serviceWorker.getRegistration()) ?? {};
        if (active?.state !== 'activated' || !navigator.serviceWorker.controller) return false;
        const names = (await indexedDB.databases()).map(({ name }) => name);
        return names.includes('momokzi-documents');
      }),
    )
    .toBe(true);
}

/** Everything that scripts can read in this browser: databases, caches. */
const storedOnDevice = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      for (const store of database.objectStoreNames) {
        const all = (method: 'getAll' | 'getAllKeys') =>
          new Promise((resolve) => {
            const request = database.transaction(store).objectStore(store)[method]();
            request.onsuccess = () => resolve(request.result);
          });
        texts.push(name, store, JSON.stringify([await all('getAllKeys'), await all('getAll')]));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        texts.push(`${name} ${request.url}`);
        const answer = await cache.match(request);
        if (!request.url.includes('/assets/')) texts.push((await answer?.text()) ?? '');
      }
    }
    return texts.join('\n');
  });

test('지하철에서: 아이콘, 주소, 새로고침으로 열고, 나가면 아무것도 남지 않는다', async ({
  page,
  context,
}) => {
  const member = await signUp(page);
  const { placeId, name } = await findPlace(page, 'ㅎㄷㄱ');
  await addPlace(page, placeId);
  await prepareDevice(page);
  await expect.poll(() => storedOnDevice(page)).toContain(name);

  await context.setOffline(true);
  await test.step('새로고침', async () => {
    await page.reload();
    await expect(page.getByText(name).first()).toBeVisible();
    await expect(page.getByText(/마지막으로 확인: 오늘 \d\d:\d\d/)).toBeVisible();
  });
  await test.step('아이콘', async () => {
    await page.close();
    page = await context.newPage();
    await page.goto('/app');
    await expect(page.getByText(name).first()).toBeVisible();
  });
  await test.step('주소: 상세, 일지, 출처', async () => {
    await page.goto(`/app/restaurant/${encodeURIComponent(placeId)}`);
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await page.goto('/app/momokzi-journal');
    await expect(page.getByRole('button', { name: '메뉴' }).first()).toBeVisible();
  });
  await test.step('서버의 페이지는 그 자리에서 알린다', async () => {
    await page.goto('/faq');
    await expect(page.getByText('인터넷이 끊겼어요')).toBeVisible();
    await page.getByRole('link', { name: '홈' }).click();
    await expect(page.getByText(name).first()).toBeVisible();
  });

  await test.step('나가면 저장된 것이 없다', async () => {
    await context.setOffline(false);
    await page.goto('/app');
    await expect.poll(() => storedOnDevice(page)).toContain(member.email);
    await page.getByRole('button', { name: '메뉴' }).first().click();
    await page.getByRole('button', { name: '로그아웃' }).click();
    await expect(page).toHaveURL(/\/$/);
    const stored = await storedOnDevice(page);
    expect(stored).not.toContain(member.email);
    expect(stored).not.toContain(name);
    expect(stored).not.toContain('momokzi-private');
  });
});
