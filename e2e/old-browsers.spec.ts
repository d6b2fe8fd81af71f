import { type MissingMember, missingMembers } from '#web/build/browser-support.ts';
import { expect, type Page, test } from './support/test.ts';
import { signInAs } from './support/admin.ts';
import { findPlace, savedRestaurants, signUp } from './support/member.ts';
import { BLANK_PAGE, everyPage, idsOf, openScreen, watchNetwork } from './support/pages.ts';

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: '브라우저를 업데이트해 주세요' });

test('지원하는 브라우저에는 업데이트 안내가 없다', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
});

test('지원하지 않는 오래된 브라우저에는 업데이트하라고 하고, 닫을 수 있다', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'CompressionStream'));
  await page.goto('/login');
  await expect(notice(page)).toBeVisible();
  await notice(page).getByRole('button', { name: '닫기' }).click();
  await expect(notice(page)).toHaveCount(0);

  await page.goto('/login?lang=en');
  await expect(page.getByRole('alert').filter({ hasText: 'Please update your browser' })).toBeVisible();
});

test('스크립트의 문법을 모르는 브라우저에도 업데이트하라고 한다', async ({ page }) => {
  await page.route('**/assets/index-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'const a = 1 ⟶ 2;' }),
  );
  await page.goto('/login');
  await expect(notice(page)).toBeVisible();
});

test('일지, 검색, 사진이 쓰는 새 기능이 없으면 폴리필을 받아 쓴다', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(fetched.filter((url) => url.includes('/polyfills-'))).toEqual([]);

  await page.addInitScript(() => {
    Reflect.deleteProperty(Map, 'groupBy');
    Reflect.deleteProperty(URL, 'canParse');
    Reflect.deleteProperty(Array.prototype, 'toSorted');
    Reflect.deleteProperty(Array.prototype, 'toSpliced');
  });
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const kinds = await page.evaluate(() => [
    typeof Map.groupBy,
    typeof URL.canParse,
    typeof [].toSorted,
    typeof [].toSpliced,
  ]);
  expect(kinds).toEqual(['function', 'function', 'function', 'function']);
});

test('가장 오래된 브라우저에 없는 것을 모두 지워도 찾고, 담고, 거르고, 일지를 쓴다', async ({ page }) => {
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.addInitScript(removeMembers, missingMembers());
  await signUp(page);
  const { name } = await findPlace(page, '국밥');
  await page.goto('/app/add');
  expect(await page.evaluate(() => 'size' in URLSearchParams.prototype)).toBe(false);
  await page.getByRole('combobox', { name: '가게 이름' }).fill(name);
  await page.getByRole('option').filter({ hasText: name }).first().click();
  await page.getByRole('button', { name: '맛집 등록하기' }).click();
  await expect.poll(async () => (await savedRestaurants(page)).length).toBe(1);

  await page.goto('/app');
  const rows = page.getByRole('list', { name: '맛집 목록' }).getByRole('link');
  await page.getByRole('searchbox').fill('없는 집');
  await expect(rows).toHaveCount(0);
  await page.getByRole('searchbox').fill(name);
  await expect(rows.filter({ hasText: name })).toBeVisible();

  await page.goto('/app/momokzi-journal/write');
  await page.getByLabel('어디에서 먹었어요?').fill(name);
  await page.getByRole('button', { name: '저장하기' }).click();
  await expect(page.getByRole('main').getByText(name).first()).toBeVisible();
  expect(errors).toEqual([]);
});

test('그 브라우저에서 모든 화면이 오류 없이 열린다', async ({ page }) => {
  test.setTimeout(300_000);
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.addInitScript(removeMembers, missingMembers());
  await signInAs(page, 'paid');
  const { member, visitor } = everyPage(await idsOf(page));
  await page.goto(BLANK_PAGE);
  const networkIdle = watchNetwork(page);
  for (const address of member) {
    await openScreen(page, address);
    await expect(page.locator('h1'), address).toHaveCount(1);
    await networkIdle();
  }
  for (const address of visitor) {
    await openScreen(page, address);
    await expect(page.locator('h1'), address).toHaveCount(1);
  }
  await expect(page.getByText('화면을 불러오지 못했어요')).toHaveCount(0);
  expect(errors).toEqual([]);
});

/** Removes properties and methods that old browsers lack. Runs in the page. */
function removeMembers(members: MissingMember[]) {
  for (const { owner, name, isStatic } of members) {
    const interfaceOf = owner === 'Window' ? null : Reflect.get(window, owner);
    if (owner !== 'Window' && !interfaceOf) continue;
    const target = owner === 'Window' ? window : isStatic ? interfaceOf : interfaceOf.prototype;
    if (target) Reflect.deleteProperty(target, name);
  }
}
