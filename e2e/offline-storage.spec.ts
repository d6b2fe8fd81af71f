import { type BrowserContext, expect, type Page, test } from './support/test.ts';
import {
  addPlace,
  findPlace,
  logIn,
  newMember,
  PLAIN_PAGE,
  signUp,
  type TestMember,
} from './support/member.ts';

// With a position, no toast about an unknown position can cover a button.
test.use({
  geolocation: { latitude: 37.5663, longitude: 126.9779 },
  permissions: ['geolocation'],
});

const stub = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`${name}.*방문`) });

/** Signs up a member with two places, whose device can open the app without a network. */
async function openPrepared(page: Page): Promise<{ names: string[]; member: TestMember }> {
  const member = await signUp(page);
  const places = [await findPlace(page, 'ㅎㄷㄱ'), await findPlace(page, '해달골')];
  for (const { placeId } of places) await addPlace(page, placeId);
  await page.goto('/app');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
  const names = places.map(({ name }) => name);
  for (const name of names) await expect(stub(page, name)).toBeVisible();
  return { names, member };
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
  await expect(page.getByText('동기화 대기 1')).toBeVisible();
  await context.unroute('**/api/my-restaurants/**');
  await page.evaluate(() => {
    navigator.serviceWorker.addEventListener('message', ({ data }) =>
      Object.assign(window, { wokenBy: (data as { type?: string }).type }),
    );
  });
  const { origin } = new URL(page.url());
  await session.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId: await registered,
    tag: 'outbox',
    lastChance: false,
  });
  await expect.poll(() => page.evaluate(() => 'wokenBy' in window && window.wokenBy)).toBe('outbox-send');
  await expect(page.getByText(/동기화 대기 \d/)).toHaveCount(0);
});

test('브라우저가 저장해 둔 것을 지웠으면 알리고, 다시 저장한다', async ({ page, context }) => {
  const { names } = await openPrepared(page);
  const isStored = (tab: Page) =>
    tab.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === 'momokzi-documents'));
  await expect.poll(() => isStored(page)).toBe(true);
  const notice = page.getByText('브라우저가 이 기기의 오프라인용 데이터를 지웠어요. 다시 저장할게요.');
  await page.reload();
  await expect(stub(page, names[0] ?? '')).toBeVisible();
  await expect(notice).toHaveCount(0);

  await test.step('읽을 수 없는 저장소는 지워진 것이 아니다', async () => {
    const tab = await context.newPage();
    await tab.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('blocked', 'UnknownError');
      };
      new MutationObserver(() => {
        if (document.body?.innerText.includes('브라우저가 이 기기의 오프라인용 데이터를 지웠어요'))
          Object.assign(window, { saidEvicted: true });
      }).observe(document, { childList: true, subtree: true });
    });
    await tab.goto('/app/outbox');
    await expect(tab.getByText('이 기기에 저장하지 못했어요')).toBeVisible();
    await tab.waitForLoadState('networkidle');
    expect(await tab.evaluate(() => 'saidEvicted' in window)).toBe(false);
    await tab.close();
  });

  await evict(page, context);
  expect(await isStored(page)).toBe(false);
  await page.goto('/app');
  await expect(notice).toBeVisible();
  await expect.poll(() => isStored(page)).toBe(true);
});

/**
 * Deletes all data of the site except cookies, as browsers do when space runs out. Chromium would keep the local
 * storage, but other browsers delete it.
 */
async function evict(page: Page, context: BrowserContext): Promise<void> {
  await page.goto(PLAIN_PAGE);
  const { origin } = new URL(page.url());
  const session = await devtools(page, context);
  const storageTypes = 'indexeddb,cache_storage,service_workers,local_storage';
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes });
}

/** Returns the numbers of unsent and of lost actions that the cookies of the device contain. */
const countsInCookies = async (context: BrowserContext) =>
  (await context.cookies()).flatMap(({ name, value }) =>
    /^momokzi\.(waiting|lost)\./.test(name) ? [value] : [],
  );

test('보내지 못한 것을 브라우저가 지웠으면 무엇이 몇 개인지 본인에게만 알린다', async ({ page, context }) => {
  const { names, member } = await openPrepared(page);
  const cookies = () => countsInCookies(context);
  await context.route('**/api/my-restaurants/**', (route) => route.abort('internetdisconnected'));
  await context.route('**/api/journal/entries', (route) => route.abort('internetdisconnected'));
  for (const name of names) await stub(page, name).click();
  await expect(page.getByText(`동기화 대기 ${names.length}`)).toBeVisible();
  await page.goto('/app/momokzi-journal/write');
  await page.getByRole('combobox', { name: '어디에서 먹었어요?' }).fill('지하철 국수');
  await page.getByLabel('무엇을 먹었어요?').fill('비밀스러운 국물');
  await page.getByRole('button', { name: /저장/ }).click();
  await expect(page.getByText('동기화 대기 3')).toBeVisible();
  // The cookies contain no text of the member.
  await expect.poll(cookies).toEqual(['restaurants.change:2/journal.add:1']);

  await evict(page, context);
  await context.unroute('**/api/my-restaurants/**');
  await context.unroute('**/api/journal/entries');
  const notice = page.getByRole('link', { name: '동기화하지 못한 3개가 사라졌어요' });
  const details = page.getByRole('region', { name: '동기화하지 못한 3개가 사라졌어요' });

  await test.step('다른 사람에게는 보이지 않는다', async () => {
    await context.clearCookies({ name: /session/ });
    await signUp(page, newMember('보리'));
    await page.goto('/app');
    await expect(page.getByText('하나만 먼저 담아 볼까요?')).toBeVisible();
    await page.goto('/app/outbox');
    await expect(page.getByText('동기화할 내용이 없어요')).toBeVisible();
    await expect(details).toHaveCount(0);
  });
  await test.step('본인에게는 확인할 때까지 보인다', async () => {
    await context.clearCookies({ name: /session/ });
    await logIn(page, member);
    await expect(notice).toBeVisible();
    await notice.click();
    await expect(details.getByRole('listitem')).toHaveText(['맛집 수정, 도장, 평점 2개', '일지 쓰기 1개']);
    await details.getByRole('button', { name: '확인', exact: true }).click();
    await expect(details).toHaveCount(0);
    expect(await cookies()).toEqual([]);
    await page.goto('/app');
    await expect(stub(page, names[0] ?? '')).toBeVisible();
    await expect(notice).toHaveCount(0);
  });
});

test('보낸 것은 사라진 것으로 세지 않는다', async ({ page, context }) => {
  const { names } = await openPrepared(page);
  await context.route('**/api/my-restaurants/**', (route) => route.abort('internetdisconnected'));
  await stub(page, names[0] ?? '').click();
  await expect(page.getByText('동기화 대기 1')).toBeVisible();
  await context.unroute('**/api/my-restaurants/**');
  await expect.poll(() => countsInCookies(context)).toEqual(['restaurants.change:1']);
  await page.reload();
  await expect.poll(() => countsInCookies(context)).toEqual([]);
  await evict(page, context);
  await page.goto('/app/outbox');
  await expect(page.getByText('동기화할 내용이 없어요')).toBeVisible();
  await expect(page.getByText(/사라졌어요/)).toHaveCount(0);
});
