import { randomUUID } from 'node:crypto';
import { expect, originOf, type Page, test } from './support/test.ts';
import { addPlace, signUp, somePlaces } from './support/member.ts';
import { openScreen } from './support/pages.ts';

/** Makes writes fail as if there were no connection. Pages and read requests still work. */
const failWrites = async (page: Page) => {
  await page
    .context()
    .route('**/api/**', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort('internetdisconnected'),
    );
  return () => page.context().unroute('**/api/**');
};

test('연결 없이 모음에 담고 뺀 것은 기기에 남고, 연결되면 다른 기기의 변경과 합쳐진다', async ({ page }) => {
  await signUp(page);
  const [a, b, c] = (await somePlaces(page, 3)) as [Place, Place, Place];
  for (const { placeId } of [a, b, c]) expect((await addPlace(page, placeId)).status()).toBe(201);
  const headers = { origin: originOf(page) };
  const made = await page.request.post('/api/collections', {
    headers: { ...headers, 'idempotency-key': randomUUID() },
    data: { name: '우리 동네', colour: 'pink', icon: 'soup', restaurantIds: [a.placeId, b.placeId] },
  });
  const { id } = await made.json();
  const saved = async () =>
    (await (await page.request.get(`/api/collections/${id}`)).json()).places.map(
      (place: { id: string }) => place.id,
    );

  await page.goto(`/app/collections/${id}`);
  await expect(page.getByRole('link', { name: a.name })).toBeVisible();
  const restoreWrites = await failWrites(page);
  await page.getByRole('link', { name: '맛집 담기' }).click();
  await page.getByRole('checkbox', { name: c.name }).check();
  await page.getByRole('button', { name: '선택한 곳 담기' }).click();
  await expect(page.getByRole('link', { name: c.name })).toBeVisible();

  // The app is closed and opened again. The place must still be shown, although the server does not have it yet.
  await page.reload();
  await expect(page.getByRole('link', { name: c.name })).toBeVisible();
  expect(await saved()).toEqual([a.placeId, b.placeId]);

  // Meanwhile another device removes another place.
  const removed = await page.request.delete(
    `/api/collections/${id}/places/${encodeURIComponent(a.placeId)}`,
    {
      headers,
    },
  );
  expect(removed.status()).toBe(200);
  await restoreWrites();
  await openScreen(page, '/app/outbox');
  await page
    .getByRole('button', { name: '지금 동기화' })
    .click({ timeout: 5_000 })
    .catch(() => {});
  await expect(page.getByText('동기화할 내용이 없어요')).toBeVisible();
  expect(await saved()).toEqual([b.placeId, c.placeId]);
});

type Place = Awaited<ReturnType<typeof somePlaces>>[number];
