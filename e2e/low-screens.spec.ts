import { collect, readKnownIds } from './gallery/members.ts';
import { expect, originOf, test } from './support/test.ts';
import { signInAs } from './support/admin.ts';
import { idsOf } from './support/pages.ts';
import { coveredBy } from './support/uncovered.ts';

const LANDSCAPE = { width: 844, height: 390 };

test('휴대전화를 눕혀도 모음과 받은 리스트의 첫 화면에 한 곳이 다 보인다', async ({ page }) => {
  await signInAs(page, 'paid');
  const { shareId } = await idsOf(page);
  const { collectionId } = await collect(page);
  const first = page.getByRole('list', { name: '모음에 담은 맛집' }).getByRole('listitem').first();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`/app/collections/${collectionId}`);
  await expect(page.getByRole('region', { name: '투표' }).getByRole('listitem')).toBeVisible();
  for (const text of [first.getByRole('heading'), first.locator('.ticket-meta').first()])
    await expect.poll(() => coveredBy(text)).toEqual([]);
  await page.setViewportSize(LANDSCAPE);
  await expect.poll(() => coveredBy(first)).toEqual([]);
  await page.context().clearCookies();
  await page.goto(`/shared/${shareId}`);
  const row = page.getByRole('list', { name: '공유받은 맛집' }).getByRole('listitem').first();
  await expect(row.getByRole('checkbox')).toBeVisible();
  await expect.poll(() => coveredBy(row)).toEqual([]);
});

for (const typeface of ['글꼴', '아직 받지 못한 글꼴'])
  test(`좁은 화면에서 영어로도 평점 지우기가 별 옆에 있다: ${typeface}`, async ({ page }) => {
    await signInAs(page, 'paid');
    const { restaurantId = '' } = await readKnownIds(page);
    await page.context().addCookies([{ name: 'lang', value: 'en', url: originOf(page) }]);
    await page.setViewportSize({ width: 360, height: 740 });
    // Until the typeface is loaded, the text is wider.
    if (typeface !== '글꼴') await page.route('**/*.woff2', (route) => route.abort());
    await page.goto(`/app/edit/${encodeURIComponent(restaurantId)}`);
    const stars = page.getByRole('slider', { name: 'My rating' });
    await stars.press('ArrowRight');
    const [a, b] = await Promise.all([
      stars.boundingBox(),
      page.getByRole('button', { name: 'Clear rating' }).boundingBox(),
    ]);
    expect(b?.y).toBe(a?.y);
  });
