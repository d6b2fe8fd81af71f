import { expect, test } from '@playwright/test';
import { violations } from './support/check-screen.ts';
import { addPlace, signUp, somePlaces } from './support/member.ts';

test('오늘 뭐 먹지?: 세 곳씩 이유와 함께 보고, 바로 지도 앱이나 그 집 화면을 연다', async ({
  page,
  context,
}) => {
  // Other maps are not reached from the stories.
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
  await dialog.getByRole('button', { name: '다음에' }).click();
  await expect(cards).toHaveCount(1);
  names.push(...(await cards.getByRole('heading').allTextContents()));
  expect(names.toSorted()).toEqual(places.map(({ name }) => name).toSorted());

  await cards.getByRole('link').first().press('Enter');
  await expect(page).toHaveURL(/\/app\/restaurant\//);
  await page.getByText('다른 지도에서 열기').click();
  await page.getByRole('link', { name: '카카오맵에서 열기' }).click();
  await page.goBack();
  await button.click();
  const map = dialog.getByRole('link', { name: '카카오맵에서 열기' });
  await expect(map).toHaveCount(3);
  const opened = page.waitForEvent('popup');
  await map.first().click();
  expect((await opened).url()).toContain('map.kakao.com');
});
