import { expect, test } from './support/test.ts';
import { countTaps } from './support/count-taps.ts';
import { signInAs } from './support/admin.ts';
import { addPlace, findPlace, signUp } from './support/member.ts';
import { coveredBy } from './support/uncovered.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('토요일 점심: 담아 둔 곳에서 성수의 집을 찾아 세 번 안에 영업시간과 주소를 본다', async ({ page }) => {
  // This account has places with opening hours.
  await signInAs(page, 'paid');
  await page.goto('/app');
  const rows = page.getByRole('list', { name: '맛집 목록' }).getByRole('link');
  await expect(rows.filter({ hasText: '연남동' }).first()).toBeVisible();
  const taps = countTaps();

  await taps.tap(page.getByRole('searchbox'));
  await page.keyboard.type('성수');
  await expect(rows.filter({ hasText: '연남동' })).toHaveCount(0);
  await taps.tap(rows.filter({ hasText: '성수동' }).first());
  const week = page.locator('summary', { hasText: '요일별로 보기' });
  await taps.tap(week);
  const saturday = page.getByText(/^토요일/);
  await expect(saturday).toBeInViewport();
  await expect(page.getByRole('main').getByText(/성동구/)).toBeInViewport();
  expect(taps.report('lunch near 성수 on Saturday')).toBeLessThanOrEqual(3);

  await test.step('줄이 화면 맨 아래에 있어도 펼친 시간이 보인다', async () => {
    await week.tap();
    await page.evaluate(() => scrollTo(0, 0));
    const line = await week.boundingBox();
    // At this window height, `line` is just above the bottom bar, so opened hours would be below the window.
    await page.setViewportSize({
      width: 390,
      height: Math.round((line?.y ?? 0) + (line?.height ?? 0)) + 100,
    });
    await week.tap();
    await expect(saturday).toBeInViewport();
    await expect.poll(() => coveredBy(saturday)).toEqual([]);
  });
});

test('사진과 함께 일지를 일곱 번 안에 눌러서 쓴다', async ({ page }) => {
  await signUp(page);
  const { placeId, name } = await findPlace(page, 'ㅎㄷㄱ');
  await addPlace(page, placeId);
  await page.goto('/app');
  const taps = countTaps();

  await taps.tap(page.getByRole('link', { name: '일지', exact: true }));
  await taps.tap(page.getByRole('link', { name: '일지 쓰기', exact: true }).first());
  await taps.tap(page.getByRole('button', { name }));
  await taps.tap(page.getByRole('textbox', { name: '무엇을 먹었어요?' }));
  await page.keyboard.type('국물이 시원해요');
  const file = { name: 'meal.png', mimeType: 'image/png', buffer: await page.screenshot() };
  const systemWindow = page.waitForEvent('filechooser');
  await taps.tap(page.getByLabel('사진 추가'));
  taps.tapOutside(1);
  await (await systemWindow).setFiles(file);
  await expect(page.getByRole('button', { name: '1번째 사진 삭제' })).toBeVisible();
  await taps.tap(page.getByRole('button', { name: '저장하기' }));
  await expect(page).toHaveURL(/momokzi-journal$/);
  await expect(page.getByText('국물이 시원해요')).toBeVisible();
  expect(taps.report('a journal entry with a photo')).toBeLessThanOrEqual(7);
  await page.getByRole('button', { name: /사진 1장 중 1번째 크게 보기/ }).tap();
  await expect(page.getByRole('dialog').getByRole('img')).toBeInViewport();
});
