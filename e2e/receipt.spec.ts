import { drawReceipt, receipts } from '../features/transfer/pictures/receipt-pictures.test-factory.ts';
import { violations } from './support/check-screen.ts';
import { addPlace, findPlace, savedRestaurants, signUp } from './support/member.ts';
import { expect, type Page, test } from './support/test.ts';

const [receipt] = receipts;
/** A receipt of the place 해달골 국밥: 2026-11-25 12:31, 35,000 won. */
const photo = (drawn = receipt!) => ({
  name: 'receipt.png',
  mimeType: 'image/png',
  buffer: drawReceipt(drawn, 1).png,
});
const sheet = (page: Page) => page.getByRole('dialog', { name: '기록하기' });
const entries = async (page: Page) => (await (await page.request.get('/api/journal')).json()).entries;
const visit = { visitDate: Date.UTC(2026, 10, 25), visitTime: '12:31', amountWon: 35_000 };

/** Records the bodies of all requests. */
function bodiesOf(page: Page): string[] {
  const bodies: string[] = [];
  page.on('request', (request) => bodies.push(request.postDataBuffer()?.toString('latin1') ?? ''));
  return bodies;
}

test('영수증 사진에서 담은 맛집을 고르면 날짜와 시간, 쓴 돈이 적힌 기록하기가 열린다', async ({ page }) => {
  await signUp(page);
  const { placeId, name } = await findPlace(page, '해달골');
  await addPlace(page, placeId);
  const bodies = bodiesOf(page);
  await page.goto('/app/add');
  await page.getByLabel('영수증 사진').setInputFiles(photo());

  const choice = page.getByRole('radio', { name: new RegExp(name) });
  await expect(choice).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('35,000원')).toBeVisible();
  await page.getByRole('button', { name: '기록하기' }).click();
  await expect(page.getByText('가게를 먼저 골라 주세요.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await choice.check();
  await page.getByRole('button', { name: '기록하기' }).click();
  await expect(sheet(page).getByLabel('날짜')).toHaveValue('2026-11-25');
  await expect(sheet(page).getByLabel('시간')).toHaveValue('12:31');
  await expect(sheet(page).getByLabel('쓴 돈')).toHaveValue('35,000');
  await sheet(page).getByRole('button', { name: '저장하기' }).click();
  await expect(sheet(page)).toBeHidden();
  await expect.poll(() => entries(page)).toMatchObject([{ restaurantId: placeId, ...visit, photos: [] }]);
  expect(
    bodies.filter((body) => body.includes('PNG') || body.length > 5_000 || body.includes('4518')),
  ).toEqual([]);
});

test('담지 않은 맛집의 영수증은 담고 기록한다', async ({ page }) => {
  await signUp(page);
  const { placeId, name } = await findPlace(page, '해달골');
  await page.goto('/app/add');
  await page.getByLabel('영수증 사진').setInputFiles(photo());
  await page
    .getByRole('radio', { name: new RegExp(name) })
    .first()
    .check({ timeout: 60_000 });
  await page.getByRole('button', { name: '담고 기록하기' }).click();
  await expect(sheet(page).getByLabel('쓴 돈')).toHaveValue('35,000');
  await sheet(page).getByRole('button', { name: '저장하기' }).click();
  await expect(sheet(page)).toBeHidden();
  await expect.poll(() => entries(page)).toMatchObject([{ restaurantId: placeId, ...visit }]);
  await expect.poll(() => savedRestaurants(page)).toMatchObject([{ id: placeId, status: '방문 완료' }]);
});

test('기록하기에서 고른 영수증은 칸을 채우고, 읽지 못하면 사진을 두고 직접 적게 한다', async ({ page }) => {
  await signUp(page);
  const { placeId } = await findPlace(page, '해달골');
  await addPlace(page, placeId, { status: '방문 완료' });
  await page.goto(`/app/restaurant/${encodeURIComponent(placeId)}`);
  await page.getByRole('button', { name: '기록하기' }).click();
  await sheet(page).getByLabel('쓴 돈').fill('9000');
  await sheet(page).getByLabel('쓴 돈').blur();
  const blank = { ...receipt!, name: ' ', address: ' ', phoneNumber: ' ', items: [], total: 0 };
  await sheet(page)
    .getByLabel('영수증 사진')
    .setInputFiles(photo({ ...blank, layout: 'delivery', day: ' ', time: ' ' }));
  await expect(sheet(page).getByText('날짜와 금액을 읽지 못했어요.')).toBeVisible({ timeout: 60_000 });
  await expect(sheet(page).getByRole('img', { name: '영수증 사진' })).toBeVisible();
  await expect(sheet(page).getByLabel('쓴 돈')).toHaveValue('9,000');

  await sheet(page).getByLabel('영수증 사진').setInputFiles(photo());
  await expect(sheet(page).getByText('읽은 값을 아래에 넣었어요.')).toBeVisible({ timeout: 60_000 });
  await expect(sheet(page).getByText('영수증에 적힌 가게: 해달골')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await expect(sheet(page).getByLabel('날짜')).toHaveValue('2026-11-25');
  await expect(sheet(page).getByLabel('쓴 돈')).toHaveValue('35,000');
});

test('찾지 못한 가게의 영수증은 이름만 적어 일지에 쓴다', async ({ page }) => {
  await signUp(page);
  await page.goto('/app/add');
  const unknown = { ...receipts[8]!, address: '강원 강릉시 초당순두부길 777' };
  await page.getByLabel('영수증 사진').setInputFiles(photo(unknown));
  await expect(page.getByText('24,000원')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: '이름만 적고 일지 쓰기' }).click();
  await expect(page.getByLabel('날짜')).toHaveValue('2026-06-06');
  await expect(page.getByLabel('시간')).toHaveValue('09:14');
  await expect(page.getByLabel('쓴 돈')).toHaveValue('24,000');
  await page.getByRole('button', { name: '저장하기' }).click();
  await expect
    .poll(() => entries(page))
    .toMatchObject([{ restaurantId: null, visitTime: '09:14', amountWon: 24_000 }]);
});
