import { randomUUID } from 'node:crypto';
import { expect, originOf, type Page, test } from './support/test.ts';
import { MAP_KEYS, type MapScripts, startMapScripts } from '../tools/sandbox/map-scripts/map-scripts.ts';
import { signUp, viewports } from './support/member.ts';
import { type OwnProduct, startProduct } from './support/product-under-test.ts';

/*
 * The sandbox replaces the scripts of Google and Kakao. The product, its content security policy and the adapters are
 * real.
 */

const FIRST_PORT = Number(process.env.E2E_PORT ?? 3210) + 110;
const FAILED = '지도 서비스에 문제가 있습니다. API 키와 네트워크를 확인해 주세요.';
const PLACES = [
  { name: '시청 앞 국수', lat: 37.5665, lng: 126.978 },
  { name: '시청 옆 국밥', lat: 37.56655, lng: 126.97805 },
  { name: '남산 아래 만두', lat: 37.5585, lng: 126.9835 },
];

const vendors = [
  {
    name: 'Google 지도',
    settings: (url: string) => ({ GOOGLE_MAPS_BROWSER_KEY: MAP_KEYS.good, GOOGLE_MAPS_URL: url }),
    refusedKey: MAP_KEYS.refused,
  },
  {
    name: '카카오맵',
    settings: (url: string) => ({
      PLACES_PROVIDER: 'kakao',
      KAKAO_LOCAL_KEY: 'sandbox',
      KAKAO_MAPS_BROWSER_KEY: MAP_KEYS.good,
      KAKAO_MAPS_URL: url,
    }),
    refusedKey: 'unknown-key',
  },
] as const;

for (const [index, { name, settings, refusedKey }] of vendors.entries()) {
  test.describe(name, () => {
    let scripts: MapScripts;
    let product: OwnProduct;
    test.describe.configure({ mode: 'default' });
    test.use({ baseURL: `http://localhost:${FIRST_PORT + index}`, viewport: viewports.desktop });
    test.beforeAll(async () => {
      scripts = await startMapScripts({ port: 0 });
      product = await startProduct({ port: FIRST_PORT + index, settings: settings(scripts.url) });
    });
    test.afterAll(async () => {
      await product?.stop();
      await scripts?.close();
    });

    test('핀을 누르면 골라지고, 뭉치는 펼쳐진다', async ({ page }) => {
      const violations: string[] = [];
      page.on('console', (message) => {
        if (/content security policy/i.test(message.text())) violations.push(message.text());
      });
      await withPlaces(page);
      await page.goto('/app');
      // At this zoom, two pins overlap and the third is separate.
      await expect(page.locator('[data-count="2"]')).toHaveCount(1);
      await page.locator('[data-pin]').click();
      await expect(page).toHaveURL(/selected=/);
      await expect(page.locator('.vendor-pin-name')).toHaveText('남산 아래 만두');
      await page.locator('[data-count="2"]').click();
      await expect(page.locator('[data-count]')).toHaveCount(0);
      await expect(page.locator('img[data-pin]:not([data-selected])')).toHaveCount(2);
      expect(violations).toEqual([]);
    });

    test('열쇠를 거절당하면 알리고, 목록은 그대로 쓴다', async ({ page }) => {
      const site = await (await page.request.get('/api/site')).json();
      await page.route('**/api/site', (route) =>
        route.fulfill({ json: { ...site, map: { ...site.map, key: refusedKey } } }),
      );
      await withPlaces(page);
      await page.goto('/app');
      await expect(page.getByRole('alert').getByText(FAILED)).toHaveCount(1);
      await expect(page.getByText('지도를 불러오지 못했어요').filter({ visible: true })).toBeVisible();
      await page.getByRole('link', { name: /남산 아래 만두/ }).click();
      await expect(page.getByRole('heading', { name: '남산 아래 만두' })).toBeVisible();
    });
  });
}

async function withPlaces(page: Page) {
  await signUp(page);
  for (const { name, lat, lng } of PLACES) {
    const answer = await page.request.post('/api/my-restaurants', {
      headers: { origin: originOf(page), 'idempotency-key': randomUUID() },
      data: { place: { from: 'hand', name, coordinates: { lat, lng } } },
    });
    expect(answer.status(), await answer.text()).toBe(201);
  }
}
