import { countTaps } from './support/count-taps.ts';
import { violations } from './support/check-screen.ts';
import { addPlace, findPlace, savedRestaurants, signUp } from './support/member.ts';
import { expect, type Page, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

const sheet = (page: Page) => page.getByRole('dialog', { name: '기록하기' });
const stub = (page: Page) => page.getByRole('button', { name: /누르면 방문 완료로 바꿔요/ });
const entries = async (page: Page) => (await (await page.request.get('/api/journal')).json()).entries;

async function stampedVisit(page: Page): Promise<string> {
  await signUp(page);
  const { placeId } = await findPlace(page, '해달골');
  expect((await addPlace(page, placeId)).status()).toBe(201);
  await page.goto('/app');
  return placeId;
}

test('다녀온 곳을 목록에서 여덟 번 눌러 사진, 평점, 한 줄, 함께한 사람까지 한 번에 저장한다', async ({
  page,
}) => {
  const placeId = await stampedVisit(page);
  const taps = countTaps();
  await taps.tap(stub(page));
  await taps.tap(page.getByRole('button', { name: '기록하기' }));
  await expect(sheet(page).getByRole('button', { name: '저장하기' })).toBeInViewport({ ratio: 1 });
  const choosing = page.waitForEvent('filechooser');
  await taps.tap(sheet(page).getByLabel('사진 추가'));
  await (await choosing).setFiles({ name: 'meal.png', mimeType: 'image/png', buffer: PIXEL });
  taps.tapOutside(1);
  // A tap on the middle of the stars chooses a rating.
  await taps.tap(sheet(page).getByRole('slider', { name: '내 평점' }));
  await taps.tap(sheet(page).getByLabel('한줄평'));
  await page.keyboard.type('국물이 진해요');
  await taps.tap(sheet(page).getByRole('button', { name: '친구와' }));
  expect(await violations(page)).toEqual([]);
  await taps.tap(sheet(page).getByRole('button', { name: '저장하기' }));
  await expect(sheet(page)).toBeHidden();
  expect(taps.report('a visit with photo, rating, line and companions')).toBeLessThanOrEqual(8);

  await expect
    .poll(() => savedRestaurants(page))
    .toMatchObject([
      {
        id: placeId,
        status: '방문 완료',
        review: '국물이 진해요',
        isShared: false,
        userPhotoFilenames: [expect.any(String)],
      },
    ]);
  const [saved] = await savedRestaurants(page);
  expect(saved.rating).not.toBeNull();
  expect(await entries(page)).toMatchObject([
    { restaurantId: placeId, textStart: '국물이 진해요', tagsWith: ['친구와'], photos: [{}] },
  ]);
});

test('공개하면 리뷰도 올라가고, 답이 오지 않아 다시 보내도 일지는 하나다', async ({ page }) => {
  const placeId = await stampedVisit(page);
  await stub(page).tap();
  await page.getByRole('button', { name: '기록하기' }).tap();
  await sheet(page).getByLabel('한줄평').fill('다시 올 집');
  await sheet(page).getByLabel('다른 회원에게 공개').check();
  // The server stores the entry, but its answer is lost.
  await page.route(
    '**/api/journal',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await sheet(page).getByRole('button', { name: '저장하기' }).tap();
  await expect(sheet(page)).toBeHidden();
  await expect
    .poll(
      async () =>
        (await (await page.request.get(`/api/restaurants/${encodeURIComponent(placeId)}/reviews`)).json())
          .mine,
    )
    .toMatchObject({ reviewText: '다시 올 집' });
  await expect.poll(() => entries(page)).toHaveLength(1);
  await expect(page.getByRole('link', { name: /동기화 대기/ })).toHaveCount(0);
  expect(await entries(page)).toHaveLength(1);
});

test('연결이 없어도 기록하고, 연결되면 한 번씩 저장된다', async ({ page, context }) => {
  const placeId = await stampedVisit(page);
  await expect(stub(page)).toBeVisible();
  await context.route('**/api/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort('internetdisconnected'),
  );
  await stub(page).tap();
  await page.getByRole('button', { name: '기록하기' }).tap();
  await sheet(page).getByLabel('한줄평').fill('지하에서 쓴 한 줄');
  await sheet(page).getByRole('button', { name: '가족과' }).tap();
  await sheet(page).getByLabel('시간').fill('12:20');
  await sheet(page).getByLabel('쓴 돈').fill('9500');
  await sheet(page).getByRole('button', { name: /저장/ }).tap();
  await expect(sheet(page)).toBeHidden();
  expect(await entries(page)).toEqual([]);
  await context.unroute('**/api/**');
  await page.reload();
  await expect
    .poll(() => entries(page))
    .toMatchObject([
      {
        restaurantId: placeId,
        textStart: '지하에서 쓴 한 줄',
        tagsWith: ['가족과'],
        visitTime: '12:20',
        amountWon: 9500,
      },
    ]);
  await expect
    .poll(() => savedRestaurants(page))
    .toMatchObject([{ status: '방문 완료', review: '지하에서 쓴 한 줄' }]);
});

test('쓴 돈은 쉼표와 함께 보이고, 숫자가 아니면 지우지 않고 말한다', async ({ page }) => {
  await stampedVisit(page);
  await stub(page).tap();
  await page.getByRole('button', { name: '기록하기' }).tap();
  const amount = sheet(page).getByLabel('쓴 돈');
  await expect(amount).toHaveAttribute('inputmode', 'numeric');
  await amount.fill('1만 2천');
  await sheet(page).getByRole('button', { name: '저장하기' }).tap();
  await expect(sheet(page).getByText('금액은 숫자로 입력해 주세요.')).toBeVisible();
  await expect(amount).toHaveValue('1만 2천');
  await amount.fill('12000');
  await amount.blur();
  await expect(amount).toHaveValue('12,000');
  await sheet(page).getByRole('button', { name: '저장하기' }).tap();
  await expect(sheet(page)).toBeHidden();
  await expect.poll(() => entries(page)).toMatchObject([{ amountWon: 12_000 }]);

  await page.goto('/app/momokzi-journal/yearly-review');
  await expect(page.getByText('한 해 동안 쓴 돈')).toBeVisible();
  await expect(page.getByText('12,000원')).toHaveCount(2);
});

test('적던 기록은 닫기 전에 묻고, 손대지 않았으면 바로 닫힌다', async ({ page }) => {
  await stampedVisit(page);
  await stub(page).tap();
  await page.getByRole('button', { name: '기록하기' }).tap();
  await sheet(page).getByLabel('한줄평').fill('쓰다 만 글');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '계속 작성하기' }).tap();
  await expect(sheet(page).getByLabel('한줄평')).toHaveValue('쓰다 만 글');
  await sheet(page).getByLabel('한줄평').fill('');
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();
  expect(await entries(page)).toEqual([]);
});
