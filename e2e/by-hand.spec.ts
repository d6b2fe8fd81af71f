import { expect, type Page, test } from './support/test.ts';
import { lateLocation, lowResolution, mapAtRest, renderedFeatures } from './support/map.ts';
import { addPlace, findPlace, savedRestaurants, signUp, viewports } from './support/member.ts';

test.use({ viewport: viewports.phone, ...lowResolution });

test.beforeEach(async ({ page }) => {
  await signUp(page);
});

const address = (page: Page) => page.getByLabel('주소', { exact: true });
const note = (page: Page) =>
  page
    .getByRole('form')
    .getByRole('status')
    .filter({ has: page.locator('svg') });
const map = (page: Page) => page.getByRole('region', { name: /가게 위치를 찍는 지도/ });
const pin = (page: Page) => page.getByRole('button', { name: '핀 옮기기' });

async function enterByHand(page: Page, name = '골목 안 이름없는 집') {
  await page.goto('/app/add');
  await page.getByRole('combobox', { name: '가게 이름' }).fill(name);
  await page.getByRole('option', { name: /지도에서 직접 찍기|등록하기/ }).click();
  await expect(page.getByLabel('이름', { exact: true })).toHaveValue(name);
  await map(page).waitFor();
}

async function find(page: Page, typed: string) {
  await address(page).fill(typed);
  await page.getByRole('button', { name: '찾기', exact: true }).click();
}

test('주소를 찾으면 핀이 서고, 가까운 역에서 얼마나 걸리는지 알린다', async ({ page }) => {
  await enterByHand(page);
  await find(page, '솔재로43, 2층');
  await expect(address(page)).toHaveValue('서울특별시 중구 솔재로 43, 2층');
  await expect(note(page)).toHaveText(/위치를 찍었어요\.을지로\d가역에서 도보 약 \d+분 · \d+m/);

  await test.step('담은 집은 그 자리에 있다', async () => {
    await page.getByRole('button', { name: '맛집 등록하기' }).click();
    await expect(page.getByRole('heading', { name: '내 맛집 1곳' })).toBeVisible();
    const restaurants = await savedRestaurants(page);
    expect(restaurants[0].coordinates.lat).toBeCloseTo(37.567333, 4);
    expect(restaurants[0].coordinates.lng).toBeCloseTo(126.989057, 4);
  });

  await test.step('나만 보는 곳에는 다른 회원과 나누는 것이 없다', async () => {
    await page.getByRole('link', { name: /골목 안 이름없는 집/ }).click();
    await page
      .getByRole('button', { name: /누르면 방문 완료로|^다녀왔어요|^방문 완료/ })
      .first()
      .click();
    await page.getByRole('button', { name: '남기기', exact: true }).click();
    await expect(page.getByLabel('한줄평', { exact: true })).toBeVisible();
    await expect(page.getByLabel('다른 회원에게 공개')).toBeHidden();
    await expect(page.getByRole('heading', { name: /다녀온 사람들의 리뷰/ })).toBeHidden();
  });
});

test('역으로 찾아가, 핀을 끌거나 화살표로 옮겨 찍는다', async ({ page }) => {
  await enterByHand(page);
  await find(page, '성수역');
  await expect(note(page)).toHaveText('성수역 주변으로 옮겼어요. 핀을 가게 위치에 맞춰 주세요.');
  const around = page.getByRole('list', { name: '지도 밖의 역과 동네' });
  await expect(around.getByRole('listitem').first()).toContainText(/(역|동).*(m|km)/);

  const box = (await pin(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + 24, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + 84, box.y + 30, { steps: 4 });
  await page.mouse.up();
  await expect(note(page)).toHaveText(/성수역에서 도보 약 \d+분 · \d+m/);
  const metres = async () => Number(/(\d+)m/.exec((await note(page).textContent()) ?? '')?.[1]);
  const dragged = await metres();
  expect(dragged).toBeGreaterThan(60);

  await pin(page).focus();
  for (let press = 0; press < 3; press++) await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(metres).toBeGreaterThan(dragged + 100);

  await test.step('축척과 출처 밑에는 역 이름이 없다', async () => {
    await find(page, '성수역');
    await mapAtRest(page);
    const stations = async () => (await renderedFeatures(page, 'stations')).map(({ name }) => name);
    await expect.poll(stations).toContain('성수역');
    await page.evaluate(() => {
      const box = document.querySelector<HTMLElement>('.maplibregl-map')!;
      // Afterwards the station is above the scale, and its name would be under the scale.
      box.maplibre!.panBy([box.clientWidth / 2 - 60, 34 - box.clientHeight / 2], { duration: 0 });
    });
    await expect.poll(stations).not.toContain('성수역');
  });
});

test('쓰던 화면을 다시 열면 지도는 내 위치에서 시작한다', async ({ page, context }) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 35.1152, longitude: 129.0402 });
  await enterByHand(page);
  await page.reload();
  await expect(page.getByRole('list', { name: '지도 밖의 역과 동네' })).toContainText('초량');
  await page.getByRole('button', { name: '이 위치로 정하기' }).click();
  await expect(note(page)).toHaveText(/부산역에서 도보 약/);
});

