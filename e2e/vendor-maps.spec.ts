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
const BUSAN_PLACE = { name: '부산역 앞 밀면', lat: 35.1152, lng: 129.0402 };

const vendors = [
  {
    name: 'Google 지도',
    kind: 'google',
    sheet: '.sandbox-google-map',
    circle: '.sandbox-google-circle',
    settings: (url: string) => ({ GOOGLE_MAPS_BROWSER_KEY: MAP_KEYS.good, GOOGLE_MAPS_URL: url }),
    failures: [
      ['스크립트가 오지 않으면', MAP_KEYS.breaks],
      ['열쇠를 거절당하면', MAP_KEYS.refused],
      ['스크립트가 끝내 답하지 않으면', MAP_KEYS.hangs],
    ],
  },
  {
    name: '카카오맵',
    kind: 'kakao',
    sheet: '.sandbox-kakao-map',
    circle: '.sandbox-kakao-circle',
    settings: (url: string) => ({
      PLACES_PROVIDER: 'kakao',
      KAKAO_LOCAL_KEY: 'sandbox',
      KAKAO_MAPS_BROWSER_KEY: MAP_KEYS.good,
      KAKAO_MAPS_URL: url,
    }),
    failures: [
      ['열쇠를 거절당하면', 'unknown-key'],
      ['스크립트가 끝내 답하지 않으면', MAP_KEYS.hangs],
    ],
  },
] as const;

