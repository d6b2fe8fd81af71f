import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, originOf, type Page, test } from './support/test.ts';
import {
  centreOf,
  renderedFeatures,
  hasSource,
  lateLocation,
  lowResolution,
  mapAtRest,
  placeOnScreen,
  placesDrawn,
} from './support/map.ts';
import { signUp, viewports } from './support/member.ts';
import { touch } from './support/touch.ts';
import { coveredBy } from './support/uncovered.ts';

/** Origin of the default map style (setting MAP_STYLE_URL). */
const NETWORK = 'https://tiles.openfreemap.org';

test.use({ viewport: viewports.desktop, ...lowResolution });

test.beforeEach(async ({ page, context }) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 37.5665, longitude: 126.978 });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const violations = JSON.parse(sessionStorage.violations ?? '[]');
      sessionStorage.violations = JSON.stringify([...violations, `${violatedDirective} ${blockedURI}`]);
    });
  });
});

test('온라인 지도가 없어도 동네 이름과 거리 고리 위에 내 맛집이 보인다', async ({ page }) => {
  await page.route(`${NETWORK}/**`, (route) => route.abort());
  await withPlaces(page, [
    { name: '북쪽집', lat: 37.5705, lng: 126.978 },
    { name: '남쪽집', lat: 37.5625, lng: 126.978 },
    { name: '동쪽집', lat: 37.5665, lng: 126.984 },
  ]);
  await page.goto('/app');
  await mapAtRest(page);
  await expect.poll(() => placesDrawn(page)).toBe(3);

  const names = (await renderedFeatures(page, 'quarters', 'stations', 'districts')).map(({ name }) => name);
  expect(names).toContain('시청역');
  const rings = (await renderedFeatures(page, 'ring-labels')).map(({ label }) => label);
  expect(rings).toContain('500m');
  expect(await renderedFeatures(page, 'me-dot')).not.toHaveLength(0);
  await expect(page.getByRole('img', { name: /^축척/ })).toBeVisible();
  await expect(page.getByText('Natural Earth')).toBeVisible();
  expect(await mapViolations(page)).toEqual([]);

  await test.step('지도는 화살표 키로 움직이고, Tab 한 번으로 벗어난다', async () => {
    const map = page.getByRole('region', { name: /^맛집 지도/ });
    await map.focus();
    const before = await placeOnScreen(page, 'me-dot');
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await placeOnScreen(page, 'me-dot')).x).toBeLessThan(before.x - 50);
    await mapAtRest(page);
    await page.keyboard.press('Tab');
    await expect(map).not.toBeFocused();
    expect(await page.evaluate(() => document.activeElement?.closest('.maplibregl-map') === null)).toBe(true);
  });
});

