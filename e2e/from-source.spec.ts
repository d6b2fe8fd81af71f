import { expect, originOf, type Page, test } from './support/test.ts';
import { countTaps } from './support/count-taps.ts';
import { addPlace, savedRestaurants, signUp, somePlaces } from './support/member.ts';
import { openScreen } from './support/pages.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const strip = (page: Page) => page.getByText('‘한 끼의 발견 12회’에서 본 곳을 담고 있어요');
const suggestion = (page: Page, name: string) => page.getByRole('option', { name: new RegExp(name) }).first();

test('어젯밤 방송에서 본 세 곳을 여덟 번 안에 눌러서 담는다', async ({ page }) => {
  await signUp(page);
  const places = await somePlaces(page, 3);
  await page.goto('/app');
  const taps = countTaps();

  await taps.tap(page.getByRole('link', { name: '방금 TV에서 봤어요' }));
  await taps.tap(page.getByLabel('프로그램·회차'));
  await page.keyboard.type('한 끼의 발견 12회');
  await taps.tap(page.getByRole('button', { name: '담기 시작하기' }));
  for (const [index, { name }] of places.entries()) {
    await expect(page.getByRole('combobox')).toBeFocused();
    await page.keyboard.type(name);
    await taps.tap(suggestion(page, name));
    await expect(page.getByText(`방금 담은 ${index + 1}곳`)).toBeVisible();
  }
  expect(taps.report('three places seen on TV')).toBeLessThanOrEqual(8);

  await page.goto('/app');
  for (const { name } of places) {
    await expect(page.getByRole('link', { name: new RegExp(name) }).first()).toBeVisible();
  }
  await expect(page.getByText('한 끼의 발견 12회').first()).toBeVisible();
});

test('고른 출처는 새로고침해도 남고, 되돌릴 수 있고, 끝내면 다음에 다시 고를 수 있다', async ({ page }) => {
  await watchFocusInPresses(page);
  await signUp(page);
  const [first, second, third] = await somePlaces(page, 3);
  await page.goto('/app/add');
  await page.getByRole('link', { name: '방금 TV에서 봤어요' }).click();
  await page.getByRole('button', { name: '담기 시작하기' }).click();
  await expect(page.getByRole('alert')).toHaveText('어디에서 봤는지 입력해 주세요.');
  await page.getByLabel('프로그램·회차').fill('한 끼의 발견 12회');
  await page.keyboard.press('Enter');
  for (const place of [first!, second!]) {
    await page.getByRole('combobox').fill(place.name);
    await suggestion(page, place.name).click();
    await expect(page.getByRole('link', { name: place.name, exact: true })).toBeVisible();
    await expect(page.getByRole('combobox')).toBeFocused();
  }
  // The fields that got the focus in four actions: the button is pressed without a source, Enter is pressed with a
  // source, and two places are pressed.
  expect(await focusedInPresses(page)).toEqual([
    expect.stringContaining('프로그램·회차'),
    '가게 이름',
    '가게 이름',
    '가게 이름',
  ]);

  await page.reload();
  await expect(strip(page)).toBeVisible();
  await expect(page.getByText('방금 담은 2곳')).toBeVisible();
  await page.getByRole('button', { name: new RegExp(`${second!.name}.*되돌리기`) }).click();
  await expect(page.getByText('방금 담은 1곳')).toBeVisible();

  for (const address of ['/app', '/app/add']) {
    await openScreen(page, address);
    await page.getByRole('link', { name: '한 끼의 발견 12회에서 본 곳을 담는 중' }).click();
    await expect(strip(page)).toBeVisible();
  }
  await page.goBack();
  await page.getByRole('button', { name: '끝내기' }).click();
  await expect(page.getByRole('link', { name: '한 끼의 발견 12회에서 본 곳을 담는 중' })).toBeHidden();
  await page.getByRole('link', { name: '방금 TV에서 봤어요' }).click();
  await page.getByRole('button', { name: '한 끼의 발견 12회' }).click();
  await expect(strip(page)).toBeVisible();
  await page.getByRole('combobox').fill(first!.name);
  await suggestion(page, first!.name).click();
  await expect(page).toHaveURL(/\/app\/restaurant\//);

  const other = await addPlace(page, third!.placeId);
  expect(other.status()).toBe(201);
  for (const address of ['/app/add', `/app/edit/${encodeURIComponent(third!.placeId)}`]) {
    await openScreen(page, address);
    if (address === '/app/add') {
      await page.getByRole('combobox').fill('뷁뷁식당');
      await page.getByRole('option', { name: /등록하기/ }).click();
    }
    await page.getByRole('button', { name: '한 끼의 발견 12회', exact: true }).click();
    await expect(page.getByLabel('출처 메모')).toHaveValue('한 끼의 발견 12회');
  }
});

test('담는 중에 검색창에 붙여넣은 곳도 출처와 함께 담긴다', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signUp(page);
  const places = (await somePlaces(page, 3)) as { placeId: string; name: string; address: string }[];
  const shared = places.map(
    ({ name, address }) => `[네이버지도]\n${name}\n${address}\nhttps://naver.me/5MvUGc`,
  );
  const paste = async (text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.getByRole('combobox').press('Control+V');
  };
  await page.goto('/app/add/tv');
  await page.getByLabel('프로그램·회차').fill('한 끼의 발견 12회');
  await page.keyboard.press('Enter');
  await paste(shared[0]!);
  await expect(page.getByText('방금 담은 1곳')).toBeVisible();
  await expect(page.getByRole('link', { name: places[0]!.name, exact: true })).toBeVisible();

  await paste(shared.slice(1).join('\n'));
  await expect(page).toHaveURL(/\/app\/import$/);
  await page.getByRole('button', { name: '2곳 담기' }).click();
  await expect(page.getByText('2곳을 담았어요.')).toBeVisible();
  await expect(page.getByRole('link', { name: /에서 본 곳을 담는 중/ })).toBeVisible();
  await page.goto('/app');
  await expect(page.getByRole('list', { name: '맛집 목록' }).getByText('한 끼의 발견 12회')).toHaveCount(3);
});

