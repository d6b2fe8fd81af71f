import { type BrowserContext, expect, originOf, type Page, test } from './support/test.ts';
import { deleteUnusedPhotos } from './support/database.ts';
import { addPlace, findPlace, logIn, newMember, savedRestaurants, signUp } from './support/member.ts';

/** Cuts the connection only for writes, so that the app can still be opened again. */
const failWrites = async (context: BrowserContext) => {
  await context.route('**/api/**', (route) =>
    route.request().method() === 'GET' || route.request().url().includes('/api/account/')
      ? route.continue()
      : route.abort('internetdisconnected'),
  );
  return () => context.unroute('**/api/**');
};
const stub = (page: Page) => page.getByRole('button', { name: /누르면 방문 완료로 바꿔요/ });
const strip = (page: Page, count: number) => page.getByRole('link', { name: `동기화 대기 ${count}` });
const journal = async (page: Page) => (await (await page.request.get('/api/journal')).json()).entries;

/** Returns the number of photos in the drafts on this device. */
const draftPhotos = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('momokzi-drafts');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const request = database.transaction('photos').objectStore('photos').getAll();
          request.onsuccess = () => {
            database.close();
            resolve(request.result.flat().length);
          };
        };
      }),
  );

async function writeEntry(page: Page, text: string) {
  await page.goto('/app/momokzi-journal/write');
  await page.getByRole('combobox', { name: '어디에서 먹었어요?' }).fill('지하철 국수');
  await page.getByLabel('무엇을 먹었어요?').fill(text);
  await page.getByRole('button', { name: /저장/ }).click();
}

test('지하철에서 찍고 쓴 것은 앱이 두 번 꺼져도 남아 있다가, 나오면 한 번씩 저장된다', async ({
  page,
  context,
}) => {
  await signUp(page);
  const { placeId, name } = await findPlace(page, '해달골');
  expect((await addPlace(page, placeId)).status()).toBe(201);
  await page.goto('/app');
  await expect(stub(page)).toBeVisible();
  const restoreWrites = await failWrites(context);
  await page.evaluate(() => {
    navigator.storage.persist = async () => Boolean(Object.assign(window, { isPersistenceRequested: true }));
  });
  await stub(page).click();
  await expect(page.getByText('대기 중').first()).toBeVisible();
  await expect(strip(page, 1)).toBeVisible();
  await expect.poll(() => page.evaluate(() => 'isPersistenceRequested' in window)).toBe(true);

  await page.close();
  const second = await context.newPage();
  await writeEntry(second, '지하에서 쓴 글');
  await expect(second.getByText('지하에서 쓴 글')).toBeVisible();
  await second.close();
  const third = await context.newPage();
  await third.goto('/app/momokzi-journal');
  await expect(third.getByText('지하에서 쓴 글')).toBeVisible();
  await strip(third, 2).click();
  await expect(third.getByRole('listitem').filter({ hasText: name })).toContainText('방문 완료 도장');
  await expect(third.getByRole('listitem').filter({ hasText: '지하철 국수' })).toContainText(
    '지하에서 쓴 글',
  );
  expect(await journal(third)).toEqual([]);

  // After a reload, the page must not say that there are no actions while it still reads them.
  await third.addInitScript(() =>
    new MutationObserver(() => {
      if (document.body?.innerText.includes('동기화할 내용이 없어요'))
        Object.assign(window, { saidNone: true });
    }).observe(document, { childList: true, subtree: true }),
  );
  await third.reload();
  await expect(third.getByRole('listitem').filter({ hasText: name })).toBeVisible();
  expect(await third.evaluate(() => 'saidNone' in window)).toBe(false);

  await restoreWrites();
  // The press may fail, because the device may already have sent everything by itself.
  const sendNow = third.getByRole('button', { name: '지금 동기화' });
  await sendNow.click({ timeout: 5_000 }).catch(() => {});
  await expect(third.getByText('동기화할 내용이 없어요')).toBeVisible();
  expect(await journal(third)).toMatchObject([{ textStart: '지하에서 쓴 글' }]);
  expect(await savedRestaurants(third)).toMatchObject([{ id: placeId, status: '방문 완료' }]);
});