test.describe('전화에서', () => {
  test.use({ viewport: viewports.phone, hasTouch: true });

  test('지도를 끄는 동안 위치를 알게 되어도, 지도는 손가락을 따라간다', async ({ page }) => {
    await page.route(`${NETWORK}/**`, (route) => route.abort());
    const locate = await lateLocation(page, { latitude: 35.1152, longitude: 129.0402 });
    await withPlaces(page, [
      { name: '서울집', lat: 37.5675, lng: 126.982 },
      { name: '부산집', lat: 35.1162, lng: 129.0412 },
    ]);
    await page.goto('/app');
    await mapAtRest(page);
    const finger = await touch(page, { x: 120, y: 200 });
    await finger.moveTo({ x: 120, y: 240 });
    const before = await centreOf(page);
    expect(before.lat).toBeGreaterThan(37);
    await locate();
    await finger.moveTo({ x: 120, y: 300 });
    const after = await centreOf(page);
    expect(after.lat).toBeGreaterThan(before.lat);
    expect(after.lng).toBeCloseTo(before.lng, 4);
    finger.rest();
    await finger.lift();
    await mapAtRest(page);
    expect((await centreOf(page)).lat).toBeGreaterThan(37);
  });

  test('핀을 누르면 이름과 카드가 가려지지 않고 보이며, 다시 열어도 그대로다', async ({ page }) => {
    await page.route(`${NETWORK}/**`, (route) => route.abort());
    // This place is the first pin and the last card.
    await withPlaces(page, [
      { name: '혼자 있는 집', lat: 37.5675, lng: 126.982 },
      ...Array.from({ length: 5 }, (_, at) => ({ name: `먼 집 ${at}`, lat: 37.556, lng: 126.96 })),
    ]);
    await page.goto('/app');
    await mapAtRest(page);
    await expect.poll(() => placesDrawn(page)).toBe(6);
    expect(await renderedFeatures(page, 'selected-pin')).toEqual([]);
    const card = page.getByRole('listitem').filter({ hasText: '혼자 있는 집' });
    await expect(card).not.toBeInViewport();

    const { x, y } = await placeOnScreen(page, 'pins');
    const finger = await touch(page, { x, y: y - 25 });
    await finger.lift();
    await expect
      .poll(async () => (await renderedFeatures(page, 'selected-pin'))[0]?.name)
      .toBe('혼자 있는 집');
    await mapAtRest(page);
    await expect.poll(() => coveredBy(card)).toEqual([]);
    const pin = await placeOnScreen(page, 'selected-pin');
    const inFront = await page.evaluate(
      ({ pin: at }) =>
        // The first point is the head of the pin. The second point is the name below the tip of the pin.
        [-40, 14].map((down) => document.elementFromPoint(at.x, at.y + down)?.tagName),
      { pin },
    );
    expect(inFront).toEqual(['CANVAS', 'CANVAS']);

    await page.reload();
    await mapAtRest(page);
    await expect
      .poll(async () => (await renderedFeatures(page, 'selected-pin'))[0]?.name)
      .toBe('혼자 있는 집');
  });

  test('떠난 화면의 지도는 그리지 않고, 돌아오면 다시 만들지 않는다', async ({ page }) => {
    await page.route(`${NETWORK}/**`, (route) => route.abort());
    await withPlaces(page, [{ name: '길가 집', lat: 37.5675, lng: 126.982 }]);
    await page.goto('/app');
    await mapAtRest(page);
    await expect.poll(() => placesDrawn(page)).toBe(1);
    const frames = await page.evaluateHandle(() => {
      const { maplibre } = document.querySelector<HTMLElement>('.maplibregl-map')!;
      const drawn = { maplibre, count: 0 };
      maplibre!.on('render', () => drawn.count++);
      return drawn;
    });
    // The list stays in the document, but hidden, until the script of the next screen has loaded.
    const screen = '**/assets/offline-*.js';
    const script = Promise.withResolvers<void>();
    await page.route(screen, (route) => script.promise.then(() => route.continue()));
    await page.getByRole('link', { name: '맛집 등록' }).last().click();
    await expect(page.locator('.maplibregl-map')).toBeHidden();
    script.resolve();
    await page.unroute(screen);
    await expect(page.getByRole('combobox', { name: '가게 이름' })).toBeVisible();
    await expect(page.locator('.maplibregl-map')).toHaveCount(0);
    expect(await frames.evaluate(({ count }) => count)).toBe(0);

    await page.goBack();
    await mapAtRest(page);
    await expect.poll(() => placesDrawn(page)).toBe(1);
    expect(
      await frames.evaluate(
        ({ maplibre }) => document.querySelector<HTMLElement>('.maplibregl-map')?.maplibre === maplibre,
      ),
    ).toBe(true);
    await expect(page.locator('.maplibregl-map')).toHaveCSS('opacity', '1');
  });
});

