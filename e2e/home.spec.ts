import { expect, type Locator, test } from './support/test.ts';
import { addPlace, findPlace, signUp, somePlaces, viewports } from './support/member.ts';
import { coveredBy } from './support/uncovered.ts';
import { openScreen } from './support/pages.ts';

test('위치를 허락하지 않으면 서울시청 주변을 보여 준다고 한 번만 말한다', async ({ page }) => {
  await signUp(page);
  await page.goto('/app');
  const note = page.locator('.toast', { hasText: '현재 위치를 알 수 없어 서울시청' });
  await expect(note).toHaveCount(1);
  // A neutral toast has no check mark.
  await expect(note).toHaveAttribute('data-kind', 'note');
});

test('주변 맛집 찾기는 위치를 왜 모르는지, 어떻게 하면 되는지 말한다', async ({ page }) => {
  await signUp(page);
  await addPlace(page, (await findPlace(page, '해달골')).placeId);
  await page.goto('/app');
  await expect(page.locator('.toast', { hasText: '현재 위치를 알 수 없어 서울시청' })).toHaveCount(1);
  await page.getByRole('button', { name: '주변 맛집 찾기' }).click();
  const dialog = page.getByRole('dialog', { name: '주변 맛집 찾기' });
  await dialog.getByRole('button', { name: '현재 위치로' }).click();
  await expect(dialog.getByRole('status')).toHaveText(
    '브라우저 설정에서 위치를 허용하면 내 주변을 볼 수 있어요.',
  );
});

test('주변 맛집 찾기는 이미 담은 곳을 빼고, 여기서 담은 곳은 되돌릴 수 있게 남겨 둔다', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 37.5446, longitude: 127.0559 });
  await signUp(page);
  await addPlace(page, (await findPlace(page, '해달골')).placeId);
  await page.goto('/app');
  const open = () => page.getByRole('button', { name: '주변 맛집 찾기' }).click();
  const dialog = page.getByRole('dialog', { name: '주변 맛집 찾기' });
  await open();
  const add = dialog.getByRole('button', { name: / 담기$/ });
  await expect(add.first()).toBeVisible();
  const [name = ''] = ((await add.first().getAttribute('aria-label')) ?? '').split(' 담기');
  const count = await dialog.getByRole('listitem').count();
  await add.first().click();
  await expect(dialog.getByRole('button', { name: `${name} 담기 되돌리기` })).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(count);
  await page.keyboard.press('Escape');
  await page.reload();
  await open();
  await expect(add.first()).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: name })).toHaveCount(0);
});

test('위치를 허락하면 가까운 순으로 거리가 보인다', async ({ page, context }) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 37.566, longitude: 126.991 });
  await signUp(page);
  for (const { placeId } of await somePlaces(page, 5)) await addPlace(page, placeId);
  await page.goto('/app?sort=distance');
  // The search is restricted to the list, because the map's scale bar also shows a distance.
  const distances = page.getByRole('list', { name: '맛집 목록' }).getByText(/^\d+m$|^\d+\.\dkm$/);
  await expect(distances.first()).toBeVisible();
  const metres = (await distances.allTextContents()).map((text) =>
    text.endsWith('km') ? Number.parseFloat(text) * 1000 : Number.parseFloat(text),
  );
  expect(metres).toEqual([...metres].sort((a, b) => a - b));
});

