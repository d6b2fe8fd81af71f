import { expect, type Page, test } from './support/test.ts';

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
