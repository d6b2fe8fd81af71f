import {
  type LicenceRegisterSandbox,
  startLicenceRegister,
} from '../tools/sandbox/licence-register/licence-register.ts';
import { signInAsAdmin } from './support/admin.ts';
import { addPlace, signUp } from './support/member.ts';
import { type OwnProduct, startProduct } from './support/product-under-test.ts';
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
  await expect(row).toContainText(/이어진 곳 \d+/);
  await row.scrollIntoViewIfNeeded();
  const { lists } = await (await page.request.get('/api/admin/official-lists')).json();
  expect(lists.map(({ list }: { list: string }) => list)).toEqual([
    ...['good_price', 'excellent', 'tourist', 'century'],
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