test('등록하는 동안 이미 등록했다고 하지 않고, 등록한 뒤 되돌릴 수 있다', async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.body?.innerText.includes('이미 이 식당은')) sessionStorage.setItem('already', 'shown');
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await signUp(page);
  await page.goto('/app/add');
  await page.getByRole('combobox', { name: '가게 이름' }).fill('해달골');
  await page.getByRole('option', { name: /해달골 국밥/ }).click();
  // The answer is late, so that the form is shown for a while after the list has the place.
  await page.route('**/api/my-restaurants', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const response = await route.fetch();
    await page.waitForTimeout(500);
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: '맛집 등록하기' }).click();
  const toast = page.locator('.toast', { hasText: '해달골 국밥 맛집이 추가되었습니다.' });
  await expect(toast).toBeVisible();
  // A toast does not disappear while the pointer is on it.
  await toast.dispatchEvent('pointerover');
  await expect(page.getByRole('heading', { name: '내 맛집 1곳' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('already'))).toBeNull();
  await toast.getByRole('button', { name: '되돌리기' }).click();
  await expect(page.getByRole('heading', { name: '하나만 먼저 담아 볼까요?' })).toBeVisible();
});

test('지도를 못 그려도 목록은 쓸 수 있다', async ({ page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await signUp(page);
  const { placeId, name } = await findPlace(page, 'ㅎㄷㄱ');
  await addPlace(page, placeId);
  await page.goto('/app');
  const reason = page.getByText('이 브라우저에서는 지도를 볼 수 없어요.').filter({ visible: true });
  await expect(reason).toBeVisible();
  // The advice is shown in place of the map. It must not be an alert, because an alert would cover the list.
  await expect(page.getByRole('alert').filter({ hasText: '지도' })).toHaveCount(0);
  // The advice about API keys must not be shown, because only the operator needs it.
  await expect(page.getByText('API 키')).toHaveCount(0);
  await page.getByRole('link', { name: new RegExp(name) }).click();

  await test.step('한 곳의 화면에서는 작은 지도 자리에 다 들어가고, 소용없는 버튼도 목록 이야기도 없다', async () => {
    const card = page.getByRole('main');
    // Fonts and photos that arrive later may move the page.
    await expect(async () => {
      await reason.scrollIntoViewIfNeeded();
      await expect(reason).toBeInViewport({ ratio: 1, timeout: 1000 });
    }).toPass();
    await expect(card.getByRole('button', { name: '지도 다시 불러오기' })).toHaveCount(0);
    await expect(card.getByText('목록은 그대로')).toHaveCount(0);
  });
});

test('목록과 카테고리를 불러오지 못하면 정해진 말로 알리고, 다시 불러올 수 있다', async ({ page }) => {
  await signUp(page);
  const { placeId } = await findPlace(page, '해달골 국밥');
  await addPlace(page, placeId);
  const addresses = ['**/api/my-restaurants', '**/api/categories'];
  for (const address of addresses)
    await page.route(address, (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        body: JSON.stringify({ type: 'about:blank', title: 'x', status: 503, code: 'server.unavailable' }),
      }),
    );
  await page.goto('/app');
  await expect(page.getByText(/맛집 정보를 불러오는데 실패했습니다: /)).toBeVisible({ timeout: 20_000 });
  await page.unroute('**/api/my-restaurants');
  await page.getByRole('button', { name: '다시 불러오기', exact: true }).first().click();
  const alert = page.getByRole('alert').filter({ hasText: '카테고리 정보를 불러오는데 실패했습니다.' });
  await expect(alert).toBeVisible();
  await page.unroute('**/api/categories');
  await alert.getByRole('button', { name: '다시 불러오기' }).click();
  await expect(alert).toHaveCount(0);
  await page.getByRole('button', { name: '종류' }).click();
  await expect(page.getByRole('button', { name: /^국밥·탕/ })).toBeVisible();
});

test('연결이 끊겨 목록을 불러오지 못하면 정해진 말로 알리고, 어떻게 할지 말한다', async ({ page }) => {
  await signUp(page);
  await page.route('**/api/my-restaurants', (route) => route.abort('connectionreset'));
  await page.goto('/app');
  const alert = page.getByRole('alert').filter({ hasText: '맛집 정보를 불러오는데 실패했습니다: ' });
  await expect(alert.getByText('인터넷에 연결하면 볼 수 있어요.')).toBeVisible();
  await page.unroute('**/api/my-restaurants');
  await alert.getByRole('button', { name: '다시 연결하기' }).click();
  await expect(page.getByText('하나만 먼저 담아 볼까요?')).toBeVisible();
});

