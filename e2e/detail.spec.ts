import { violations } from './support/check-screen.ts';
import { addPlace, findPlace, savedRestaurants, signUp } from './support/member.ts';
import { coveredBy } from './support/uncovered.ts';
import { expect, type Page, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

async function openPlace(page: Page, more: Record<string, unknown> = {}): Promise<string> {
  await signUp(page);
  const { placeId } = await findPlace(page, '해달골');
  await addPlace(page, placeId, more);
  await page.goto(`/app/restaurant/${encodeURIComponent(placeId)}`);
  return placeId;
}

test('길찾기는 탭 막대 위에 언제나 있고, 마지막에 쓴 지도 앱의 길을 연다', async ({ page }) => {
  await openPlace(page);
  const route = page.getByRole('link', { name: '네이버지도에서 길찾기' });
  await expect(route).toBeInViewport({ ratio: 1 });
  expect(await coveredBy(route)).toEqual([]);
  await expect(route).toHaveAttribute('href', /^https:\/\/map\.naver\.com\/p\/directions\/-\//);
  await page.locator('summary', { hasText: '다른 지도로 길찾기' }).click();
  const kakao = page.getByRole('main').getByRole('link', { name: '카카오맵' });
  await expect(kakao).toHaveAttribute('href', /^https:\/\/map\.kakao\.com\/link\/to\//);
  // The link opens another site, which a story does not request.
  await kakao.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()));
  await kakao.click();
  await page.reload();
  await expect(page.getByRole('link', { name: '카카오맵에서 길찾기' })).toBeVisible();
  await expect(page.getByRole('link', { name: '캐치테이블' })).toHaveAttribute(
    'href',
    /^https:\/\/app\.catchtable\.co\.kr\/ct\/search\/total\?keyword=/,
  );
  expect(await violations(page)).toEqual([]);
});

test('다녀온 곳은 기록하기가 먼저고, 방문 예정으로 바꾸기는 더 보기에 있다', async ({ page }) => {
  await openPlace(page, { status: '방문 완료' });
  const record = page.getByRole('button', { name: '기록하기' });
  await expect(record).toBeInViewport({ ratio: 1 });
  await record.click();
  await expect(page.getByRole('dialog', { name: '기록하기' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /더 보기$/ }).click();
  await page.getByRole('button', { name: '방문 예정으로 바꾸기' }).click();
  await expect(page.getByRole('button', { name: /더 보기$/ })).toBeHidden();
  await expect.poll(() => savedRestaurants(page)).toMatchObject([{ status: '방문 예정' }]);
});

test('길찾기 단추는 적는 칸을 가리지 않고, 자판이 열리면 사라진다', async ({ page }) => {
  await openPlace(page, { status: '방문 완료' });
  await page.getByRole('button', { name: '남기기' }).click();
  const field = page.getByRole('textbox', { name: '한줄평' });
  await field.focus();
  await expect.poll(() => coveredBy(field)).toEqual([]);
  // follow-keyboard.ts sets the attribute while the keyboard of a phone is open.
  await page.evaluate(() => document.documentElement.setAttribute('data-keyboard', ''));
  await expect(page.getByRole('link', { name: /길찾기$/ })).toBeHidden();
});
