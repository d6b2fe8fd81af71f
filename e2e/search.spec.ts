import { randomUUID } from 'node:crypto';
import { expect, originOf, type Page, test } from './support/test.ts';
import { addPlace, findPlace, signUp } from './support/member.ts';
import { coveredBy } from './support/uncovered.ts';

const tickets = (page: Page) =>
  page.getByRole('list', { name: '맛집 목록' }).getByRole('heading', { level: 3 });
const marked = (page: Page) => page.locator('main mark');

test('내 맛집에서 치는 모든 말로 찾는다', async ({ page }) => {
  await signUp(page);
  for (const name of ['해달골 국밥', '서리냉면옥', '물오름 파스타', '무쇠골 돼지국밥', '나비물결카페'])
    await addPlace(page, (await findPlace(page, name)).placeId);
  await page.goto('/app');
  const search = page.getByLabel('내 맛집에서 찾기');
  await expect(tickets(page)).toHaveCount(5);

  for (const [what, typed, expected] of [
    ['이름', '서리냉면옥', ['서리냉면옥']],
    ['초성', 'ㅅㄹㄴㅁ', ['서리냉면옥']],
    ['한글 자판을 켜지 않고 친 이름', 'tjflsodaus', ['서리냉면옥']],
    ['Caps Lock을 켜고 친 이름', 'TJFLSODAUS', ['서리냉면옥']],
    ['이름과 맛집', '서리냉면옥 맛집', ['서리냉면옥']],
    ['동과 종류', '명동2가 국밥', ['무쇠골 돼지국밥']],
    ['역과 종류', '을지로3가역 파스타', ['물오름 파스타']],
    ['도로명 주소', '솔재로43', ['해달골 국밥']],
    ['로마자', 'naengmyeon', ['서리냉면옥']],
  ] as const)
    await test.step(what, async () => {
      await search.fill(typed);
      await expect(tickets(page)).toHaveText([...expected]);
    });

  await test.step('찾은 말을 표시하고, 동 이름은 찾았을 때 보여 준다', async () => {
    await search.fill('명동2가 국밥');
    await expect(marked(page)).toHaveText(['국밥', '명동2가']);
  });

  await test.step('하나 잘못 친 이름은 물어본다', async () => {
    await search.fill('서리냉먄옥');
    await expect(tickets(page)).toHaveText(['서리냉면옥']);
    await expect(page.getByText('혹시 이곳인가요?')).toBeVisible();
    await expect(marked(page)).toHaveText(['서리냉면옥']);
  });

  await test.step('맞지 않는 말이 있어도 나머지로 찾고, 등록할 수 있다', async () => {
    await search.fill('뷁뷁 파스타');
    await expect(tickets(page)).toHaveText(['물오름 파스타']);
    await expect(page.getByText('‘뷁뷁 파스타’에 꼭 맞는 곳이 없어 비슷한 곳을 보여 드려요.')).toBeVisible();
    await expect(page.getByRole('link', { name: '‘뷁뷁 파스타’ 등록하기' })).toBeVisible();
  });

  await test.step('없는 집은 친 말 그대로 등록으로 이어진다', async () => {
    await search.fill('반쪽달 짬뽕');
    await expect(page.getByText('‘반쪽달 짬뽕’에 맞는 집이 없어요')).toBeVisible();
    await page.getByRole('link', { name: '‘반쪽달 짬뽕’ 등록하기' }).click();
    await expect(page).toHaveURL(/\/app\/add\?q=/);
    await expect(page.getByRole('combobox', { name: '가게 이름' })).toHaveValue('반쪽달 짬뽕');
    await expect(page.getByRole('option', { name: /반쪽달 짬뽕/ })).toBeVisible();
  });
});

