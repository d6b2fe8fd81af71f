import { expect, type Locator, type Page, test } from './support/test.ts';
import { collect } from './gallery/members.ts';
import { signInAs } from './support/admin.ts';
import { checkScreen, outOfReach, violations } from './support/check-screen.ts';
import { signUp, viewports } from './support/member.ts';
import { everyPage, idsOf, openScreen } from './support/pages.ts';
import { coveredBy } from './support/uncovered.ts';

test.setTimeout(300_000);

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first();

test('손님이 보는 화면: axe가 찾는 것도 옆으로 밀리는 것도 없고, 가장 중요한 단추는 하나뿐이며, 할 일은 엄지가 닿는 곳에 있다', async ({
  page,
}) => {
  await signInAs(page, 'paid');
  const ids = await idsOf(page);
  const { visitor } = everyPage(ids);
  await page.context().clearCookies();
  await checkScreen(page, [...visitor, '/shared/unknown'], {
    [`/shared/${ids.shareId}`]: page.getByRole('button', { name: /내 리스트에 담기$/ }).last(),
    '/login': page.getByRole('button', { name: '로그인', exact: true }),
    '/': link(page, '무료로 시작하기'),
    '/signup': page.getByRole('button', { name: '이메일로 가입하기' }),
    '/password-reset': button(page, /보내기|받기/),
    '/shared/unknown': link(page, '모먹지 둘러보기'),
    '/vote/unknown': link(page, '모먹지 둘러보기'),
  });
});

test('회원이 보는 화면도 그렇다', async ({ page }) => {
  test.setTimeout(600_000);
  await signInAs(page, 'paid');
  const ids = await idsOf(page);
  const { restaurantId = '', sourceId, shareId, entryId } = ids;
  const place = encodeURIComponent(restaurantId);
  await checkScreen(page, [...everyPage(ids).member, '/login', '/signup', `/shared/${shareId}`], {
    '/app': page.getByRole('link', { name: '맛집 등록' }),
    [`/app/restaurant/${place}`]: link(page, '네이버지도에서 길찾기'),
    '/app/add/tv': page.getByRole('button', { name: '담기 시작하기' }),
    '/app/import': page.getByRole('main').getByRole('textbox').first(),
    [`/app/edit/${place}`]: page.getByRole('button', { name: '저장하기' }),
    [`/app/sources/${sourceId}`]: page.getByRole('button', { name: /나머지 \d+곳 가져오기/ }),
    '/app/collections': page.getByRole('link', { name: '맛집 등록' }),
    '/app/data': page.getByRole('button', { name: '모두 받기' }),
    '/app/share-my-list': page.getByRole('button', { name: '링크 만들기' }),
    '/app/momokzi-journal': page.getByRole('link', { name: '일지 쓰기', exact: true }),
    '/app/momokzi-journal/write': page.getByRole('button', { name: '저장하기' }),
    [`/app/momokzi-journal/${entryId}`]: page.getByRole('link', { name: '수정', exact: true }),
    [`/app/momokzi-journal/${entryId}/edit`]: page.getByRole('button', { name: '저장하기' }),
    '/app/collections/new': page.getByRole('button', { name: '만들기' }),
    '/app/payment': page.getByRole('button', { name: /결제하기/ }),
    '/app/momokzi-journal/yearly-review': link(page, '일지 쓰기'),
    '/app/sources': link(page, '맛집 등록'),
    '/app/mails': link(page, '맛집 등록'),
    '/app/notifications': link(page, '맛집 등록'),
    '/app/notifications/settings': link(page, '맛집 등록'),
    '/app/collections/add': button(page, '모음 선택'),
  });
  await page.setViewportSize(viewports.phone);
  await openScreen(page, '/app/restaurant/unknown');
  expect(await outOfReach(page.getByRole('main').getByRole('link').first())).toEqual([]);
});

test('펼친 메뉴도 그렇다', async ({ page }) => {
  await signInAs(page, 'paid');
  await page.goto('/app');
  await page.getByRole('button', { name: '메뉴 열기' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await violations(page), 'menu').toEqual([]);
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
  await checkScreen(
    page,
    [
      '/app',
      '/app/share-my-list',
      '/app/momokzi-journal',
      '/app/payment-history',
      '/app/data',
      '/app/add/tv',
    ],
    {
      '/app': link(page, /검색해서 담기/),
      '/app/share-my-list': link(page, '유료 회원 혜택 보기'),
      '/app/momokzi-journal': page
        .getByRole('main')
        .getByRole('link', { name: '일지 쓰기', exact: true })
        .last(),
      '/app/payment-history': page.getByRole('main').getByRole('link').first(),
      '/app/add/tv': button(page, '담기 시작하기'),
    },
  );
  await page.setViewportSize(viewports.phone);
  await page.goto('/app/momokzi-journal/yearly-review');
  expect(await outOfReach(link(page, '일지 쓰기'))).toEqual([]);
  await openScreen(page, '/app/collections');
  expect(await outOfReach(link(page, '맛집 등록'))).toEqual([]);
  await openScreen(page, '/app/upgrade');
  expect(await outOfReach(page.getByRole('main').locator('a[href="/app/payment"]').first())).toEqual([]);
  await signInAs(page, 'admin');
  await checkScreen(page, everyPage({}).admin);
});
