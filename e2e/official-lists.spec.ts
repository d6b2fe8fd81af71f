import {
  type LicenceRegisterSandbox,
  startLicenceRegister,
} from '../tools/sandbox/licence-register/licence-register.ts';
import type { Route } from '@playwright/test';
import { violations } from './support/check-screen.ts';
import { signInAsAdmin } from './support/admin.ts';
import { addPlace, signUp } from './support/member.ts';
import { type OwnProduct, startProduct } from './support/product-under-test.ts';
import { storedOnDevice } from './support/stored-on-device.ts';
import { expect, type Page, test } from './support/test.ts';

const port = Number(process.env.E2E_PORT ?? 3210) + 140;
test.use({ baseURL: `http://localhost:${port}`, hasMap: false });
test.describe.configure({ mode: 'serial' });

/** A portal of this story, because another story changes the answers of the shared one. */
let portal: LicenceRegisterSandbox;
let product: OwnProduct;
test.beforeAll(async () => {
  portal = await startLicenceRegister({ port: 0 });
  product = await startProduct({
    port,
    settings: { SANDBOX: 'off', PLACES_REGISTER_URL: portal.url, OPEN_DATA_URL: portal.url },
  });
});
test.afterAll(async () => {
  await product?.stop();
  await portal?.close();
});

test('관리자가 제주와 착한가격업소를 내려받고, 회원은 검색과 맛집에서 가격을 본다', async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto('/app/admin/place-data');
  await page.getByRole('button', { name: '제주특별자치도 내려받기' }).click();
  await expect(page.getByRole('button', { name: '제주특별자치도 업데이트' })).toBeVisible({
    timeout: 90_000,
  });
  for (const list of ['착한가격업소', '모범음식점', '관광식당']) {
    await page.getByRole('button', { name: `${list} 내려받기` }).click();
    await expect(page.getByRole('button', { name: `${list} 업데이트` })).toBeVisible({ timeout: 90_000 });
  }
  const row = page.getByRole('listitem', { name: '착한가격업소' });
  await expect(row).toContainText(/연결된 곳 \d+/);
  await row.scrollIntoViewIfNeeded();
  const { lists } = await (await page.request.get('/api/admin/official-lists')).json();
  expect(lists.map(({ list }: { list: string }) => list)).toEqual([
    'good_price',
    'excellent',
    'tourist',
    'century',
  ]);
});

test('표시는 출처와 해와 함께 보인다', async ({ page }) => {
  await signUp(page);
  const priced = await placeWithPrice(page);
  await page.goto('/app/add');
  await page.getByRole('combobox').fill(priced.name);
  const option = page.getByRole('option').filter({ hasText: '착한가격업소' }).first();
  await expect(option).toContainText(/착한가격업소 · \S+ [\d,]+원/);
  expect((await addPlace(page, priced.placeId)).status()).toBe(201);
  await page.goto('/app');
  await expect(page.getByRole('listitem').filter({ hasText: priced.name }).first()).toContainText(
    '착한가격업소',
  );
  await page.goto(`/app/restaurant/${encodeURIComponent(priced.placeId)}`);
  const badges = page.getByRole('list', { name: '공공 목록' });
  await expect(badges).toContainText(/착한가격업소 · \S+ [\d,]+원/);
  await expect(page.getByText(/출처: 행정안전부 \d{4}년 기준/)).toBeVisible();
});

/** A place of the generated register that is in the list of 착한가격업소. */
async function placeWithPrice(page: Page): Promise<{ placeId: string; name: string }> {
  for (const word of ['식당', '국밥', '집', '칼국수', '갈비', '분식', '횟집', '카페']) {
    const near = 'lat=33.4996&lng=126.5312';
    const answer = await page.request.get(`/api/places/autocomplete?q=${encodeURIComponent(word)}&${near}`);
    const { suggestions } = await answer.json();
    const ids = suggestions.map(({ placeId }: { placeId: string }) => placeId);
    if (ids.length === 0) continue;
    const found = await page.request.get(
      `/api/official-lists/badges?placeIds=${encodeURIComponent(ids.join(','))}`,
    );
    const { badges } = await found.json();
    const badge = badges.find(({ list }: { list: string }) => list === 'good_price');
    const place = suggestions.find(({ placeId }: { placeId: string }) => placeId === badge?.placeId);
    if (place) return place;
  }
  throw new Error('no place with a price');
}