test.describe('위치를 늦게 알게 되면', () => {
  const BUSAN = { latitude: 35.1152, longitude: 129.0402 };
  const around = (page: Page) => page.getByRole('list', { name: '지도 밖의 역과 동네' });

  test('옮기지 않은 지도만 그 위치로 간다', async ({ page }) => {
    const locate = await lateLocation(page, BUSAN);
    await enterByHand(page);
    await expect(around(page)).not.toContainText('초량');
    await locate();
    await expect(around(page)).toContainText('초량');

    await page.reload();
    await find(page, '성수역');
    await expect(note(page)).toHaveText(/성수역 주변으로 옮겼어요/);
    await locate();
    await page.getByRole('button', { name: '이 위치로 정하기' }).click();
    await expect(note(page)).toHaveText(/성수역에서 도보 약/);
  });

  test.describe('지도를 그릴 수 없는 브라우저에서도', () => {
    test.use({ hasMap: false });

    test('그 위치를 찍는다', async ({ page }) => {
      const locate = await lateLocation(page, BUSAN);
      await page.goto('/app/add');
      await page.getByRole('combobox', { name: '가게 이름' }).fill('골목집');
      await page.getByRole('option', { name: /지도에서 직접 찍기|등록하기/ }).click();
      const here = page.getByRole('button', { name: '이 위치로 정하기' });
      await here.waitFor();
      await locate();
      await here.click();
      await expect(note(page)).toHaveText(/부산역에서 도보 약/);
    });
  });
});

test('같은 이름의 역은 골라서 찾고, 없는 주소와 끊긴 인터넷은 다음 할 일을 알린다', async ({
  page,
  context,
}) => {
  await enterByHand(page);
  await find(page, '시청역');
  const matches = page.getByRole('list', { name: '찾은 주소' });
  await expect(matches.getByRole('listitem')).toHaveText([/서울/, /부산/, /대전/]);
  await matches.getByRole('button').nth(1).click();
  await expect(note(page)).toHaveText(/시청역 주변으로/);

  await find(page, '없는도 없는시 없는길 1');
  await expect(note(page)).toHaveText(/주소를 찾지 못했어요/);
  await find(page, '');
  await expect(note(page)).toHaveText('찾을 주소를 입력해 주세요.');
  await find(page, '가'.repeat(2000));
  await expect(note(page)).toHaveText(/주소를 찾지 못했어요/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await context.setOffline(true);
  await find(page, '국제금융로 12');
  await expect(note(page)).toHaveText(/지금은 주소를 찾을 수 없어요/);
  await page.getByRole('button', { name: '이 위치로 정하기' }).click();
  await expect(note(page)).toHaveText(/주소를 찾지 못했어요.*시청역에서/);
  await context.setOffline(false);
});

test('누르는 사이에 결과가 와도 누른 것이 골라진다', async ({ page }) => {
  await page.goto('/app/add');
  const search = page.getByRole('combobox', { name: '가게 이름' });
  await search.waitFor();
  const { promise: isPressed, resolve: press } = Promise.withResolvers<void>();
  await page.route('**/api/places/autocomplete?**', async (route) => {
    await isPressed;
    await route.continue();
  });
  await search.fill('국밥');
  const foot = page.getByRole('option', { name: /지도에서 직접 찍기/ });
  await foot.hover();
  await page.mouse.down();
  const answered = page.waitForResponse('**/api/places/autocomplete?**');
  press();
  await (await answered).finished();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await page.mouse.up();
  await expect(page.getByLabel('이름', { exact: true })).toHaveValue('국밥');
});

test('한 곳만 찾았을 때 ↓를 눌러도 그 식당이 골라진다', async ({ page }) => {
  await page.route('**/api/places/autocomplete?**', async (route) => {
    const response = await route.fetch();
    const { suggestions } = await response.json();
    await route.fulfill({ response, json: { suggestions: suggestions.slice(0, 1) } });
  });
  await page.goto('/app/add');
  const search = page.getByRole('combobox', { name: '가게 이름' });
  await search.fill('해달골 국밥');
  const options = page.getByRole('listbox').getByRole('option');
  await expect(options).toHaveText([/해달골 국밥/, /지도에서 직접 찍기/]);
  await search.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await search.press('ArrowDown');
  await expect(options.last()).toHaveAttribute('aria-selected', 'true');
  await search.press('ArrowUp');
  await search.press('Enter');
  await expect(page.getByText('해달골 국밥').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByLabel('이름', { exact: true })).toHaveCount(0);
});

test('식당 화면은 종류를 알기 전에 미분류라고 하지 않고, 출처 메모가 없으면 어디에서 봤는지 말한다', async ({
  page,
}) => {
  const { placeId } = await findPlace(page, '해달골 국밥');
  await addPlace(page, placeId, { sourceKind: 'tv' });
  const held = Promise.withResolvers<void>();
  await page.route('**/api/categories', (route) => held.promise.then(() => route.continue()));
  await page.goto(`/app/restaurant/${encodeURIComponent(placeId)}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: '해달골 국밥' })).toBeVisible();
  await expect(main.getByText('TV에서 봤어요')).toBeVisible();
  await expect(main.getByText('미분류')).toHaveCount(0);
  held.resolve();
  await expect(main.getByText('국밥·탕')).toBeVisible();
});
