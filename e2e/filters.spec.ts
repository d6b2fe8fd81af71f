import { expect, type Page, test } from './support/test.ts';
import { signInAs } from './support/admin.ts';
import { violations } from './support/check-screen.ts';
import { addPlace, findPlace, savedRestaurants, signUp } from './support/member.ts';

const filters = (page: Page) => page.getByRole('dialog', { name: '필터' });
const chips = (page: Page) => page.getByRole('group', { name: '필터' });
const openFilters = (page: Page) => chips(page).getByRole('button', { name: /^필터/ }).click();
const titles = (page: Page) =>
  page.getByRole('list', { name: '맛집 목록' }).getByRole('heading', { level: 3 });

async function countOn(page: Page, name: RegExp): Promise<number> {
  const text = await filters(page).getByRole('button', { name }).first().textContent();
  return Number(/(\d+)(?!.*\d)/.exec(text ?? '')?.[1]);
}

test('동네와 평점으로 좁혀 보고, 새로고침과 뒤로 가기에도 그대로고, 칩을 눌러 하나씩 푼다', async ({
  page,
}) => {
  await signInAs(page, 'paid');
  await page.goto('/app');
  await expect(titles(page).first()).toBeVisible();
  const title = page.getByRole('heading', { level: 2, name: /^내 맛집 / });
  const mine = Number((await title.textContent())?.replace(/\D/g, ''));
  await openFilters(page);
  await expect(
    filters(page)
      .getByRole('region', { name: '출처' })
      .getByText(/^추천 \d/)
      .first(),
  ).toBeVisible();
  expect(await countOn(page, /곳 보기$/)).toBe(mine);
  const hood = filters(page).getByRole('region', { name: '동네' }).getByRole('button').first();
  const name = (await hood.textContent())?.replace(/\d+(추천 \d+)?$/, '') ?? '';
  await hood.click();
  await filters(page)
    .getByRole('button', { name: /^3점 이상/ })
    .click();
  const shown = await countOn(page, /곳 보기$/);
  await filters(page)
    .getByRole('button', { name: /곳 보기$/ })
    .click();
  await expect(filters(page)).toBeHidden();
  await expect(page).toHaveURL(/hood=/);
  await expect(page.getByRole('heading', { level: 2, name: `찾은 맛집 ${shown}곳` })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name: `찾은 맛집 ${shown}곳` })).toBeVisible();
  await chips(page).getByRole('button', { name: '3점 이상 필터 지우기' }).click();
  await expect(page).not.toHaveURL(/rating=/);
  await expect(page).toHaveURL(/hood=/);
  await page.goBack();
  await expect(page).toHaveURL(/rating=3/);
  await page.goBack();
  await expect(page).not.toHaveURL(/hood=/);
  await page.goForward();
  await expect(chips(page).getByRole('button', { name: `${name} 필터 지우기` })).toBeVisible();
});

test('지금 영업 중인 곳은 카드에도 영업 중이고, 모르는 곳이 몇 곳인지 말한다', async ({ page }) => {
  // This time is a Monday noon in Seoul.
  await page.clock.setFixedTime('2026-11-23T12:30:00+09:00');
  await signInAs(page, 'paid');
  await page.goto('/app?status=provided');
  await expect(page.getByText(/^영업 중 · |^24시간 영업$|에 열어요$|^오늘 쉬어요$/).first()).toBeVisible();
  await openFilters(page);
  await expect(filters(page).getByText(/영업시간 정보가 없는 \d+곳은 제외돼요/)).toBeVisible();
  await expect(filters(page).getByText(/주차 정보가 없는 \d+곳은 제외돼요/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await filters(page)
    .getByRole('button', { name: /^지금 영업 중/ })
    .click();
  await filters(page)
    .getByRole('button', { name: /곳 보기$/ })
    .click();
  await expect(page).toHaveURL(/open=1/);
  await expect(chips(page).getByRole('button', { name: '영업 중' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText(/영업시간 정보가 없는 \d+곳은 제외돼요/)).toBeVisible();
  await expect(titles(page).first()).toBeVisible();
  const tickets = page.getByRole('list', { name: '맛집 목록' }).getByRole('listitem');
  for (const ticket of await tickets.all()) await expect(ticket).toContainText(/영업 중|24시간 영업/);
});

test('칩은 일곱 개이고, 종류는 눌러서 고르며 0을 세지 않고, 추천 맛집은 제목 아래 가까운 곳부터 나온다', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 37.5446, longitude: 127.0559 });
  await signInAs(page, 'paid');
  await page.goto('/app?source=tv');
  await expect(page.getByRole('heading', { level: 2, name: /^추천 맛집 \d+곳$/ })).toBeVisible();
  const provided = page.getByRole('listitem').filter({ has: page.getByText('추천', { exact: true }) });
  const metres = (await provided.getByText(/^\d+m$|^\d+\.\dkm$/).allTextContents()).map((text) =>
    text.endsWith('km') ? Number.parseFloat(text) * 1000 : Number.parseFloat(text),
  );
  expect(metres).toEqual(metres.toSorted((a, b) => a - b));
  await chips(page).getByRole('button', { name: 'TV 필터 지우기' }).click();
  await expect(chips(page).getByRole('button')).toHaveText([
    '내 주변',
    '영업 중',
    /^방문 예정\d*$/,
    /^방문 완료\d*$/,
    '필터',
    '오늘 뭐 먹지?',
    '종류',
  ]);

  await chips(page).getByRole('button', { name: '방문 완료' }).click();
  await chips(page).getByRole('button', { name: '종류' }).click();
  const kinds = page.getByRole('dialog', { name: '종류' });
  await expect(kinds.getByRole('button').first()).toHaveText('모든 종류');
  for (const text of await kinds.getByRole('button').allTextContents()) expect(text).not.toMatch(/(?<!\d)0$/);
  expect(await violations(page)).toEqual([]);
  await kinds.getByRole('button', { name: /^한식/ }).press('Enter');
  await expect(kinds).toBeHidden();
  await expect(page).toHaveURL(/category=/);
  await expect(chips(page).getByRole('button', { name: '한식' })).toBeVisible();
  await page.reload();
  await expect(chips(page).getByRole('button', { name: '한식' })).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/category=/);
});

