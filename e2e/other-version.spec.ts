import { expect, type Page, test } from './support/test.ts';
import { isKept, keepOnDevice, send, waitForWorker } from './support/joint-collection.ts';
import { addOldPayments, grantPaidTier } from './support/database.ts';
import { addPlace, findPlace, signUp } from './support/member.ts';

/* The app was updated, and is opened without a network. The device has documents of the previous version. */

/** Changes the stored documents as if a version with another API had stored them. */
const storeAsOtherVersion = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('momokzi-documents');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const transaction = database.transaction(['device', 'documents'], 'readwrite');
          transaction.objectStore('device').delete('first-screen');
          const changed: string[] = [];
          transaction.objectStore('documents').openCursor().onsuccess = (event) => {
            const cursor = (event.target as IDBRequest<IDBCursorWithValue | null>).result;
            if (!cursor) return;
            changed.push((cursor.key as string[]).join(' '));
            cursor.update({ ...cursor.value, format: 'another version' });
            cursor.continue();
          };
          transaction.oncomplete = () => {
            database.close();
            resolve(changed);
          };
        };
      }),
  );

test('업데이트한 앱을 인터넷 없이 열어도 목록, 맛집, 일지, 모음이 보인다', async ({ page, context }) => {
  await signUp(page);
  const { placeId, name } = await findPlace(page, 'ㅎㄷㄱ');
  await addPlace(page, placeId);
  await send(page, 'POST', '/api/journal/entries', {
    restaurantId: null,
    restaurantName: '골목집',
    visitDate: Date.parse('2026-11-20'),
    visitTime: null,
    journalText: '따뜻한 국밥',
    tagsWith: [],
    tagsOccasion: [],
    photoIds: [],
  });
  const { id } = await send<{ id: string }>(page, 'POST', '/api/collections', {
    name: '연말 모임',
    colour: 'cyan',
    icon: 'beef',
    restaurantIds: [placeId],
  });
  const place = `/app/restaurant/${encodeURIComponent(placeId)}`;
  await keepOnDevice(page, '/app', name);
  await waitForWorker(page);
  await keepOnDevice(page, '/app/momokzi-journal', '따뜻한 국밥');
  await keepOnDevice(page, place, name);
  await keepOnDevice(page, '/app/collections', '연말 모임');
  await keepOnDevice(page, `/app/collections/${id}`, '연말 모임');
  await expect.poll(() => isKept(page, `\\"${id}\\"]`)).toBe(true);
  await page.goto('/app/faq');
  await page.waitForLoadState('networkidle');
  const changed = await storeAsOtherVersion(page);
  for (const key of ['["my-restaurants"]', '["journal","document"]', `["collection","${id}"]`])
    expect(changed.join(' ')).toContain(key);

  await context.setOffline(true);
  for (const [address, text] of [
    ['/app', name],
    [place, name],
    ['/app/momokzi-journal', '따뜻한 국밥'],
    ['/app/collections', '연말 모임'],
    [`/app/collections/${id}`, name],
  ] as const)
    await test.step(address, async () => {
      await page.goto(address);
      await expect(page.getByText(text).first()).toBeVisible();
    });
});

test('업데이트한 앱을 인터넷 없이 열어도 추천 맛집, 공유 링크, 받은 리스트, 결제 내역이 보인다', async ({
  page,
  context,
}) => {
  const { email } = await signUp(page);
  await grantPaidTier(email);
  await addOldPayments({ email, count: 1 });
  const { placeId, name } = await findPlace(page, 'ㅎㄷㄱ');
  await addPlace(page, placeId);
  const { id } = await send<{ id: string }>(page, 'POST', '/api/list-shares', {
    title: '골목 지도',
    selection: { of: 'all' },
    shows: { ratings: false, reviews: false, memos: true },
  });
  const screens = [
    ['/app?status=provided', /, 내 리스트로 가져오기/, '["provided-restaurants"]'],
    ['/app/share-my-list', /골목 지도 공유 일시 중지/, '["list-shares"]'],
    [`/shared/${id}`, name, `["shared-lists","${id}"]`],
    ['/app/payment-history', /9,900원/, '["membership","payments"]'],
    ['/app/settings/security', /이 기기/, '["devices"]'],
  ] as const;
  const shown = (text: string | RegExp) => page.getByText(text).or(page.getByLabel(text)).first();
  await page.goto('/app');
  await waitForWorker(page);
  for (const [address, text, key] of screens) {
    await page.goto(address);
    await expect(shown(text)).toBeVisible();
    await expect.poll(() => isKept(page, key.replaceAll('"', '\\"')), key).toBe(true);
  }
  await page.goto('/app/faq');
  await storeAsOtherVersion(page);

  await context.setOffline(true);
  for (const [address, text] of screens)
    await test.step(address, async () => {
      await page.goto(address);
      await expect(shown(text)).toBeVisible();
    });
});
