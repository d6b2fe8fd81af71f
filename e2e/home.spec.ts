import { expect, test } from '@playwright/test';
import { addPlace, findPlace, signUp, somePlaces, viewports } from './support/member.ts';

test('위치를 허락하지 않으면 서울시청 둘레를 보여 준다고 한 번만 말한다', async ({ page }) => {
  await signUp(page);
  await page.goto('/app');
  await expect(page.getByText('위치를 몰라서 서울시청 둘레를 보여 드려요.')).toHaveCount(1);
});

test('위치를 허락하면 가까운 순으로 거리가 보인다', async ({ page, context }) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 37.566, longitude: 126.991 });
  await signUp(page);
  for (const { placeId } of await somePlaces(page, 5)) await addPlace(page, placeId);
  await page.goto('/app?sort=distance');
  // Only in the list: the map's scale bar is a distance as well.
  const distances = page.getByRole('list', { name: '맛집 목록' }).getByText(/^\d+m$|^\d+\.\dkm$/);
  await expect(distances.first()).toBeVisible();
  const metres = (await distances.allTextContents()).map((text) =>
    text.endsWith('km') ? Number.parseFloat(text) * 1000 : Number.parseFloat(text),
  );
  expect(metres).toEqual([...metres].sort((a, b) => a - b));
});

test('지도를 못 그려도 목록은 쓸 수 있다', async ({ page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await signUp(page);
  const { placeId, name } = await findPlace(page, 'ㅎㄷㄱ');
  await addPlace(page, placeId);
  await page.goto('/app');
  await expect(
    page.getByText('지도 서비스에 문제가 있습니다. API 키와 네트워크를 확인해 주세요.').first(),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: new RegExp(name) })).toBeVisible();
});

test('목록을 불러오지 못하면 말하고, 다시 불러올 수 있다', async ({ page }) => {
  await signUp(page);
  await page.route('**/api/my-restaurants', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', title: 'x', status: 503, code: 'server.unavailable' }),
    }),
  );
  await page.goto('/app');
  await expect(page.getByText(/맛집 정보를 불러오는데 실패했습니다: /)).toBeVisible({ timeout: 20_000 });
  await page.unroute('**/api/my-restaurants');
  await page.getByRole('button', { name: '다시 불러오기' }).click();
  await expect(page.getByText('아직 담은 집이 없어요')).toBeVisible();
});

test.describe('넓은 화면에서', () => {
  test.use({ viewport: viewports.desktop });

  test('200px 넘게 내리면 맨 위로 단추가 나온다', async ({ page }) => {
    await signUp(page);
    for (const { placeId } of await somePlaces(page, 10)) await addPlace(page, placeId);
    await page.goto('/app');
    await expect(page.getByRole('heading', { name: '내 맛집 10곳' })).toBeVisible();
    await page
      .getByRole('link', { name: /예시|국|집|면/ })
      .first()
      .hover();
    const toTop = page.getByRole('button', { name: '맨 위로' });
    await expect(toTop).toBeHidden();
    await page.mouse.wheel(0, 500);
    await toTop.click();
    await expect(toTop).toBeHidden();
  });
});
