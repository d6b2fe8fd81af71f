import { expect, originOf, test } from './support/test.ts';
import { violations } from './support/check-screen.ts';
import { coveredBy } from './support/uncovered.ts';
import { addPlace, signUp, somePlaces } from './support/member.ts';

test('오늘 뭐 먹지?: 세 곳씩 이유와 함께 보고, 바로 지도 앱이나 그 집 화면을 연다', async ({
  page,
  context,
}) => {
  // Links to NAVER and Kakao maps get an empty answer. Stories must not send requests to these services.
  await context.route(/map\.(naver|kakao)\.com/, (route) => route.fulfill({ body: '' }));
  await signUp(page);
  await page.goto('/app');
  await expect(page.getByRole('heading', { name: '하나만 먼저 담아 볼까요?' })).toBeVisible();
  const button = page.getByRole('button', { name: '오늘 뭐 먹지?' });
  await expect(button).toHaveCount(0);

  const places = await somePlaces(page, 4);
  for (const { placeId } of places) await addPlace(page, placeId);
  await page.reload();
  await button.click();
  const dialog = page.getByRole('dialog', { name: '오늘 뭐 먹지?' });
  const cards = dialog.getByRole('listitem');
  await expect(cards).toHaveCount(3);
  expect(await violations(page)).toEqual([]);
  const names = await cards.getByRole('heading').allTextContents();
  await dialog.getByRole('button', { name: '다시 뽑기' }).click();
  await expect(cards).toHaveCount(1);
  names.push(...(await cards.getByRole('heading').allTextContents()));
  expect(names.toSorted()).toEqual(places.map(({ name }) => name).toSorted());

  await cards.getByRole('link').first().press('Enter');
  await expect(page).toHaveURL(/\/app\/restaurant\//);
  await page.getByText('다른 지도로 길찾기').click();
  await page.getByRole('main').getByRole('link', { name: '카카오맵', exact: true }).click();
  await page.goBack();
  // After Back, the dialog shows the cards that were chosen before.
  await button.click();
  await expect(cards.getByRole('heading')).toHaveText(names.slice(3));
  await dialog.getByRole('button', { name: '다시 뽑기' }).click();
  const map = dialog.getByRole('link', { name: '카카오맵에서 열기' });
  await expect(map).toHaveCount(3);
  const opened = page.waitForEvent('popup');
  await map.first().click();
  expect((await opened).url()).toContain('map.kakao.com');
});

test('한두 곳뿐이어도, 인터넷이 끊겨도 고를 수 있다', async ({ page, context }) => {
  await signUp(page);
  const [first, second, ...more] = await somePlaces(page, 5);
  const dialog = page.getByRole('dialog', { name: '오늘 뭐 먹지?' });
  const cards = dialog.getByRole('listitem');
  const open = () => page.getByRole('button', { name: '오늘 뭐 먹지?' }).click();
  const others = dialog.getByRole('button', { name: '다시 뽑기' });
  for (const [count, place] of [first!, second!].entries()) {
    await addPlace(page, place.placeId);
    await page.goto('/app');
    await open();
    await expect(cards).toHaveCount(count + 1);
    await expect(others).toHaveCount(0);
  }
  for (const { placeId } of more) await addPlace(page, placeId);

  await page.goto('/app');
  await expect(page.getByRole('heading', { name: '내 맛집 5곳' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await open();
  await expect(cards).toHaveCount(3);
});

test('영어와 어두운 화면에서도 담는 중인 출처와 오늘 뭐 먹지?에 axe가 찾는 것이 없다', async ({
  page,
  context,
}) => {
  await signUp(page);
  for (const { placeId } of await somePlaces(page, 2)) await addPlace(page, placeId);
  await context.addCookies([{ name: 'lang', value: 'en', url: originOf(page) }]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/app/add/tv');
  await page.getByRole('textbox').first().fill('Midnight Diner 12');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox')).toBeVisible();
  expect(await violations(page), 'saving from a source').toEqual([]);
  await page.goto('/app');
  await expect(page.getByRole('link', { name: 'Saving from Midnight Diner 12' })).toBeVisible();
  expect(await violations(page), 'home').toEqual([]);
  await page.getByRole('button', { name: 'What to eat today?' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2);
  expect(await violations(page), 'today').toEqual([]);
});

test('글자를 두 배로 키워도 알림이 단추를 가리지 않는다', async ({ page }) => {
  await signUp(page);
  for (const { placeId } of await somePlaces(page, 4)) await addPlace(page, placeId);
  await page.goto('/app');
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await page.getByRole('button', { name: '오늘 뭐 먹지?' }).click();
  const dialog = page.getByRole('dialog', { name: '오늘 뭐 먹지?' });
  const isCovered = async (name: string) => {
    const button = dialog.getByRole('button', { name });
    await button.scrollIntoViewIfNeeded();
    return (await coveredBy(button)).length > 0;
  };
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  // The story adds a toast that does not disappear, so that the layout can be measured.
  await page.locator('.toasts > [role="status"]').evaluate((region) => {
    const text = '인터넷이 끊겼어요. 담아 둔 집은 그대로 볼 수 있어요.';
    region.append(Object.assign(document.createElement('div'), { className: 'toast', textContent: text }));
  });
  for (const name of ['다시 뽑기', '닫기']) await expect.poll(() => isCovered(name), name).toBe(false);
  // Control: with the height that the dialog has without toasts, the toast must cover a button.
  await dialog.evaluate((element) => {
    element.style.maxHeight = 'calc(100dvh - 48px)';
  });
  await expect.poll(() => isCovered('닫기')).toBe(true);
});