test('문 닫은 곳은 고를 때 알리고, 등록하기 전에 묻고, 열린 곳을 대신 고를 수 있다', async ({ page }) => {
  await signUp(page);
  const [closed, tenant] = await somePlaces(page, 2);
  await page.route('**/api/places/autocomplete*', async (route) => {
    const answer = await route.fetch();
    const { suggestions } = await answer.json();
    const now = suggestions.map((place: { placeId: string }) => ({
      ...place,
      businessStatus: place.placeId === closed?.placeId ? 'closed_permanently' : 'operational',
    }));
    await route.fulfill({ response: answer, json: { suggestions: now } });
  });
  const instead = await (
    await page.request.get('/api/places/autocomplete', { params: { q: tenant?.name ?? '' } })
  ).json();
  await page.route('**/api/places/*/status*', (route) =>
    route.fulfill({
      json: { businessStatus: 'closed_permanently', tenants: instead.suggestions.slice(0, 1), similar: [] },
    }),
  );
  await page.goto('/app/add');
  await page.getByRole('combobox', { name: '가게 이름' }).fill(closed?.name ?? '');
  const option = page.getByRole('option', { name: closed?.name ?? '' });
  await expect(option.getByText('폐업', { exact: true })).toBeVisible();
  await option.click();
  await expect(page.getByText('폐업한 곳으로 보여요. 등록하기 전에 확인해 주세요.')).toBeVisible();

  await page.getByRole('button', { name: '맛집 등록하기' }).click();
  const question = page.getByRole('alertdialog', { name: '폐업한 곳으로 보여요' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: '취소' }).click();

  const notice = page.getByRole('region', { name: '영업 여부' });
  await notice.getByRole('button', { name: tenant?.name ?? '' }).click();
  await expect(notice).toBeHidden();
  await page.getByRole('button', { name: '맛집 등록하기' }).click();
  await expect(page.getByText(`${tenant?.name} 맛집이 추가되었습니다.`)).toBeVisible();
});

test.describe('넓은 화면에서', () => {
  test.use({ viewport: viewports.desktop });

  test('줄은 자리를 잡을 때 바뀌지 않고, 200px 넘게 내리면 맨 위로 단추가 나온다', async ({ page }) => {
    await signUp(page);
    for (const { placeId } of await somePlaces(page, 10)) await addPlace(page, placeId);
    const held = Promise.withResolvers<void>();
    await page.route(/VirtualRows/, (route) => held.promise.then(() => route.continue()));
    await page.goto('/app');
    await expect(page.getByRole('heading', { name: '내 맛집 10곳' })).toBeVisible();
    const row = page.getByRole('link', { name: /예시|국|집|면/ }).first();
    await row.focus();
    held.resolve();
    // The code that positions the rows must not replace a row that is in use.
    await expect(page.getByRole('list', { name: '맛집 목록' })).toHaveCSS('position', 'relative');
    await expect(row).toBeFocused();
    await row.hover();
    const toTop = page.getByRole('button', { name: '맨 위로' });
    await expect(toTop).toBeHidden();
    await page.mouse.wheel(0, 500);
    await expect(toTop).toBeVisible();
    await toTop.click();
    await expect(toTop).toBeHidden();
    await row.hover();
    await page.mouse.wheel(0, 500);
    await expect(toTop).toBeVisible();
    // An empty list cannot be scrolled.
    await page.getByRole('searchbox', { name: '내 맛집에서 찾기' }).fill('없는말없는말');
    await expect(page.getByText('에 맞는 집이 없어요')).toBeVisible();
    await expect(toTop).toBeHidden();
  });
});

