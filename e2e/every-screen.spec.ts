import { expect, type Locator, test } from './support/test.ts';
import { collect } from './gallery/members.ts';
import { signInAs } from './support/admin.ts';
import { checkScreen, violations } from './support/check-screen.ts';
import { signUp, viewports } from './support/member.ts';
import { everyPage, idsOf, openScreen } from './support/pages.ts';
import { coveredBy } from './support/uncovered.ts';

test.use({ hasDataSaver: false });
test.setTimeout(300_000);

test('손님이 보는 화면: axe가 찾는 것도 옆으로 밀리는 것도 없고, 가장 중요한 단추는 하나뿐이다', async ({
  page,
}) => {
  await signInAs(page, 'paid');
  const { visitor } = everyPage(await idsOf(page));
  await page.context().clearCookies();
  await checkScreen(page, [...visitor, '/shared/unknown']);
});

for (const half of [0, 1])
  test(`회원이 보는 화면도 그렇다 (${half + 1}/2)`, async ({ page }) => {
    await signInAs(page, 'paid');
    const ids = await idsOf(page);
    const screens = [...everyPage(ids).member, '/login', '/signup', `/shared/${ids.shareId}`];
    await checkScreen(
      page,
      screens.filter((_, at) => at % 2 === half),
    );
  });

