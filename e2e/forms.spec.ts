import { expect, originOf, type Page, test } from './support/test.ts';
import { addPlace, newMember, signUp, somePlaces, viewports } from './support/member.ts';

/* What was typed into a form is neither lost nor sent too early. */

test.use({ viewport: viewports.phone });

test('태그 칸에서 Enter를 눌러도 저장하지 않는다', async ({ page }) => {
  await signUp(page);
  const [place] = await somePlaces(page, 1);
  await addPlace(page, place!.placeId);
  const writes: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && writes.push(request.url()));
  const url = `/app/edit/${encodeURIComponent(place!.placeId)}`;
  await page.goto(url);
  const tags = page.getByRole('textbox', { name: '태그' });
  await tags.press('Enter');
  await tags.fill('가,나');
  await tags.press('Enter');
  await tags.fill('다');
  await tags.press('Enter');
  await tags.press('Enter');
  await expect(page.getByRole('button', { name: /태그 삭제$/ })).toHaveCount(3);
  await expect(page).toHaveURL(url);
  expect(writes).toEqual([]);
});

test('가입하던 화면과 탈퇴 이유는 새로 고쳐도 남고, 비밀번호는 남지 않는다', async ({ page }) => {
  await page.goto('/signup');
  await page.getByRole('button', { name: '이메일로 가입하기' }).click();
  await page.getByLabel('닉네임').fill('은조');
  await page.getByLabel('이메일').fill('eunjo@example.com');
  await page.getByLabel('비밀번호', { exact: true }).fill('must-eat-2026');
  await page.reload();
  await expect(page.getByLabel('닉네임')).toHaveValue('은조');
  await expect(page.getByLabel('이메일')).toHaveValue('eunjo@example.com');
  await expect(page.getByLabel('비밀번호', { exact: true })).toHaveValue('');
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain('must-eat-2026');

  await signUp(page);
  await page.goto('/app/user-deletion-request');
  await page.getByLabel('이유').fill('여행을 오래 떠나요.');
  await page.reload();
  await expect(page.getByLabel('이유')).toHaveValue('여행을 오래 떠나요.');
});

test('비밀번호 관리자가 사건 없이 채운 칸으로도 로그인한다', async ({ page }) => {
  const member = await signUp(page);
  await page.request.post('/api/account/sign-out', { headers: { origin: originOf(page) } });
  await page.context().clearCookies();
  await page.goto('/login');
  await expect(page.getByRole('button', { name: '로그인', exact: true })).toBeVisible();
  await fillWithoutEvents(page, { email: member.email, password: member.password });
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  await expect(page).toHaveURL(/\/app$/);
});

test('비밀번호 관리자가 사건 없이 채운 칸으로도 가입한다', async ({ page }) => {
  const { nickname, email, password } = newMember();
  await page.goto('/signup');
  await page.getByRole('button', { name: '이메일로 가입하기' }).click();
  await page.getByLabel(/14세/).check();
  await fillWithoutEvents(page, { nickname, email, password, passwordConfirm: password });
  await page.getByRole('button', { name: '가입하기', exact: true }).click();
  await expect(page).toHaveURL(/\/app$/);
});

const fillWithoutEvents = (page: Page, values: Record<string, string>) =>
  page.evaluate((filled) => {
    for (const [name, value] of Object.entries(filled))
      document.querySelector<HTMLInputElement>(`input[name="${name}"]`)!.value = value;
  }, values);

test('로그인 방법을 불러오지 못하면 말하고, 다시 불러온다', async ({ page }) => {
  await page.route('**/api/account/sign-in-options', (route) =>
    route.fulfill({ status: 500, contentType: 'text/plain', body: '' }),
  );
  await page.goto('/login');
  await expect(page.getByText('소셜 로그인 버튼을 불러오지 못했어요.')).toBeVisible();
  await page.unroute('**/api/account/sign-in-options');
  await page.getByRole('button', { name: '다시 불러오기' }).click();
  await expect(page.getByRole('button', { name: /카카오/ })).toBeVisible();
});

test('복사한 링크는 경고로 알린다', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await signUp(page);
  const [place] = await somePlaces(page, 1);
  await addPlace(page, place!.placeId);
  await page.goto(`/app/restaurant/${encodeURIComponent(place!.placeId)}`);
  await page.getByRole('button', { name: /공유/ }).first().click();
  await expect(
    page.getByRole('alert').filter({ hasText: '링크가 클립보드에 복사되었습니다!' }),
  ).toBeVisible();
});