test('인터넷 없이 방문을 취소했다가 되돌리면 전에 방문한 날이 그대로 남는다', async ({ page, context }) => {
  await signUp(page);
  const { placeId } = await findPlace(page, '해달골');
  await addPlace(page, placeId, { status: '방문 완료' });
  const [{ visitedAt }] = await savedRestaurants(page);
  await page.goto(`/app/restaurant/${placeId}`);
  const more = page.getByRole('button', { name: /더 보기$/ });
  await expect(more).toBeVisible();
  const restoreWrites = await failWrites(context);
  await more.click();
  await page.getByRole('button', { name: '방문 예정으로 바꾸기' }).click();
  await page.getByRole('button', { name: '되돌리기' }).click();
  await expect(more).toBeVisible();
  await restoreWrites();
  await page.goto('/app/outbox');
  await expect(page.getByText('동기화할 내용이 없어요')).toBeVisible();
  expect(await savedRestaurants(page)).toMatchObject([{ id: placeId, status: '방문 완료', visitedAt }]);
});

test('두 기기에서 같은 맛집을 고치면 서로 다른 것은 합쳐지고, 같은 글은 둘 다 보고 고른다', async ({
  page,
  context,
}) => {
  await signUp(page);
  const { placeId } = await findPlace(page, '해달골');
  await addPlace(page, placeId, { status: '방문 완료', review: '처음 글', rating: 3 });
  await page.goto(`/app/edit/${placeId}`);
  const review = page.getByLabel('한줄평');
  await expect(review).toHaveValue('처음 글');
  const restoreWrites = await failWrites(context);
  await review.fill('이 기기의 글');
  await page.getByRole('button', { name: '저장하기' }).click();
  await expect(page).not.toHaveURL(/edit/);

  const origin = originOf(page);
  const other = await page.request.patch(`/api/my-restaurants/${placeId}`, {
    headers: { origin },
    data: { review: '다른 기기의 글', rating: 5 },
  });
  expect(other.status()).toBe(200);
  await restoreWrites();
  await page.goto('/app/outbox');
  await expect(page.getByText('이 기기의 글')).toBeVisible();
  await expect(page.getByText('다른 기기의 글')).toBeVisible();
  await expect(page.getByRole('button', { name: '내가 쓴 내용 삭제' })).toBeVisible();
  expect(await savedRestaurants(page)).toMatchObject([{ review: '다른 기기의 글', rating: 5 }]);
  // There is no button that sends the same text again, because the server would refuse it again.
  await expect(page.getByRole('button', { name: '다시 동기화' })).toHaveCount(0);
  await page.getByRole('button', { name: '내가 쓴 내용으로 저장' }).click();
  await expect(page.getByText('동기화할 내용이 없어요')).toBeVisible();
  expect(await savedRestaurants(page)).toMatchObject([{ review: '이 기기의 글', rating: 5 }]);
});

test('리뷰를 쓰다가 나가려 하면 묻고, 다른 기기의 글은 확인한 뒤에 바꾸고, 인터넷 없이 쓴 리뷰는 앱이 꺼져도 저장된다', async ({
  page,
  context,
}) => {
  await signUp(page);
  const { placeId } = await findPlace(page, '해달골');
  await addPlace(page, placeId, { status: '방문 완료', review: '처음 글', isShared: true });
  const openEditor = async (tab: Page) => {
    await tab.goto(`/app/restaurant/${placeId}`);
    await tab.getByRole('button', { name: '평점 수정' }).click();
    return tab.getByLabel('한줄평', { exact: true });
  };
  const save = page.getByRole('button', { name: /저장/ });
  const review = await openEditor(page);
  await expect(review).toHaveValue('처음 글');
  await review.fill('이 기기의 글');
  await page.getByRole('navigation').getByRole('link').first().click();
  await page.getByRole('button', { name: '계속 작성하기' }).click();
  await expect(review).toHaveValue('이 기기의 글');

  const other = await page.request.patch(`/api/my-restaurants/${placeId}`, {
    headers: { origin: originOf(page) },
    data: { review: '다른 기기의 글', isShared: false },
  });
  expect(other.status()).toBe(200);
  await save.click();
  await expect(page.getByRole('alertdialog').getByText('다른 기기의 글')).toBeVisible();
  expect(await savedRestaurants(page)).toMatchObject([{ review: '다른 기기의 글', isShared: false }]);
  await page.getByRole('button', { name: '내가 쓴 내용으로 저장' }).click();
  await expect(page.getByText('리뷰가 등록되었습니다!')).toBeVisible();
  // The other device has withdrawn the review. Saving the text must not publish the review again.
  expect(await savedRestaurants(page)).toMatchObject([{ review: '이 기기의 글', isShared: false }]);

  const restoreWrites = await failWrites(context);
  await (await openEditor(page)).fill('지하에서 쓴 글');
  await save.click();
  await expect(page.getByText('지하에서 쓴 글')).toBeVisible();
  await page.close();
  await restoreWrites();
  const second = await context.newPage();
  await second.goto('/app/outbox');
  await expect(second.getByText('동기화할 내용이 없어요')).toBeVisible();
  expect(await savedRestaurants(second)).toMatchObject([{ review: '지하에서 쓴 글', isShared: false }]);
});