test('펼친 메뉴도 그렇다', async ({ page }) => {
  await signInAs(page, 'paid');
  await page.goto('/app');
  await page.getByRole('button', { name: '메뉴 열기' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await violations(page), 'menu').toEqual([]);
});

test('엄지가 닿는 아래쪽에 화면마다 할 일이 있고, 무엇에도 가려지지 않는다', async ({ page }) => {
  await signInAs(page, 'paid');
  const { restaurantId = '', sourceId, shareId, entryId } = await idsOf(page);
  const place = encodeURIComponent(restaurantId);
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
  const link = (name: string | RegExp) => page.getByRole('link', { name }).first();
  const screens: [address: string, action: Locator][] = [
    ['/app', page.getByRole('link', { name: '맛집 등록' })],
    [`/app/restaurant/${place}`, page.getByRole('link', { name: /지도에서 열기/ }).first()],
    ['/app/add', page.getByRole('button', { name: '맛집 등록하기' })],
    ['/app/add/tv', page.getByRole('button', { name: '담기 시작하기' })],
    ['/app/import', page.getByText('파일 고르기')],
    [`/app/edit/${place}`, page.getByRole('button', { name: '저장하기' })],
    [`/app/sources/${sourceId}`, page.getByRole('button', { name: /모두 가져오기/ })],
    ['/app/collections', page.getByRole('link', { name: '맛집 등록' })],
    ['/app/data', page.getByRole('button', { name: '모두 받기' })],
    ['/app/share-my-list', page.getByRole('button', { name: '링크 만들기' })],
    ['/app/momokzi-journal', page.getByRole('link', { name: '일지 쓰기', exact: true })],
    ['/app/momokzi-journal/write', page.getByRole('button', { name: '저장하기' })],
    [`/app/momokzi-journal/${entryId}`, page.getByRole('link', { name: '수정', exact: true })],
    [`/app/momokzi-journal/${entryId}/edit`, page.getByRole('button', { name: '저장하기' })],
    ['/app/collections/new', page.getByRole('button', { name: '만들기' })],
    ['/app/payment', page.getByRole('button', { name: /결제하기/ })],
    ['/app/restaurant/unknown', page.getByRole('main').getByRole('link').first()],
    ['/app/momokzi-journal/yearly-review', link('일지 쓰기')],
    ['/app/sources', link('맛집 등록')],
    ['/app/mails', link('맛집 등록')],
    ['/app/collections/add', button('모음 고르기')],
    [`/shared/${shareId}`, page.getByRole('button', { name: /내 리스트에 담기$/ }).last()],
    ['/login', page.getByRole('button', { name: '로그인', exact: true })],
    ['/', page.getByRole('link', { name: '무료로 시작하기' }).first()],
  ];
  const empty: typeof screens = [
    ['/app', link(/검색해서 담기/)],
    [
      '/app/momokzi-journal',
      page.getByRole('main').getByRole('link', { name: '일지 쓰기', exact: true }).last(),
    ],
    ['/app/momokzi-journal/yearly-review', link('일지 쓰기')],
    ['/app/share-my-list', link('유료 회원 혜택 보기')],
    ['/app/collections', link('맛집 등록')],
    ['/app/payment-history', page.getByRole('main').getByRole('link').first()],
    ['/app/add/tv', button('담기 시작하기')],
    ['/app/upgrade', page.getByRole('main').locator('a[href="/app/payment"]').first()],
  ];
  const visited: typeof screens = [
    ['/signup', page.getByRole('button', { name: '가입하기', exact: true })],
    ['/password-reset', button(/보내기|받기/)],
    ['/shared/unknown', link('모먹지 둘러보기')],
    ['/vote/unknown', link('모먹지 둘러보기')],
  ];
  const low: string[] = [];
  const measure = async (who: string, [address, action]: (typeof screens)[number]) => {
    await openScreen(page, address);
    const height = viewports.phone.height;
    let y = 0;
    await expect(async () => {
      // The page scrolls to the action, which may be at the end of a long form.
      await action.evaluate((element) => element.scrollIntoView({ block: 'nearest' }), null, {
        timeout: 1_000,
      });
      const box = await action.boundingBox({ timeout: 1_000 });
      y = Math.round(box ? box.y + box.height / 2 : 0);
      expect(y, address).toBeGreaterThan(height / 2);
      expect(await coveredBy(action), address).toEqual([]);
    })
      .toPass({ timeout: 8_000 })
      .catch((error: Error) => low.push(`${who} ${address} ${y}: ${error.message.slice(0, 200)}`));
    console.log(`${who} ${address}: ${y} of ${height} (${Math.round((100 * y) / height)} %)`);
  };
  for (const screen of screens.filter(([address]) => address.startsWith('/app')))
    await measure('member', screen);
  await page.context().clearCookies();
  for (const screen of [...screens.filter(([address]) => !address.startsWith('/app')), ...visited])
    await measure('visitor', screen);
  await signUp(page);
  for (const screen of empty) await measure('newcomer', screen);
  expect(low).toEqual([]);
});

test('모음을 열면 투표와 지도가 있어도 첫 화면에 한 곳이 다 보인다', async ({ page }) => {
  await signInAs(page, 'paid');
  const { collectionId } = await collect(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/app/collections/${collectionId}`);
  await expect(page.getByRole('region', { name: '투표' }).getByRole('listitem')).toBeVisible();
  const first = page.getByRole('list', { name: '모음에 담은 맛집' }).getByRole('listitem').first();
  await expect.poll(() => coveredBy(first)).toEqual([]);
  await page.setViewportSize(viewports.desktop);
  await expect.poll(() => bottomOf(page.locator('.map'))).toBeLessThanOrEqual(viewports.desktop.height);
});

test('받은 리스트를 열면 작은 휴대전화에는 한 곳의 이름과 주소가, 데스크톱에는 지도 전체가 보인다', async ({
  page,
}) => {
  await signInAs(page, 'paid');
  const { shareId } = await idsOf(page);
  await page.context().clearCookies();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`/shared/${shareId}`);
  const first = page.getByRole('list', { name: '공유받은 맛집' }).getByRole('listitem').first();
  await expect(first.getByRole('checkbox')).toBeVisible();
  for (const text of [first.getByRole('heading'), first.locator('.ticket-meta')])
    await expect.poll(() => coveredBy(text)).toEqual([]);
  await page.setViewportSize(viewports.desktop);
  await expect.poll(() => bottomOf(page.locator('.map'))).toBeLessThanOrEqual(viewports.desktop.height);
});

const bottomOf = async (element: Locator) => {
  const box = await element.boundingBox();
  return box ? box.y + box.height : Number.NaN;
};

test('처음 온 회원과 관리자가 보는 화면도 그렇다', async ({ page }) => {
  await signUp(page);
  await checkScreen(page, [
    '/app',
    '/app/share-my-list',
    '/app/momokzi-journal',
    '/app/payment-history',
    '/app/data',
    '/app/add/tv',
  ]);
  await signInAs(page, 'admin');
  await checkScreen(page, everyPage({}).admin);
});
