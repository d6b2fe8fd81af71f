import { collect } from './gallery/members.ts';
import { expect, test } from './support/test.ts';
import { signInAs } from './support/admin.ts';
import { checkScreen } from './support/check-screen.ts';
import { mapAtRest, placesDrawn } from './support/map.ts';
import { idsOf } from './support/pages.ts';

test.use({ hasDataSaver: false });
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