test('저장하기 전에 앱이 꺼져도 글과 올리지 못한 사진이 폼에 남아 있다', async ({ page, context }) => {
  await signUp(page);
  await page.goto('/app/momokzi-journal/write');
  const restoreWrites = await failWrites(context);
  await page.getByRole('combobox', { name: '어디에서 먹었어요?' }).fill('지하철 국수');
  await page.getByLabel('무엇을 먹었어요?').fill('사진과 함께');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: '국수.png', mimeType: 'image/png', buffer: await page.screenshot() });
  const remove = (tab: Page) => tab.getByRole('button', { name: '1번째 사진 삭제' });
  await expect(remove(page)).toBeVisible();
  await expect.poll(() => draftPhotos(page)).toBe(1);
  await page.close();

  const second = await context.newPage();
  await second.goto('/app/momokzi-journal/write');
  await expect(second.getByLabel('무엇을 먹었어요?')).toHaveValue('사진과 함께');
  await expect(remove(second)).toBeVisible();
  await restoreWrites();
  await second.getByRole('button', { name: /저장/ }).click();
  await expect.poll(async () => (await journal(second))[0]?.photos.length).toBe(1);
  await expect.poll(() => draftPhotos(second)).toBe(0);
});

test('올린 사진을 하루 뒤에 서버가 지워도, 저장하지 않은 일지에 보이고 함께 저장된다', async ({ page }) => {
  const { email } = await signUp(page);
  await page.goto('/app/momokzi-journal/write');
  await page.getByRole('combobox', { name: '어디에서 먹었어요?' }).fill('지하철 국수');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: '국수.png', mimeType: 'image/png', buffer: await page.screenshot() });
  const describe = page.getByRole('button', { name: '1번째 사진 설명 적기' });
  await expect(describe).toBeVisible();
  await expect.poll(() => draftPhotos(page)).toBe(1);
  await deleteUnusedPhotos(email);

  await page.reload();
  await expect(describe).toBeVisible();
  await expect(page.locator('img[src^="blob:"]')).toBeVisible();
  await page.getByRole('button', { name: '저장하기' }).click();
  await expect(page).toHaveURL(/momokzi-journal$/);
  const [entry] = await journal(page);
  expect(entry.photos).toHaveLength(1);
  expect((await page.request.get(`/api/photos/${entry.photos[0].id}/small`)).status()).toBe(200);
  await expect.poll(() => draftPhotos(page)).toBe(0);
});