test('겹친 맛집은 몇 곳인지 적힌 묶음이 되고, 누르면 흩어진다', async ({ page }) => {
  await page.route(`${NETWORK}/**`, (route) => route.abort());
  await withPlaces(page, [
    { name: '첫째 집', lat: 37.568, lng: 126.981 },
    { name: '둘째 집', lat: 37.5683, lng: 126.9814 },
    { name: '셋째 집', lat: 37.5678, lng: 126.9816 },
  ]);
  await page.goto('/app');
  await mapAtRest(page);
  await expect
    .poll(async () => (await renderedFeatures(page, 'clusters'))[0])
    .toMatchObject({ todo: 3, done: 0, prov: 0 });

  const { x, y } = await placeOnScreen(page, 'clusters');
  await page.mouse.click(x, y);
  await expect.poll(async () => (await renderedFeatures(page, 'pins')).length).toBeGreaterThan(0);
});

test('한 자리에 있는 집은 거듭 눌러 모두 고를 수 있다', async ({ page }) => {
  await page.route(`${NETWORK}/**`, (route) => route.abort());
  const floors = ['1층 국수', '2층 만두', '3층 찻집'];
  await withPlaces(
    page,
    floors.map((name) => ({ name, lat: 37.568, lng: 126.981 })),
  );
  await page.goto('/app');
  await mapAtRest(page);
  await expect.poll(() => placesDrawn(page)).toBe(3);
  const cluster = await placeOnScreen(page, 'clusters');
  await page.mouse.click(cluster.x, cluster.y);
  await expect.poll(async () => (await renderedFeatures(page, 'pins')).length).toBe(3);

  const { x, y } = await placeOnScreen(page, 'pins');
  const selectedName = async () => (await renderedFeatures(page, 'selected-pin'))[0]?.name;
  const selected: unknown[] = [];
  while (selected.length < floors.length) {
    await page.mouse.click(x, y - 25);
    await expect.poll(async () => (await selectedName()) ?? selected.at(-1)).not.toBe(selected.at(-1));
    selected.push(await selectedName());
  }
  expect(new Set(selected)).toEqual(new Set(floors));
});

test('위치를 쓸 수 없는 브라우저에서도 현재 위치로를 누르면 위치를 모른다고 한다', async ({ page }) => {
  await page.route(`${NETWORK}/**`, (route) => route.abort());
  await page.addInitScript(() => Object.defineProperty(navigator, 'geolocation', { value: undefined }));
  await withPlaces(page, [{ name: '북쪽집', lat: 37.5705, lng: 126.978 }]);
  await page.goto('/app');
  await mapAtRest(page);
  const note = page.locator('.toast', { hasText: '현재 위치를 알 수 없어 서울시청' });
  // The notice at the start disappears.
  await expect(note).toHaveCount(0);
  await page.getByRole('button', { name: '현재 위치로' }).click();
  await expect(note).toHaveCount(1);
});

test('지도는 목록을 따라간다: 가까운 내 맛집, 찾은 곳, 전국', async ({ page }) => {
  await page.route(`${NETWORK}/**`, (route) => route.abort());
  await withPlaces(page, [
    { name: '해운대 복집', lat: 35.163, lng: 129.163 },
    { name: '광안리 복집', lat: 35.153, lng: 129.118 },
    { name: '서면 복집', lat: 35.157, lng: 129.059 },
    { name: '제주 국수', lat: 33.5, lng: 126.53 },
  ]);
  const showAll = page.getByRole('button', { name: '전국 보기' });
  await test.step('내 주변에 없으면 가장 가까운 도시가 보인다', async () => {
    await page.goto('/app');
    await mapAtRest(page);
    await expect.poll(() => placesDrawn(page)).toBe(3);
    // The place in 제주 is outside the view.
    await expect(showAll).toBeVisible();
  });
  await test.step('찾으면 찾은 곳으로 간다', async () => {
    await page.getByRole('searchbox', { name: '내 맛집에서 찾기' }).fill('제주');
    await expect(page.getByRole('heading', { name: '찾은 맛집 1곳' })).toBeVisible();
    await mapAtRest(page);
    await expect.poll(() => placesDrawn(page)).toBe(1);
    await page.goBack();
    await expect.poll(() => placesDrawn(page)).toBe(3);
  });
  await test.step('필터가 있는 주소로 열면, 목록이 지도보다 늦게 와도 찾은 곳으로 간다', async () => {
    const list = '**/api/my-restaurants';
    const held: (() => void)[] = [];
    await page.route(list, (route) => held.push(() => void route.continue()));
    await page.goto('/app?q=제주');
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await page.getByText('불러오고 있어요').first().waitFor({ state: 'attached' });
    for (const answer of held) answer();
    await page.unroute(list);
    await expect(page.getByRole('heading', { name: '찾은 맛집 1곳' })).toBeVisible();
    await mapAtRest(page);
    await expect.poll(() => placesDrawn(page)).toBe(1);
    await page.getByRole('button', { name: '검색어 지우기' }).click();
    await expect.poll(() => placesDrawn(page)).toBe(3);
  });
  await test.step('전국에 흩어진 맛집은 가장 많이 모인 곳부터 보이고, 전국 보기를 누르면 모두 보인다', async () => {
    await page.getByRole('button', { name: '방문 예정' }).first().click();
    await showAll.click();
    await expect.poll(() => placesDrawn(page)).toBe(4);
    await expect(showAll).toBeHidden();
  });
});