test('인터넷이 끊긴 동안 고른 곳은 기기에 담겼다가, 연결되면 저장된다', async ({ page, context }) => {
  await signUp(page);
  const [place] = await somePlaces(page, 1);
  await page.goto('/app/add/tv');
  await page.getByLabel('프로그램·회차').fill('한 끼의 발견 12회');
  await page.keyboard.press('Enter');
  await page.getByRole('combobox').fill(place!.name);
  await expect(suggestion(page, place!.name)).toBeVisible();
  await context.setOffline(true);
  await suggestion(page, place!.name).click();
  await expect(page.getByText('방금 담은 1곳')).toBeVisible();
  await context.setOffline(false);
  await expect.poll(() => savedRestaurants(page)).toMatchObject([{ id: place!.placeId }]);
});

test('회차의 맛집을 불러오지 못하면 그렇다고 하고, 다시 불러올 수 있다', async ({ page }) => {
  await signUp(page);
  await page.route('**/api/provided-restaurants', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto('/app/add/tv');
  await page.getByLabel('프로그램·회차').fill('한 끼의 발견 12회');
  await page.getByRole('button', { name: '담기 시작하기' }).click();
  const alert = page.getByText('회차별 맛집을 불러오지 못했어요.', { exact: false });
  await expect(alert).toBeVisible();
  await page.unroute('**/api/provided-restaurants');
  await page.getByRole('button', { name: '다시 불러오기' }).click();
  await expect(alert).toBeHidden();
});

test('무료 열 곳이 차면 고른 곳이 이유와 함께 남는다', async ({ page }) => {
  await signUp(page);
  const places = await somePlaces(page, 11);
  for (const { placeId } of places.slice(0, 10)) await addPlace(page, placeId);
  await page.goto('/app/add/tv');
  await page.getByLabel('프로그램·회차').fill('한 끼의 발견 12회');
  await page.keyboard.press('Enter');
  const last = places[10]!;
  await page.getByRole('combobox').fill(last.name);
  await suggestion(page, last.name).click();
  await page.getByRole('dialog').getByRole('button', { name: '닫기' }).click();
  await expect(page.getByRole('button', { name: `${last.name} 다시 담기` })).toBeVisible();
  await page.getByRole('button', { name: `${last.name} 빼기` }).click();
  await expect(page.getByText(last.name)).toBeHidden();
});

test('담지 못한 곳은 끝내거나 다른 출처를 골라도 남고, 고를 때의 출처로 담긴다', async ({ page }) => {
  await signUp(page);
  const places = await somePlaces(page, 11);
  for (const { placeId } of places.slice(0, 10)) await addPlace(page, placeId);
  await page.goto('/app/add/tv');
  const closeDialog = () => page.getByRole('dialog').getByRole('button', { name: '닫기' }).click();
  const chooseSource = async (source: string) => {
    await page.getByLabel('프로그램·회차').fill(source);
    await page.keyboard.press('Enter');
  };
  await chooseSource('한 끼의 발견 12회');
  const last = places[10]!;
  await page.getByRole('combobox').fill(last.name);
  await suggestion(page, last.name).click();
  await closeDialog();
  const again = page.getByRole('button', { name: `${last.name} 다시 담기` });
  await expect(again).toBeVisible();

  await page.getByRole('button', { name: '끝내기' }).click();
  await closeDialog();
  await expect(again).toBeVisible();
  await chooseSource('다른 방송 1회');
  await closeDialog();
  await page.request.delete(`/api/my-restaurants/${encodeURIComponent(places[0]!.placeId)}`, {
    headers: { origin: originOf(page) },
  });
  await again.click();
  await expect
    .poll(() => savedRestaurants(page))
    .toContainEqual(expect.objectContaining({ id: last.placeId, sourceMemo: '한 끼의 발견 12회' }));
  await expect(again).toBeHidden();
});

/**
 * Records the fields that get the focus while a press is being handled, because on iOS only these fields open the
 * keyboard.
 */
const watchFocusInPresses = (page: Page) =>
  page.addInitScript(() => {
    const focused: string[] = [];
    let isPressed = false;
    Object.assign(window, { focused });
    window.addEventListener(
      'click',
      () => {
        isPressed = true;
        setTimeout(() => {
          isPressed = false;
        });
      },
      true,
    );
    window.addEventListener('focusin', ({ target }) => {
      if (!isPressed || !(target instanceof HTMLInputElement)) return;
      focused.push(target.getAttribute('aria-label') ?? target.labels?.[0]?.textContent ?? '');
    });
  });

const focusedInPresses = (page: Page) =>
  page.evaluate(() => (window as unknown as { focused: string[] }).focused);
