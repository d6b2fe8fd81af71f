import { expect, test } from './support/test.ts';
import { addPlace, findPlace, savedRestaurants, signUp, somePlaces } from './support/member.ts';

test('무료 회원은 열한 번째 맛집을 더할 수 없고, 적은 것은 그대로 남는다', async ({ page }) => {
  await signUp(page);
  const places = await somePlaces(page, 11);
  for (const { placeId } of places.slice(0, 10)) expect((await addPlace(page, placeId)).status()).toBe(201);
  const [last] = places.slice(10);

  await page.goto('/app/add');
  await page.getByRole('combobox', { name: '가게 이름' }).fill(last?.name ?? '');
  await page
    .getByRole('option', { name: new RegExp(last?.name ?? '') })
    .first()
    .click();
  await page.getByText('지인', { exact: true }).click();
  await page.getByLabel('출처 메모').fill('혜진이 추천');
  await page.getByRole('button', { name: '맛집 등록하기' }).click();

  const dialog = page.getByRole('dialog', { name: '유료 회원 가입' });
  await expect(dialog).toContainText('무료 회원은 맛집을 10개까지만 추가할 수 있습니다.');
  await dialog.getByRole('button', { name: '닫기' }).click();
  await expect(page.getByLabel('출처 메모')).toHaveValue('혜진이 추천');

  await page.getByRole('button', { name: '맛집 등록하기' }).click();
  await dialog
    .getByRole('link', { name: '유료 회원 혜택 보기' })
    .or(dialog.getByRole('button', { name: '유료 회원 혜택 보기' }))
    .click();
  await expect(page).toHaveURL(/\/app\/payment$/);
  await expect(dialog).toBeHidden();
});

test('이미 담은 집은 언제 담았는지 알려 준다', async ({ page }) => {
  await signUp(page);
  const { placeId, name } = await findPlace(page, 'ㅎㄷㄱ');
  await addPlace(page, placeId);
  const again = await addPlace(page, placeId);
  expect(again.status()).toBe(409);
  expect((await again.json()).code).toBe('restaurants.already_added');

  await page.goto('/app/add');
  await page.getByRole('combobox', { name: '가게 이름' }).fill(name);
  const option = page.getByRole('option', { name: new RegExp(name) }).first();
  await expect(option).toContainText('담음');
  await option.click();
  await expect(
    page.getByText(/이미 이 식당은 \d{4}년\s\d{1,2}월\s\d{1,2}일에 등록하셨습니다\./),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/app\/restaurant/);
});

test('이미 담은 집에 적은 내용을 더하고, 더한 것을 알려 주고, 되돌린다', async ({ page }) => {
  await signUp(page);
  const { placeId, name } = await findPlace(page, 'ㅎㄷㄱ');
  await addPlace(page, placeId);
  await page.goto('/app/add');
  const search = page.getByRole('combobox', { name: '가게 이름' });
  await search.fill('호두과원');
  await page
    .getByRole('option', { name: /호두과원/ })
    .first()
    .click();
  await page.getByText('카테고리·태그·모음', { exact: true }).click();
  await page.getByRole('textbox', { name: /태그/ }).fill('국물');
  await page.getByRole('textbox', { name: /태그/ }).press('Enter');
  await page.getByText('지인', { exact: true }).click();
  await page.getByLabel('출처 메모').fill('민지가 알려 줌');
  await search.fill(name);
  await page
    .getByRole('option', { name: new RegExp(name) })
    .first()
    .click();
  await expect(
    page.getByText(/이미 이 식당은 \d{4}년\s\d{1,2}월\s\d{1,2}일에 등록하셨습니다\./),
  ).toBeVisible();
  await page.getByRole('button', { name: '입력한 내용 추가' }).click();
  await expect(page.getByText('태그 1개, 메모 1개를 추가했어요.')).toBeVisible();
  await expect(page).toHaveURL(/\/app\/restaurant/);
  await expect
    .poll(async () => (await savedRestaurants(page))[0])
    .toMatchObject({ customTags: ['국물'], sourceMemo: '민지가 알려 줌' });
  await page.getByRole('button', { name: '되돌리기' }).click();
  await expect
    .poll(async () => (await savedRestaurants(page))[0])
    .toMatchObject({ customTags: [], sourceMemo: '' });
});

test('지도에 없는 집은 손으로 적어 담는다', async ({ page }) => {
  await signUp(page);
  await page.goto('/app/add');
  await page.getByRole('combobox', { name: '가게 이름' }).fill('없는집이라서');
  // The pattern has two texts, because the text of the option differs if the search has found no place.
  await page.getByRole('option', { name: /지도에서 직접 찍기|등록하기/ }).click();
  await expect(page.getByLabel('이름')).toHaveValue('없는집이라서');
  await page.getByLabel('이름').fill('');
  await page.getByRole('button', { name: '맛집 등록하기' }).click();
  await expect(page.getByText('이름을 입력해 주세요.')).toBeVisible();
  await expect(page.getByText('주소를 입력하거나 지도에 위치를 찍어 주세요.')).toBeVisible();
  await page.getByLabel('이름').fill('우리 동네 숨은 집');
  await page.getByLabel('주소').fill('서울 마포구 느티길 1');
  const added = page.getByText('우리 동네 숨은 집 맛집이 추가되었습니다.').waitFor();
  await page.getByRole('button', { name: '맛집 등록하기' }).click();
  await added;
});