test('내 주변 3km는 찾은 곳과 내 위치를 화면에 채우고, 찾은 곳이 없으면 3km를 모두 보여 준다', async ({
  page,
}) => {
  await page.route(`${NETWORK}/**`, (route) => route.abort());
  await withPlaces(page, [
    { name: '북쪽집', lat: 37.5685, lng: 126.978 },
    { name: '남쪽집', lat: 37.5645, lng: 126.978 },
    { name: '동쪽집', lat: 37.5665, lng: 126.981 },
    { name: '부산집', lat: 35.163, lng: 129.163 },
  ]);
  const metresAcross = async () => {
    const label = await page.getByRole('img', { name: /^축척/ }).getAttribute('aria-label');
    const [, number, unit] = /([\d.]+)(km|m)/.exec(label ?? '') ?? [];
    return Number(number) * (unit === 'km' ? 1000 : 1);
  };
  await page.goto('/app');
  await page.getByRole('button', { name: '내 주변', exact: true }).click();
  await expect(page.getByRole('heading', { name: /찾은 맛집 3곳/ })).toBeVisible();
  await expect(
    page
      .getByRole('button', { name: /거리순/ })
      .or(page.getByText('거리순'))
      .first(),
  ).toBeVisible();
  await mapAtRest(page);
  expect(await metresAcross()).toBeLessThanOrEqual(200);
  expect(await placesDrawn(page)).toBeGreaterThanOrEqual(3);
  expect(await renderedFeatures(page, 'me-dot')).not.toHaveLength(0);

  await page.getByRole('searchbox', { name: '내 맛집에서 찾기' }).fill('없는집이름');
  await expect(page.getByRole('heading', { name: /찾은 맛집 0곳/ })).toBeVisible();
  await page.goto('/app?near=1&q=없는집이름');
  await expect(page.getByRole('heading', { name: /찾은 맛집 0곳/ })).toBeVisible();
  await mapAtRest(page);
  expect(await metresAcross()).toBeGreaterThanOrEqual(500);
});

test.describe('지도의 코드를 받지 못하면', () => {
  test.use({ serviceWorkers: 'block' });
  test('지도 자리에서 알리고 다시 시도할 수 있고, API 키 이야기를 하지 않는다', async ({ page }) => {
    await withPlaces(page, [{ name: '북쪽집', lat: 37.5685, lng: 126.978 }]);
    await page.route('**/*maplibre*', (route) => route.abort());
    await page.goto('/app');
    await expect(page.getByText('지도를 불러오지 못했어요').filter({ visible: true })).toBeVisible();
    await expect(page.getByText('API 키')).toHaveCount(0);
    await page.unroute('**/*maplibre*');
    await page.getByRole('button', { name: '지도 다시 불러오기' }).filter({ visible: true }).click();
    await expect.poll(() => placesDrawn(page)).toBeGreaterThanOrEqual(1);
  });
});