test('모음에서 공공 목록을 지역별로 보고, 하나와 여럿을 담고, 되돌린다', async ({ page }) => {
  await signUp(page);
  await page.goto('/app/collections');
  await page
    .getByRole('region', { name: '공공 목록' })
    .getByRole('link', { name: /착한가격업소/ })
    .click();
  await expect(page.getByRole('heading', { name: '착한가격업소', level: 1 })).toBeVisible();
  const rows = page.getByRole('list', { name: '착한가격업소' }).getByRole('listitem');
  await expect(rows.first()).toContainText(/착한가격업소 · \S+ [\d,]+원/);
  await expect(page.getByText(/출처: 행정안전부 \d{4}년 기준/)).toBeVisible();
  await page.getByLabel('시·도').selectOption('제주특별자치도');
  await page.getByLabel('시·군·구').selectOption('제주시');
  await expect(page).toHaveURL(/district=/);
  await page.reload();
  await expect(page.getByLabel('시·군·구')).toHaveValue('제주시');
  expect(await violations(page)).toEqual([]);
  await rows
    .first()
    .getByRole('button', { name: /내 리스트에 담기/ })
    .click();
  await expect(rows.first().getByRole('button', { name: /방문 예정/ })).toBeVisible();
  await page.getByRole('button', { name: '골라서 가져오기' }).click();
  await rows.nth(1).getByRole('checkbox').check();
  await rows.nth(2).getByRole('checkbox').check();
  await page.getByRole('button', { name: '선택한 2곳 가져오기' }).click();
  await expect(page.getByText('선택한 맛집들을 내 리스트로 가져왔습니다!')).toBeVisible();
  await page.getByRole('button', { name: '되돌리기' }).last().click();
  await expect(rows.nth(1).getByRole('button', { name: /내 리스트에 담기/ })).toBeVisible();
  await page.goto('/app?official=good_price');
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
  await page.goto('/app/official-lists/nothing');
  await expect(page.getByText('없는 목록이에요')).toBeVisible();
});

test('공공 목록으로 거른 목록은 인터넷 없이 다시 열어도 그대로다', async ({ page, context }) => {
  await signUp(page);
  const priced = await placeWithPrice(page);
  expect((await addPlace(page, priced.placeId)).status()).toBe(201);
  await page.goto('/app?official=good_price');
  const found = page.getByRole('main').getByRole('article');
  await expect(found).toHaveCount(1);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
  await expect.poll(() => storedOnDevice(page)).toContain('official-badges');
  await context.setOffline(true);
  await page.reload();
  await expect(found).toHaveCount(1);
  await expect(found).toContainText(priced.name);
});

test.describe('요청이 실패하면', () => {
  test.use({ serviceWorkers: 'block' });

  test('빈 목록처럼 보이지 않고, 이유와 다시 불러오기가 보인다', async ({ page }) => {
    await signUp(page);
    const refuse = (route: Route) => route.fulfill({ status: 503, json: {} });
    await page.route('**/api/official-lists/*/regions', refuse);
    await page.goto('/app/official-lists/excellent');
    const regions = page.getByRole('alert').filter({ hasText: '지역을 불러오지 못했어요.' });
    await expect(regions).toBeVisible({ timeout: 30_000 });
    await page.unroute('**/api/official-lists/*/regions');
    await regions.getByRole('button', { name: '다시 불러오기' }).click();
    await expect(regions).toBeHidden();
    await page.getByLabel('시·도').selectOption('제주특별자치도');

    await page.getByLabel('시·도').selectOption('');
    await page.getByRole('button', { name: '골라서 가져오기' }).click();
    await expect(page.getByText(/^전체 \d+곳 중 지금 보이는 30곳에서 선택해요/)).toBeVisible();
    await page.route('**/api/official-lists/*/places?**', refuse);
    await page.getByRole('button', { name: '더 보기' }).click();
    await expect(page.getByText(/^더 불러오지 못했어요/)).toBeVisible({ timeout: 30_000 });
    await page.unroute('**/api/official-lists/*/places?**');
    await page.getByRole('button', { name: '더 보기' }).click();
    await expect(page.getByText(/지금 보이는 30곳/)).toBeHidden();

    await page.route('**/api/official-lists/my-badges', refuse);
    await page.goto('/app?official=excellent');
    await expect(page.getByText('공공 목록을 불러오지 못했어요')).toBeVisible({ timeout: 30_000 });
    await page.unroute('**/api/official-lists/my-badges');
    await page.getByRole('button', { name: '다시 불러오기' }).click();
    await expect(page.getByText('공공 목록을 불러오지 못했어요')).toBeHidden();
  });
});