for (const [index, { name, kind, sheet, circle, settings, failures }] of vendors.entries()) {
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

    test('핀을 누르면 골라지고, 뭉치는 펼쳐지고, 옮기면 이 지역에서 볼 수 있다', async ({ page }) => {
      const violations: string[] = [];
      page.on('console', (message) => {
        if (/content security policy/i.test(message.text())) violations.push(message.text());
      });
      await withPlaces(page);
      await page.goto('/app');
      await expect(page.locator(sheet)).toBeVisible();

      // At this zoom, two pins overlap and the third is separate.
      await expect(page.locator('[data-count="2"]')).toHaveCount(1);
      await page.locator('[data-pin]').click();
      await expect(page).toHaveURL(/selected=/);
      await expect(page.locator('img[data-selected]')).toBeVisible();
      await expect(page.locator('.vendor-pin-name')).toHaveText('남산 아래 만두');

      await page.locator('[data-count="2"]').click();
      await expect(page.locator('[data-count]')).toHaveCount(0);
      await expect(page.locator('img[data-pin]:not([data-selected])')).toHaveCount(2);

      // Pressing the map clears the selection.
      const box = await page.locator(sheet).boundingBox();
      if (!box) throw new Error('The map is not on screen.');
      await page.mouse.click(box.x + 40, box.y + 200);
      await expect(page).not.toHaveURL(/selected=/);

      const [fromX, y] = [box.x + box.width * 0.92, box.y + box.height * 0.3];
      await page.mouse.move(fromX, y);
      await page.mouse.down();
      await page.mouse.move(fromX - box.width * 0.82, y, { steps: 5 });
      await page.mouse.up();
      await expect(page.locator('[data-pin]')).toHaveCount(0);
      await page.getByRole('button', { name: '이 지역에서 보기' }).click();
      await expect(page).toHaveURL(/area=/);
      await expect(page.getByText('맞는 집이 없어요')).toBeVisible();
      expect(violations).toEqual([]);
    });

    test('지도의 높이가 어떻든 담은 집이 모두 지도 안에 있다', async ({ page }) => {
      await withPlaces(page, [
        { name: '북쪽 국수', lat: 37.58, lng: 126.98 },
        { name: '남쪽 만두', lat: 37.55, lng: 126.98 },
      ]);
      // A different zoom fits at each height. The service rounds some of these zooms up and some down.
      for (const height of [600, 760, 900]) {
        await page.setViewportSize({ ...viewports.desktop, height });
        await page.goto('/app');
        await expect(page.locator('[data-pin]')).toHaveCount(2);
        for (const pin of await page.locator('[data-pin]').all())
          await expect(pin, `at a height of ${height}`).toBeInViewport({ ratio: 1 });
      }
    });

    test('한 자리에 있는 집은 거듭 눌러 모두 고를 수 있다', async ({ page }) => {
      const floors = ['1층 국수', '2층 만두', '3층 찻집'];
      await withPlaces(
        page,
        floors.map((name) => ({ name, lat: 37.5665, lng: 126.978 })),
      );
      await page.goto('/app');
      await page.locator('[data-count="3"]').click();
      await page.locator('[data-pin]').last().click();
      const name = page.locator('.vendor-pin-name');
      const selected = [(await name.textContent()) ?? ''];
      while (selected.length < floors.length) {
        await page.locator('img[data-selected]').click();
        await expect(name).not.toHaveText(selected.at(-1) ?? '');
        selected.push((await name.textContent()) ?? '');
      }
      expect(new Set(selected)).toEqual(new Set(floors));
    });

    test('내 주변 3km는 동그라미로 보이고, 어두운 화면에서도 핀이 남는다', async ({ page, context }) => {
      await context.grantPermissions(['geolocation'], { origin: product.url });
      await context.setGeolocation({ latitude: 37.5665, longitude: 126.978 });
      await withPlaces(page);
      await page.goto('/app?near=1');
      await expect(page.locator('.vendor-me')).toBeVisible();
      await expect(page.locator(circle)).toBeVisible();
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect(page.locator('[data-pin], [data-count]').first()).toBeVisible();
      await page.getByRole('button', { name: '지도 확대' }).click();
      await expect(page.locator(sheet)).toBeVisible();
    });

    test('내 주변 3km는 늦게 알게 된 위치로 지도도 옮긴다', async ({ page, context }) => {
      await context.grantPermissions(['geolocation'], { origin: product.url });
      await withPlaces(page, [BUSAN_PLACE]);
      await page.goto('/app?near=1');
      await expect(page.locator(circle)).toBeVisible();
      await expect(page.locator('[data-pin]')).toHaveCount(0);
      await context.setGeolocation({ latitude: BUSAN_PLACE.lat, longitude: BUSAN_PLACE.lng });
      await expect(page.getByRole('link', { name: BUSAN_PLACE.name })).toBeVisible();
      await expect(page.locator('[data-pin]')).toHaveCount(1);
    });

    for (const [what, key] of failures) {
      test(`${what} 알리고, 목록은 그대로 쓴다`, async ({ page }) => {
        const site = await (await page.request.get('/api/site')).json();
        await page.route('**/api/site', (route) =>
          route.fulfill({ json: { ...site, map: { ...site.map, key } } }),
        );
        await withPlaces(page);
        await page.goto('/app');
        await expect(page.getByRole('alert').getByText(FAILED)).toHaveCount(1);
        await expect(page.getByText('지도를 불러오지 못했어요').filter({ visible: true })).toBeVisible();
        await page.getByRole('link', { name: /남산 아래 만두/ }).click();
        await expect(page.getByRole('heading', { name: '남산 아래 만두' })).toBeVisible();
      });
    }

    test('스크립트는 정해진 대로 부른다', () => {
      const [asked] = scripts.asked();
      if (kind === 'kakao') return expect(asked?.get('autoload')).toBe('false');
      expect(asked?.get('libraries')).toBe('places,geometry,marker');
      expect(asked?.get('language')).toBe('ko');
    });
  });
}

async function withPlaces(page: Page, places = PLACES) {
  await signUp(page);
  for (const { name, lat, lng } of places) {
    const answer = await page.request.post('/api/my-restaurants', {
      headers: { origin: originOf(page), 'idempotency-key': randomUUID() },
      data: { place: { from: 'hand', name, coordinates: { lat, lng } } },
    });
    expect(answer.status(), await answer.text()).toBe(201);
  }
}