test('맛집 등록에서 치는 모든 말로 찾는다', async ({ page }) => {
  await signUp(page);
  await page.goto('/app/add');
  const field = page.getByRole('combobox', { name: '가게 이름' });
  const first = page.getByRole('option').first();
  for (const [what, typed] of [
    ['이름', '서리냉면옥'],
    ['초성', 'ㅅㄹㄴㅁㅇ'],
    ['한글 자판을 켜지 않고 친 이름', 'tjflsodaus'],
    ['이름과 맛집', '서리냉면옥 맛집'],
    ['도로명 주소', '은빛길 37-5'],
    ['로마자', 'seorinaengmyeonok'],
  ] as const)
    await test.step(what, async () => {
      await field.fill(typed);
      await expect(first).toContainText('서리냉면옥');
    });
  await test.step('하나 잘못 친 이름은 물어본다', async () => {
    await field.fill('서리냉먄옥');
    await expect(page.getByText('혹시 이곳인가요?').first()).toBeVisible();
    await expect(first).toContainText('서리냉면옥');
  });
  await test.step('없는 집은 친 이름으로 등록한다', async () => {
    await field.fill('뷁뷁식당');
    await page.getByRole('option', { name: /‘뷁뷁식당’ 등록하기/ }).click();
    await expect(page.getByRole('heading', { name: '직접 등록하기' })).toBeVisible();
    await expect(page.getByLabel('이름', { exact: true })).toHaveValue('뷁뷁식당');
  });
});

test('일지에서도 같은 말로 찾는다', async ({ page }) => {
  await signUp(page);
  const { placeId } = await findPlace(page, '무쇠골 돼지국밥');
  await addPlace(page, placeId);
  await page.goto(`/app/momokzi-journal/write?restaurant=${encodeURIComponent(placeId)}`);
  await page.getByLabel('무엇을 먹었어요?').fill('수육까지 남김없이.');
  await page.getByRole('button', { name: '저장하기' }).click();
  await expect(page).toHaveURL(/momokzi-journal$/);
  const search = page.getByLabel('일지에서 찾기');
  for (const typed of ['ㅁㅅㄱ', '명동 국밥', '수육', '무쇠골 되지국밥']) {
    await search.fill(typed);
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(marked(page).first()).toBeVisible();
  }
  await search.fill('성수 곰탕집');
  await expect(page.getByText('‘성수 곰탕집’에 맞는 일지가 없어요')).toBeVisible();
  await page.getByRole('link', { name: '‘성수 곰탕집’ 등록하기' }).click();
  await expect(page.getByRole('combobox', { name: '가게 이름' })).toHaveValue('성수 곰탕집');
});

test('글을 치다 뒤로 가면 치던 글이 지난 주소를 바꾸지 않는다', async ({ page }) => {
  await signUp(page);
  const { placeId } = await findPlace(page, '해달골');
  await addPlace(page, placeId);
  await page.clock.install();
  await page.goto('/app');
  const field = page.getByRole('searchbox').first();
  await field.fill('해');
  await page.clock.runFor(1_000);
  await expect(page).toHaveURL(/[?&]q=/);
  await page.clock.pauseAt(Date.now() + 60_000);
  await field.fill('해달');
  await page.evaluate(() => history.back());
  await expect(page).not.toHaveURL(/[?&]q=/);
  await expect(field).toHaveValue('');
  await page.clock.runFor(1_000);
  await expect(page).not.toHaveURL(/[?&]q=/);
  await expect(field).toHaveValue('');
});

test('긴 주소의 끝에서 찾은 말도 좁은 화면에 보인다', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signUp(page);
  const answer = await page.request.post('/api/my-restaurants', {
    headers: { origin: originOf(page), 'idempotency-key': randomUUID() },
    data: {
      place: {
        from: 'hand',
        name: '벽돌집',
        address: '서울특별시 성동구 서울숲이길 한가운데 붉은 벽돌 건물 지하 1층 안쪽 오른편 셋째 방',
        coordinates: { lat: 37.5446, lng: 127.0459 },
        phoneNumber: '',
      },
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  await page.goto('/app?q=셋째');
  await expect(marked(page)).toHaveText('셋째');
  // A toast may cover the list for some seconds.
  await expect.poll(() => coveredBy(marked(page))).toEqual([]);
});