test.describe('장소 데이터의 줄', () => {
  test.use({ serviceWorkers: 'block' });

  test('어느 폭에서도 가운뎃점으로 시작하지 않는다', async ({ page }) => {
    await signInAsAdmin(page);
    await page.route('**/api/admin/official-lists', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), toCheck: [ENTRY] } });
    });
    await page.goto('/app/admin/place-data');
    await expect(page.getByRole('heading', { name: '확인 필요' })).toBeVisible();
    for (let width = 320; width <= 420; width += 5) {
      await page.setViewportSize({ width, height: 844 });
      expect(await linesAtDots(page), `${width} px`).toEqual([]);
    }
  });
});

/** An entry that may mean several places. Their lines have different lengths. */
const ENTRY = {
  id: 1,
  list: 'good_price',
  name: '할매국수',
  address: '제주특별자치도 제주시 관덕로 14',
  phone: '',
  candidates: Array.from({ length: 8 }, (_, at) => ({
    placeId: `kr:${at}`,
    name: `할매국수 ${at}호점`,
    address: `제주특별자치도 제주시 관덕로 ${10 ** (at % 4)} (일도${'일'.repeat(at)}동)`,
    phoneNumber: '064-755-3810',
  })),
};

/** Returns the texts after which a line begins with a dot that separates facts. */
const linesAtDots = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const range = document.createRange();
    const topOf = (node: Node, at: number) => {
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect().top;
    };
    const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      for (const { index } of text.matchAll(/(?<=\S )·/g))
        if (topOf(node, index - 2) + 4 < topOf(node, index)) found.push(text);
      if (text.startsWith(' ·')) found.push(text);
    }
    return found;
  });

test('가격으로 찾으면 메뉴와 가격이 나오고, 아는 곳이 없으면 그렇다고 말한다', async ({ page }) => {
  await signUp(page);
  await page.goto('/app/add');
  await page.getByRole('combobox').fill('3만원 이하');
  await expect(page.getByRole('option').first()).toContainText(/\S+ [\d,]+원/);
  await page.getByRole('combobox').fill('식당 1000원 미만');
  await expect(page.getByText(/가격 정보는 착한가격업소처럼/)).toBeVisible();
});

test('관리자가 한 지역을 추천 맛집으로 제공하고 되돌리고, 못 찾은 곳을 받는다', async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto('/app/admin/place-data');
  await page.getByRole('button', { name: '관광식당: 추천 맛집으로 제공' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('시·도').selectOption('제주특별자치도');
  await expect(dialog.getByRole('button', { name: /곳 제공$/ })).toBeVisible();
  await dialog.getByRole('button', { name: /곳 제공$/ }).click();
  await dialog.getByRole('button', { name: /제공 중단$/ }).click();
  await expect(dialog.getByRole('button', { name: /곳 제공$/ })).toBeVisible();
  await page.keyboard.press('Escape');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: '착한가격업소: 못 찾은 곳 받기' }).click();
  expect((await download).suggestedFilename()).toBe('official-list-good_price.csv');
});
