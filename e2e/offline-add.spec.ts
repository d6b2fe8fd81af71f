import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from './support/test.ts';
import { addPlace, findPlace, savedRestaurants, signUp } from './support/member.ts';
import { waitForStoredCode } from './support/stored-on-device.ts';

/** Returns a document that this device has stored, as text. */
const keptDocument = (page: Page, key: string): Promise<string> =>
  page.evaluate(
    (wanted) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('momokzi-documents');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const reading = database.transaction('documents').objectStore('documents').openCursor();
          reading.onsuccess = () => {
            const cursor = reading.result;
            if (cursor && (cursor.key as string[])[1] !== wanted) return cursor.continue();
            database.close();
            return resolve(JSON.stringify(cursor?.value.data ?? null));
          };
        };
      }),
    key,
  );

/** Creates a member whose device has stored a place from the search and can open the form without a network. */
async function openPrepared(page: Page) {
  await signUp(page);
  const mine = await findPlace(page, 'ㅎㄷㄱ');
  await addPlace(page, mine.placeId);
  const seen = await findPlace(page, '해달골');
  await page.goto('/app');
  await expect(page.getByText(mine.name).first()).toBeVisible();
  await waitForStoredCode(page);
  await page.goto('/app/add');
  await page.getByRole('combobox', { name: '가게 이름' }).fill('해달골');
  await expect(page.getByRole('option', { name: seen.name })).toBeVisible();
  await expect.poll(() => keptDocument(page, '["places","seen"]')).toContain(seen.placeId);
  return { mine, seen };
}

const paste = (page: Page, text: string): Promise<void> =>
  page.getByRole('combobox', { name: '가게 이름' }).evaluate((field, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

test.describe(() => {
  test('인터넷 없이도 전에 본 곳을 찾아 담고, 모음에 넣고, 붙여넣은 글로도 담는다', async ({
    page,
    context,
  }) => {
    const { seen } = await openPrepared(page);
    const { origin } = new URL(page.url());
    const made = await page.request.post('/api/collections', {
      headers: { origin, 'idempotency-key': randomUUID() },
      data: { name: '지하철 모음', colour: 'pink', icon: 'soup' },
    });
    const collection = await made.json();
    expect(made.status(), JSON.stringify(collection)).toBe(201);
    await page.goto('/app/collections');
    await expect(page.getByText('지하철 모음').first()).toBeVisible();
    await expect.poll(() => keptDocument(page, '["collections"]')).toContain('지하철 모음');
    await context.setOffline(true);

    await test.step('전에 본 곳을 찾는다', async () => {
      await page.goto('/app/add');
      await page.getByRole('combobox', { name: '가게 이름' }).fill('해달');
      await expect(page.getByText('이 기기에서 본 적 있는 곳만 찾았어요')).toBeVisible();
      await expect(
        page.getByRole('status').getByText(/바꾼 내용은 인터넷에 연결되면 동기화돼요/),
      ).toBeVisible();
      await page.getByRole('option', { name: seen.name }).click();
      await page.getByText('카테고리·태그·모음').click();
      await page.getByRole('button', { name: '지하철 모음' }).click();
      await page.getByRole('button', { name: '연결되면 등록' }).click();
      await expect(page.getByText('동기화 대기 2')).toBeVisible();
      await expect(page.getByText(seen.name).first()).toBeVisible();
    });

    await test.step('모르는 곳은 붙여넣은 대로 담는다', async () => {
      await page.goto('/app/add');
      await paste(page, '[네이버지도]\n지하 국수\n서울 중구 세종대로 110\nhttps://naver.me/GAbcdEfg');
      await expect(page.getByText('오프라인')).toBeVisible();
      await page.getByRole('button', { name: '직접 등록하기' }).click();
      await page.getByRole('button', { name: '연결되면 등록' }).click();
      await expect(page.getByText('동기화 대기 3')).toBeVisible();
    });

    await test.step('여러 곳은 이 기기에 두었다가 이어서 찾는다', async () => {
      await page.goto('/app/add');
      await paste(page, '서리골 찻집\n서울 중구 세종대로 1\n\n없는 집\n서울 중구 세종대로 2');
      await expect(page.getByText('2곳을 이 기기에 저장했어요')).toBeVisible();
      await page.close();
    });

    await context.setOffline(false);
    const next = await context.newPage();
    await next.goto('/app/add');
    await next.getByRole('button', { name: '이어서 확인하기' }).click();
    await expect(next.getByText('가져온 2곳을 확인해 주세요')).toBeVisible();
    await expect
      .poll(async () => (await savedRestaurants(next)).map(({ name }: { name: string }) => name))
      .toEqual(expect.arrayContaining([seen.name, '지하 국수']));
    const places = async () =>
      (await (await next.request.get(`/api/collections/${collection.id}`)).json()).places;
    await expect
      .poll(async () => (await places()).map(({ id }: { id: string }) => id))
      .toEqual([seen.placeId]);
  });
});

test('나가면 전에 본 곳도 지워진다', async ({ page }) => {
  await openPrepared(page);
  await page.goto('/app');
  await page.getByRole('button', { name: '메뉴' }).first().click();
  await page.getByRole('button', { name: '로그아웃' }).click();
  await expect(page).toHaveURL(/\/$/);
  // The first screen after signing out may have opened an empty database.
  const databases = (await page.evaluate(() => indexedDB.databases())).map(({ name }) => name);
  if (databases.includes('momokzi-documents'))
    expect(await keptDocument(page, '["places","seen"]')).toBe('null');
});

test('브라우저가 인터넷이 없다고 잘못 알려도, 서버가 답하면 바로 저장한다', async ({ page }) => {
  await signUp(page);
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }));
  await page.goto('/app/add');
  await page.getByRole('combobox').fill('뷁뷁식당');
  await page.getByRole('option', { name: /등록하기/ }).click();
  await expect(page.getByRole('button', { name: '맛집 등록하기' })).toBeVisible();
  await expect(page.getByRole('button', { name: '연결되면 등록' })).toHaveCount(0);
});
