import { collect, POSITION } from './gallery/members.ts';
import { expect, test } from './support/test.ts';
import { signInAs } from './support/admin.ts';
import { checkScreen } from './support/check-screen.ts';
import { mapAtRest, placesDrawn, placesOnScreen } from './support/map.ts';
import { viewports } from './support/member.ts';
import { idsOf } from './support/pages.ts';

test.setTimeout(300_000);

/** Checks the screens with a map. every-screen.spec.ts runs without WebGL, so these screens show no map there. */
test('지도가 있는 화면도 axe가 찾는 것이 없고, 좁아도 글자가 커도 옆으로 밀리지 않는다', async ({ page }) => {
  await signInAs(page, 'paid');
  const { restaurantId, shareId } = await idsOf(page);
  await checkScreen(page, ['/app', `/app/restaurant/${restaurantId}`, `/shared/${shareId}`]);
});

test('작은 휴대전화의 낮은 지도도 가장 많이 모인 곳들을 보여 준다', async ({ page }) => {
  await signInAs(page, 'paid');
  const { collectionId } = await collect(page);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`/app/collections/${collectionId}`);
  await mapAtRest(page);
  await expect.poll(() => placesDrawn(page)).toBeGreaterThan(1);
});

test('묶음과 거리 고리의 이름은 지도의 출처에 닿지 않는다', async ({ page, context }) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: POSITION.lat, longitude: POSITION.lng });
  await signInAs(page, 'paid');
  const { collectionId } = await collect(page);
  /** Returns the lowest edge of the elements of a layer minus the upper edge of the attribution, in pixels. */
  const overlap = async (layer: string, halfHeight: number) => {
    const box = await page.locator('.maplibregl-ctrl-attrib').boundingBox();
    const drawn = await placesOnScreen(page, layer);
    return Math.max(...drawn.map(({ y }) => y + halfHeight)) - (box?.y ?? Number.NaN);
  };
  for (const size of [viewports.phone, { width: 360, height: 640 }]) {
    await page.setViewportSize(size);
    await page.goto(`/app/collections/${collectionId}`);
    await mapAtRest(page);
    await expect.poll(() => placesDrawn(page)).toBeGreaterThan(1);
    await expect.poll(() => overlap('clusters', 0), `${size.height}`).toBeLessThanOrEqual(0);
    await expect.poll(() => overlap('ring-labels', 6), `${size.height}`).toBeLessThanOrEqual(0);
  }
});
