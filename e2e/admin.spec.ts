import { randomUUID } from 'node:crypto';
import { expect, originOf, type Page, test } from './support/test.ts';
import { signInAsAdmin } from './support/admin.ts';
import { addPlace, findPlace, newMember, signUp, somePlaces } from './support/member.ts';
import { openScreen } from './support/pages.ts';

/** Suffix of the names in this story. It differs in every run, so that no other story uses the same names. */
const suffix = Date.now().toString(36);
const CSV_PLACE = `표로 올린 밥집 ${suffix}`;
const CSV_HEAD = '이름,주소,태그,출처,종류,회차';
const CSV_ROW = `${CSV_PLACE},서울 마포구 예시로 21,점심,골목 수첩 ${suffix},방송,1회`;
const CSV = [
  CSV_HEAD,
  CSV_ROW,
  ',서울 마포구 예시로 22,,,,',
  `${'가'.repeat(2000)},서울 마포구 예시로 23,,,,`,
].join('\n');

async function shareReview(page: Page, text: string) {
  await signUp(page, newMember('한줄평'));
  const { placeId } = await findPlace(page, '빵');
  await addPlace(page, placeId, { status: '방문 완료', rating: 4 });
  const answer = await page.request.put(`/api/restaurants/${encodeURIComponent(placeId)}/my-review`, {
    headers: { origin: originOf(page) },
    data: { rating: 4, review: text, isShared: true, isAnonymous: false },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

async function nameOfUnprovided(page: Page): Promise<string> {
  const { restaurants } = await (await page.request.get('/api/provided-restaurants')).json();
  const provided = new Set(restaurants.map(({ id }: { id: string }) => id));
  const found = (await somePlaces(page, 40)).find(({ placeId }) => !provided.has(placeId));
  return found?.name ?? '';
}

const menu = (page: Page) => page.getByRole('dialog', { name: '메뉴' });

test('관리자는 메뉴에서 들어와 표를 미리 보고 올리며, 잘못된 줄은 이유와 함께 빠진다', async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto('/app');
  await page.getByRole('button', { name: '메뉴 열기' }).click();
  await menu(page).getByRole('link', { name: '관리', exact: true }).click();
  await expect(page).toHaveURL(/\/app\/admin$/);
  await expect(page.getByRole('link', { name: /^확인할 리뷰/ })).toBeVisible();

  await page.getByRole('link', { name: '추천 맛집', exact: true }).click();
  await page.getByRole('link', { name: 'CSV로 올리기' }).click();
  await page.getByLabel('또는 표 붙여넣기').fill(CSV);
  await page.getByRole('button', { name: '미리보기' }).click();
  await expect(page.getByRole('heading', { name: '업로드 미리보기' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: '3행' })).toContainText(
    '이름: 이름을 입력해 주세요.',
  );
  await expect(page.getByRole('listitem').filter({ hasText: '4행' })).toContainText(
    '이름: 100자까지 쓸 수 있어요.',
  );
  await expect(page.getByText('3행에서 맛집 1곳이 새로 제공되거나 바뀌어요.')).toBeVisible();
  await expect(page.getByRole('button', { name: '오류 2행' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  const provided = (await (await page.request.get('/api/provided-restaurants')).text()).includes(CSV_PLACE);
  expect(provided).toBe(false);
  await page.getByRole('button', { name: '1곳 올리기' }).click();
  await expect(page.getByRole('heading', { name: '업로드 결과' })).toBeVisible();
  await expect(page.getByText('3행에서 맛집 1곳을 새로 제공하거나 수정했어요.')).toBeVisible();

  await page.getByLabel('또는 표 붙여넣기').fill(`${CSV_HEAD}\n${CSV_ROW}`);
  await page.getByRole('button', { name: '미리보기' }).click();
  await expect(page.getByText('바뀌는 것이 없어요. 모두 이미 제공하고 있는 내용이에요.')).toBeVisible();
  await expect(page.getByText('오류가 있는 행을 수정한 뒤')).toHaveCount(0);
  await page.getByLabel('또는 표 붙여넣기').fill(`${CSV_HEAD}\n,서울 마포구 예시로 22,,,,`);
  await page.getByRole('button', { name: '미리보기' }).click();
  await expect(
    page.getByText('올릴 맛집이 없어요. 오류가 있는 행을 수정한 뒤 다시 미리 봐 주세요.'),
  ).toBeVisible();
  await page.getByRole('link', { name: '추천 맛집 보기' }).click();
  await page.getByLabel('이름이나 주소로 찾기').fill(CSV_PLACE);
  await expect(page.getByRole('listitem', { name: CSV_PLACE })).toContainText(`〈골목 수첩 ${suffix}〉 1회`);

  await page.getByRole('link', { name: '기록', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: CSV_PLACE })).toContainText('추천 맛집 추가');
});

test('관리자는 맛집을 찾아서 제공하고, 그만두었다가 되돌린다', async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto('/app/admin/provided');
  const name = await nameOfUnprovided(page);
  await page.getByRole('button', { name: '맛집 제공하기' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').first().fill(name);
  await dialog.getByRole('listbox').getByRole('option', { name }).first().click();
  await dialog.getByLabel('출처 메모').fill('새벽 방송');
  await dialog.getByRole('button', { name: '맛집 제공하기' }).click();
  await expect(page.getByText(`${name} 맛집을 추천 맛집으로 등록했어요.`)).toBeVisible();
  await page.getByLabel('이름이나 주소로 찾기').fill(name);
  await page.getByRole('button', { name: `${name} 제공 중단` }).click();
  await expect(page.getByText('맛집이 없어요')).toBeVisible();
  await page.getByRole('button', { name: '되돌리기' }).click();
  await expect(page.getByRole('listitem', { name, exact: true })).toContainText('새벽 방송');
});

test('관리자가 리뷰를 자판으로 거절하면 줄에서 빠지고 글쓴이가 이유를 읽는다', async ({ page, browser }) => {
  const text = `전화 주세요 ${suffix}`;
  await shareReview(await (await browser.newContext()).newPage(), text);
  await signInAsAdmin(page);
  await openScreen(page, '/app/admin/reviews');
  const review = page.getByRole('listitem').filter({ hasText: text });
  await expect(review).toBeVisible();
  for (let steps = 0; steps < 50 && (await review.getAttribute('aria-current')) === null; steps += 1) {
    await page.keyboard.press('j');
  }
  // A screen of an older version does not send a field that the server needs.
  const decisions = '**/api/admin/reviews/*/approve';
  await page.route(decisions, (route) =>
    route.continue({ postData: JSON.stringify({ revision: route.request().postDataJSON().revision }) }),
  );
  await page.keyboard.press('a');
  await expect(page.getByText('문제가 생겼어요. 새로고침한 뒤 다시 시도해 주세요.')).toBeVisible();
  await page.unroute(decisions);
  await expect(review).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('r');
  await page.getByRole('dialog').getByRole('button', { name: '광고나 홍보 글이에요.' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '거절하기' }).click();
  await expect(page.getByText('리뷰를 거절했어요.')).toBeVisible();
  await expect(review).toHaveCount(0);
  await page.getByRole('button', { name: '거절됨' }).click();
  await expect(review).toContainText('거절 이유: 광고나 홍보 글이에요.');

  await page.getByRole('link', { name: '기록', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '리뷰 거절' }).first()).toBeVisible();
});

test('관리 화면은 다른 사람에게는 모르는 주소와 같다', async ({ page }) => {
  await signUp(page);
  // The page may redirect before its load event.
  await page.goto('/app/no-such-page', { waitUntil: 'commit' });
  await page.waitForURL('/');
  await page.goto('/app/admin/reviews', { waitUntil: 'commit' });
  await page.waitForURL('/');
  await expect(page.getByRole('heading', { name: '관리' })).toHaveCount(0);
  await page.goto('/app');
  await page.getByRole('button', { name: '메뉴 열기' }).click();
  await expect(menu(page).getByRole('link', { name: '회원정보 수정' })).toBeVisible();
  await expect(menu(page).getByRole('link', { name: '관리', exact: true })).toHaveCount(0);
});

test('관리자는 글을 붙여넣어 한 회차의 맛집을 한꺼번에 제공한다', async ({ page }) => {
  await signInAsAdmin(page);
  const { restaurants } = await (await page.request.get('/api/provided-restaurants')).json();
  const provided = new Set(restaurants.map(({ id }: { id: string }) => id));
  const some = (await somePlaces(page, 40)) as { placeId: string; name: string; address: string }[];
  const places = some.filter(({ placeId }) => !provided.has(placeId)).slice(-2);
  const title = `붙인 방송 ${randomUUID().slice(0, 8)}`;
  const episode = { id: randomUUID(), name: '7회', publishedOn: null, link: null };
  const answer = await page.request.put(`/api/admin/sources/${randomUUID()}`, {
    headers: { origin: originOf(page) },
    data: { title, kind: 'tv', link: null, episodes: [episode] },
  });
  expect(answer.status(), await answer.text()).toBe(200);

  await page.goto('/app/admin/provided');
  await page.getByRole('link', { name: '글 붙여넣기' }).click();
  await page
    .getByLabel('붙여넣을 글')
    .fill(
      `${places.map(({ name, address }) => `${name}\n${address}`).join('\n\n')}\n지금까지 나온 식당이었습니다!`,
    );
  await page.getByRole('button', { name: '가게 찾기' }).click();
  const rows = page.getByRole('list', { name: '붙여넣은 곳' });
  await expect(rows.getByText('찾았어요')).toHaveCount(2);
  await expect(page.getByText('못 읽은 1줄')).toBeVisible();
  await expect(page.getByRole('button', { name: '지금까지 나온 식당이었습니다! 찾기' })).toBeVisible();
  await page.getByRole('button', { name: '2곳 제공하기' }).click();
  await expect(page.getByText('출처와 회차를 골라 주세요.')).toBeVisible();
  await page.getByLabel('출처와 회차').selectOption({ label: `〈${title}〉 7회` });
  await page.reload();
  await expect(rows.getByText('찾았어요')).toHaveCount(2);
  await page.getByLabel('출처와 회차').selectOption({ label: `〈${title}〉 7회` });
  await page.getByRole('button', { name: '2곳 제공하기' }).click();
  await expect(page.getByRole('heading', { name: '업로드 결과' })).toBeVisible();
  await expect(rows).toBeHidden();
  const after = await (await page.request.get('/api/provided-restaurants')).json();
  const ids = after.restaurants
    .filter((each: object) => JSON.stringify(each).includes(episode.id))
    .map(({ id }: { id: string }) => id);
  expect(ids.toSorted()).toEqual(places.map(({ placeId }) => placeId).toSorted());

  // The text may be from a chat of other people, so signing out deletes it.
  await page.getByLabel('붙여넣을 글').fill('남의 대화');
  const kept = () => page.evaluate(() => Object.values(localStorage).join());
  await expect.poll(kept).toContain('남의 대화');
  await openScreen(page, '/app');
  await page.getByRole('button', { name: '메뉴 열기' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '로그아웃' }).click();
  await expect(page.getByText('다음 끼니에 또 만나요.')).toBeVisible();
  expect(await kept()).not.toContain('남의 대화');
});