test.describe('온라인 지도', () => {
  // The story cuts the requests for tiles, which the worker would answer.
  test.use({ serviceWorkers: 'block' });
  test('온라인 지도는 도로를 우리 색으로 그리고, 끊기면 간략 지도가 되고, 다시 연결되면 도로를 다시 그린다', async ({
    page,
  }) => {
    const tiles = await serveTiles(page);
    await withPlaces(page, [{ name: '길가 집', lat: 37.5675, lng: 126.982 }]);
    await page.goto('/app');
    await mapAtRest(page);
    await expect.poll(() => hasSource(page, 'openmaptiles')).toBe(true);
    await expect.poll(async () => (await renderedFeatures(page, 'main-roads')).length).toBeGreaterThan(0);
    expect(await hasSource(page, 'land')).toBe(false);
    await expect.poll(() => placesDrawn(page)).toBe(1);
    await expect(page.getByText('OpenStreetMap')).toBeVisible();
    expect(await mapViolations(page)).toEqual([]);

    tiles.cut();
    const map = page.getByRole('region', { name: /^맛집 지도/ });
    await map.focus();
    for (let step = 0; step < 4; step++) await page.keyboard.press('-');
    await expect.poll(() => hasSource(page, 'land'), { timeout: 20_000 }).toBe(true);
    expect(await hasSource(page, 'openmaptiles')).toBe(false);

    tiles.restore();
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect.poll(() => hasSource(page, 'openmaptiles'), { timeout: 40_000 }).toBe(true);
  });
});

async function withPlaces(page: Page, places: { name: string; lat: number; lng: number }[]) {
  await signUp(page);
  for (const { name, lat, lng } of places) {
    const answer = await page.request.post('/api/my-restaurants', {
      headers: { origin: originOf(page), 'idempotency-key': randomUUID() },
      data: { place: { from: 'hand', name, coordinates: { lat, lng } } },
    });
    expect(answer.status(), await answer.text()).toBe(201);
  }
}

/** Returns the violations of the content security policy that the map causes. */
async function mapViolations(page: Page): Promise<string[]> {
  const violations: string[] = await page.evaluate(() => JSON.parse(sessionStorage.violations ?? '[]'));
  return violations.filter((violation) => /^(worker|connect|img|style|font)-src/.test(violation));
}

/** Serves tiles in the OpenMapTiles schema, with the same river, road and shop on every tile. */
async function serveTiles(page: Page) {
  let isCutOff = false;
  const style = {
    version: 8,
    sources: { openmaptiles: { type: 'vector', url: `${NETWORK}/planet` } },
    layers: ['water', 'transportation', 'place'].map((name) => ({
      id: name,
      type: 'line',
      source: 'openmaptiles',
      'source-layer': name,
    })),
  };
  const description = {
    tilejson: '3.0.0',
    tiles: [`${NETWORK}/tiles/{z}/{x}/{y}.pbf`],
    minzoom: 0,
    maxzoom: 14,
    attribution: 'OpenFreeMap © OpenMapTiles Data from OpenStreetMap',
  };
  // A vector tile (Mapbox Vector Tile 2.1) with a river, a road and a shop named 남의 가게.
  const tile = readFileSync(path.join(import.meta.dirname, 'support/map-tile.pbf'));
  await page.route(`${NETWORK}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const headers = { 'access-control-allow-origin': '*' };
    if (pathname === '/planet') return route.fulfill({ json: description, headers });
    if (!pathname.startsWith('/tiles/')) return route.fulfill({ json: style, headers });
    if (isCutOff) return route.abort();
    return route.fulfill({ body: tile, contentType: 'application/x-protobuf', headers });
  });
  return {
    cut: () => {
      isCutOff = true;
    },
    restore: () => {
      isCutOff = false;
    },
  };
}