test.describe('데이터 절약 모드', () => {
  // Also in this mode, the worker stores the application's files, and a map needs a part of them.
  test.use({ serviceWorkers: 'block', hasMap: false });
  test('데이터 절약 모드에서는 글꼴도 다음 화면도 미리 받지 않는다', async ({ page }) => {
    await page.addInitScript(() => {
      if ('connection' in navigator)
        Object.defineProperty(navigator.connection, 'saveData', { get: () => true });
    });
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await signUp(page);
    const { placeId, name } = await findPlace(page, '해달골');
    expect((await addPlace(page, placeId)).status()).toBe(201);
    await page.goto('/app');
    await expect(page.getByText(name).first()).toBeVisible();
    // The story waits as long as a device without data saver mode needs to load everything in advance (web/browser/when-idle.ts).
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 3_000 })));
    await page.waitForLoadState('networkidle');
    expect(fetched.filter((url) => /assets\/offline-|woff2/.test(url))).toEqual([]);
    await page.getByText(name).first().click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    expect(fetched.some((url) => url.includes('assets/offline-'))).toBe(true);
  });
});

test.describe('미리 받은 뒤에', () => {
  test('앱을 쓰다 끊겨도 담은 집은 열리고, 코드가 오지 않은 화면에도 돌아갈 길이 있다', async ({
    page,
    context,
  }) => {
    await signUp(page);
    const { placeId, name } = await findPlace(page, '해달골');
    expect((await addPlace(page, placeId)).status()).toBe(201);
    const fetched = page.waitForResponse(/assets\/offline-/);
    await page.goto('/app');
    await expect(page.getByText(name).first()).toBeVisible();
    await fetched;
    await context.setOffline(true);
    await page
      .getByRole('link', { name: new RegExp(name) })
      .first()
      .click();
    await expect(page).toHaveURL(/restaurant/);
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: '메뉴 열기' })).toBeVisible();
    await page.goBack();
    await page.getByRole('link', { name: '모음', exact: true }).first().click();
    await expect(page.getByRole('link', { name: '홈으로' })).toBeVisible();
    await expect(page.getByText('인터넷이 끊겼어요').first()).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('인터넷이 끊겼어요').first()).toBeHidden();
  });
});

test('작은 화면에서도 첫 집을 담는 세 가지 방법이 ＋에 가려지지 않는다', async ({ page, context }) => {
  // The story sets the position, because a toast about an unknown position would cover these controls for a moment.
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 37.5446, longitude: 127.0559 });
  await signUp(page);
  const ways = [
    page.getByRole('link', { name: /^검색해서 담기/ }),
    page.getByRole('button', { name: /^붙여넣어서 담기/ }),
    page.getByRole('link', { name: /^방금 TV에서 봤어요/ }),
  ];
  for (const height of [640, 740]) {
    await page.setViewportSize({ width: 360, height });
    await page.goto('/app');
    for (const way of ways) {
      await expect(way).toBeVisible();
      await expect.poll(() => coveredBy(way), `at a height of ${height}`).toEqual([]);
    }
  }
});

test('글자가 두 배로 커도 검색 결과와 내보내기의 글은 줄의 절반보다 넓다', async ({ page }) => {
  await signUp(page);
  await page.setViewportSize(viewports.phone);
  const [place] = await somePlaces(page, 1);
  await addPlace(page, place!.placeId);
  const enlarge = () =>
    page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
  /** Returns the width of the text divided by the width of the row. */
  const shareOf = async (text: Locator, row: Locator) =>
    (await text.boundingBox())!.width / (await row.boundingBox())!.width;

  await page.goto('/app/add');
  await enlarge();
  await page.getByRole('combobox').first().fill(place!.name);
  const option = page.getByRole('option').first();
  await expect(option.getByText('담음')).toBeVisible();
  expect(await shareOf(option.locator('> span').first(), option)).toBeGreaterThan(0.5);

  await openScreen(page, '/app/data');
  await enlarge();
  const format = page.getByRole('listitem').filter({ hasText: 'CSV' });
  expect(await shareOf(format.locator('> span'), format)).toBeGreaterThan(0.5);
});