test('주소에 모르는 조건이 있어도 화면이 보인다', async ({ page }) => {
  await signInAs(page, 'paid');
  for (const unknown of ['status=visited', 'official=none', 'sort=newest']) {
    await page.goto(`/app?${unknown}`);
    await expect(titles(page).first()).toBeVisible();
  }
  for (const address of [
    '/app/data?sort=newest',
    '/app/momokzi-journal?q=[1]',
    '/app/momokzi-journal/yearly-review?year=none',
  ]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expect(page.getByText('화면을 불러오지 못했어요')).toHaveCount(0);
  }
});

test('맞는 집이 없으면 필터를 하나씩 지울 수 있다', async ({ page }) => {
  await signInAs(page, 'paid');
  await page.goto('/app?hood=없는동&rating=4.5');
  await expect(page.getByRole('heading', { name: '맞는 집이 없어요' })).toBeVisible();
  const list = page.getByRole('region', { name: '맛집 목록' });
  await list.getByRole('button', { name: '없는동 필터 지우기' }).last().click();
  await expect(page).not.toHaveURL(/hood=/);
  await expect(page).toHaveURL(/rating=4.5/);
});

test('자주 보는 필터는 바로가기로 저장하고, 순서를 바꾸고, 지운다', async ({ page }) => {
  await signInAs(page, 'paid');
  await page.goto('/app');
  await openFilters(page);
  for (const [choice, name] of [
    [/^3점 이상/, '맛있던 집'],
    [/^TV/, '방송'],
  ] as const) {
    await filters(page).getByRole('button', { name: '초기화' }).click();
    await filters(page).getByRole('button', { name: choice }).click();
    await filters(page).getByRole('textbox', { name: '필터 이름' }).fill(name);
    await filters(page).getByRole('textbox', { name: '필터 이름' }).press('Enter');
  }
  await filters(page).getByRole('button', { name: '방송 앞으로 옮기기' }).click();
  await page.keyboard.press('Escape');
  await expect(filters(page)).toBeHidden();
  await page.reload();
  await openFilters(page);
  const saved = filters(page).getByRole('button', { name: /^(방송|맛있던 집)$/ });
  await expect(saved).toHaveText(['방송', '맛있던 집']);
  await saved.last().click();
  await expect(filters(page)).toBeHidden();
  await expect(page).toHaveURL(/rating=3/);
  await openFilters(page);
  await expect(saved.last()).toHaveAttribute('aria-pressed', 'true');
  await filters(page).getByRole('button', { name: '저장한 필터 ‘방송’ 삭제' }).click();
  await expect(saved).toHaveText(['맛있던 집']);
});

test('바로가기는 지운 것을 되돌리고, 열 개면 이유를 말하고, 같은 이름은 바꿔 저장한다', async ({ page }) => {
  await signInAs(page, 'paid');
  await page.goto('/app');
  await openFilters(page);
  const field = filters(page).getByRole('textbox', { name: '필터 이름' });
  const names = Array.from({ length: 10 }, (_, nth) => `바로가기 ${nth}번`);
  const saved = filters(page).getByRole('listitem');
  for (const name of names) {
    await field.fill(name);
    await field.press('Enter');
  }
  await expect(saved).toHaveText(names);
  await filters(page).getByRole('button', { name: '저장한 필터 ‘바로가기 3번’ 삭제' }).click();
  await expect(saved).toHaveCount(9);
  await page.getByRole('button', { name: '되돌리기' }).click();
  await expect(saved).toHaveText(names);

  await field.fill('열한 번째');
  await field.press('Enter');
  await expect(filters(page).getByRole('alert')).toHaveText(/필터는 10개까지/);
  await expect(saved).toHaveText(names);
  await filters(page).getByRole('button', { name: /^TV/ }).click();
  await field.fill('바로가기 0번');
  await field.press('Enter');
  await expect(filters(page).getByRole('alert')).toHaveText('');
  await filters(page).getByRole('button', { name: '바로가기 0번', exact: true }).click();
  await expect(page).toHaveURL(/source=tv/);
});

test('태그가 스무 개면 더 넣을 수 없다고 말한다', async ({ page }) => {
  await signUp(page);
  const { placeId } = await findPlace(page, '해달골');
  const customTags = Array.from({ length: 19 }, (_, index) => `태그${index}`);
  await addPlace(page, placeId, { customTags });
  const [savedRestaurant] = await savedRestaurants(page);
  await page.goto(`/app/edit/${encodeURIComponent(savedRestaurant.id)}`);
  const full = page.getByText('태그는 20개까지 넣을 수 있어요.');
  const field = page.getByLabel('태그', { exact: true });
  await expect(field).toBeVisible();
  await expect(full).toHaveCount(0);
  await field.fill('스무째');
  await field.press('Enter');
  await expect(full).toBeVisible();
});
