import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { addPlace, findPlace, PLAIN_PAGE, signUp } from './support/member.ts';

test.use({ serviceWorkers: 'allow' });

const stub = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`${name}.*방문`) });

/** A member with two places, whose device is ready for opening the app without a network. */
async function openPrepared(page: Page): Promise<{ names: string[] }> {
  await signUp(page);
  const places = [await findPlace(page, 'ㅎㄷㄱ'), await findPlace(page, '해달골')];
  for (const { placeId } of places) await addPlace(page, placeId);
  await page.goto('/app');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
  const names = places.map(({ name }) => name);
  for (const name of names) await expect(stub(page, name)).toBeVisible();
  return { names };
}

const devtools = (page: Page, context: BrowserContext) => context.newCDPSession(page);

test('브라우저가 앱을 깨우면 보낼 것을 보낸다', async ({ page, context }) => {
  const { names } = await openPrepared(page);
  const session = await devtools(page, context);
  const registered = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations;
      if (one) resolve(one.registrationId);
    }),
  );
  await session.send('ServiceWorker.enable');
  await context.route('**/api/my-restaurants/**', (route) => route.abort('internetdisconnected'));
  await stub(page, names[0] ?? '').click();
  await expect(page.getByText('보낼 것 1')).toBeVisible();
  await context.unroute('**/api/my-restaurants/**');
  await page.evaluate(() => {
    navigator.serviceWorker.addEventListener('message', ({ data }) =>
      Object.assign(window, { wokenBy: (data as { type?: string }).type }),
    );
  });
  const { origin } = new URL(page.url());
  await session.send('ServiceWorker.dispatchSyncEvent', {
    ...{ origin, registrationId: await registered, tag: 'outbox', lastChance: false },
  });
  await expect.poll(() => page.evaluate(() => 'wokenBy' in window && window.wokenBy)).toBe('outbox-send');
  await expect(page.getByText(/보낼 것 \d/)).toHaveCount(0);
});

test('브라우저가 저장해 둔 것을 지웠으면 알리고, 다시 저장한다', async ({ page, context }) => {
  const { names } = await openPrepared(page);
  const isStored = (tab: Page) =>
    tab.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === 'momokzi-documents'));
  await expect.poll(() => isStored(page)).toBe(true);
  const notice = page.getByText('브라우저가 저장해 둔 내용을 지웠어요.');
  await page.reload();
  await expect(stub(page, names[0] ?? '')).toBeVisible();
  await expect(notice).toHaveCount(0);

  // Deletes what Chromium deletes in an eviction. An eviction keeps the local storage.
  await page.goto(PLAIN_PAGE);
  const { origin } = new URL(page.url());
  const session = await devtools(page, context);
  const storageTypes = 'indexeddb,cache_storage,service_workers';
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes });
  expect(await isStored(page)).toBe(false);
  await page.goto('/app');
  await expect(notice).toBeVisible();
  await expect.poll(() => isStored(page)).toBe(true);
});