test('두 기기에서 같은 일지를 고치면 두 글을 나란히 보고 고른다', async ({ page, context }) => {
  await signUp(page);
  await writeEntry(page, '처음 글');
  await expect.poll(async () => (await journal(page)).length).toBe(1);
  const [{ id, ...saved }] = await journal(page);
  await page.goto(`/app/momokzi-journal/${id}/edit`);
  const text = page.getByLabel('무엇을 먹었어요?');
  await expect(text).toHaveValue('처음 글');
  const restoreWrites = await failWrites(context);
  await text.fill('이 기기의 글');
  await page.getByRole('button', { name: /저장/ }).click();
  await expect(page).not.toHaveURL(/edit/);

  const other = await page.request.put(`/api/journal/entries/${id}`, {
    headers: { origin: originOf(page) },
    data: {
      restaurantName: '지하철 국수',
      visitDate: saved.visitDate,
      journalText: '다른 기기의 글',
      basedOn: saved.updatedAt,
    },
  });
  expect(other.status()).toBe(200);
  await restoreWrites();
  await page.goto('/app/outbox');
  await expect(page.getByText('이 기기의 글')).toBeVisible();
  // The form of the entry contains the text of this device.
  await page.getByRole('button', { name: '이어서 수정' }).click();
  await expect(text).toHaveValue('이 기기의 글');
  await page.getByRole('button', { name: /저장/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('이 기기의 글');
  await expect(dialog).toContainText('다른 기기의 글');
  expect(await journal(page)).toMatchObject([{ textStart: '다른 기기의 글' }]);
});

test('같이 쓰는 기기에서 보내지 못한 것은 다른 사람에게 보이지도 보내지지도 않고, 본인이 다시 로그인하면 보낸다', async ({
  page,
  context,
}) => {
  const mina = await signUp(page, newMember('미나'));
  const { placeId, name } = await findPlace(page, '해달골');
  await addPlace(page, placeId);
  await page.goto('/app');
  const restoreWrites = await failWrites(context);
  await stub(page).click();
  await expect(strip(page, 1)).toBeVisible();
  await page.getByRole('button', { name: '메뉴 열기' }).click();
  await page.getByRole('button', { name: '로그아웃' }).click();
  await expect(page.getByText('동기화되지 않은 내용이 1개 있어요')).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: '로그아웃' }).click();
  await expect(page).toHaveURL(/\/$/);
  await restoreWrites();

  await signUp(page, newMember('준호'));
  await page.goto('/app/outbox');
  await expect(page.getByText('동기화할 내용이 없어요')).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);
  expect(await savedRestaurants(page)).toEqual([]);
  // The device still stores one action, which belongs to the other account.
  expect(await storedActions(page)).toMatchObject([{ kind: 'restaurants.change', object: placeId }]);

  await page.request.post('/api/account/sign-out', { headers: { origin: originOf(page) } });
  await logIn(page, mina);
  await expect.poll(() => savedRestaurants(page)).toMatchObject([{ id: placeId, status: '방문 완료' }]);
  await expect.poll(() => storedActions(page)).toEqual([]);
});

const storedActions = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('momokzi-outbox');
        opening.onerror = () => reject(opening.error ?? new Error('closed'));
        opening.onsuccess = () => {
          const reading = opening.result.transaction('actions').objectStore('actions').getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result);
          };
        };
      }),
  );

test('앱의 한 부분을 받지 못하면 스스로 다시 열려, 그다음에 누른 것을 저장한다', async ({
  page,
  context,
}) => {
  await signUp(page);
  const { placeId } = await findPlace(page, '해달골');
  expect((await addPlace(page, placeId)).status()).toBe(201);
  const part = /\/assets\/after-start-[^/]*\.js$/;
  await context.route(part, (route) => route.abort(), { times: 1 });
  await page.goto('/app', { waitUntil: 'commit' });
  await page.waitForFunction(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return navigation?.type === 'reload';
  });
  await stub(page).click();
  await expect
    .poll(async () => (await savedRestaurants(page)).map(({ status }) => status))
    .toEqual(['방문 완료']);
});

test('나중에 쓰일 코드를 받기 전에 인터넷이 끊겨도, 그때 누른 것을 다시 연결되면 저장한다', async ({
  page,
  context,
}) => {
  await signUp(page);
  const { placeId } = await findPlace(page, '해달골');
  expect((await addPlace(page, placeId)).status()).toBe(201);
  // The code that reads stored actions needs zod.
  let isConnected = false;
  let lost = 0;
  await context.route(/\/assets\/zod-[^/]*\.js$/, (route) => {
    if (isConnected) return route.fallback();
    lost += 1;
    return route.abort();
  });
  const outbox = page.waitForResponse(/\/assets\/after-start-/);
  await page.goto('/app');
  await outbox;
  await expect.poll(() => lost).toBeGreaterThan(0);
  await context.setOffline(true);
  await stub(page).click();
  await expect.poll(() => storedActions(page)).toMatchObject([{ object: placeId }]);

  isConnected = true;
  await context.setOffline(false);
  await expect
    .poll(async () => (await savedRestaurants(page)).map(({ status }) => status))
    .toEqual(['방문 완료']);
  await expect.poll(() => storedActions(page)).toEqual([]);
});
