import { expect, test } from './support/test.ts';
import { addPlace, findPlace, logIn, signUp } from './support/member.ts';
import { MENU_LINKS } from './support/pages.ts';

test('가입 화면은 틀린 칸을 한 번에 모두 알려 주고 적은 것을 지우지 않는다', async ({ page }) => {
  await page.goto('/signup');
  await page.getByRole('button', { name: '이메일로 가입하기' }).click();
  await page.getByLabel('닉네임').fill('은');
  await page.getByLabel('이메일').fill('eunjo@');
  await page.getByLabel('비밀번호', { exact: true }).fill('12345');
  await page.getByLabel('비밀번호 확인').fill('54321');
  await page.getByRole('button', { name: '가입하기', exact: true }).click();
  for (const sentence of [
    '닉네임을 2자 이상 입력해 주세요.',
    '이메일 주소를 다시 확인해 주세요.',
    '비밀번호는 6자 이상이어야 합니다.',
    '비밀번호가 일치하지 않습니다.',
    '만 14세 이상만 가입할 수 있어요.',
  ])
    await expect(page.getByText(sentence)).toBeVisible();
  await expect(page.getByLabel('닉네임')).toBeFocused();
  await expect(page.getByLabel('이메일')).toHaveValue('eunjo@');
});

test('가입 화면은 소셜 로그인을 먼저 보여 주고, 이메일 칸은 눌러야 펼쳐진다', async ({ page }) => {
  await page.goto('/signup');
  const methods = page.getByRole('main').getByRole('button', { name: /가입하기$/ });
  await expect(methods).toHaveText([
    '카카오로 가입하기',
    '네이버로 가입하기',
    'Google로 가입하기',
    '이메일로 가입하기',
  ]);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await page.getByRole('button', { name: '이메일로 가입하기' }).click();
  await expect(page.getByLabel('닉네임')).toBeFocused();
  await expect(page.getByRole('button', { name: '비밀번호 보기' })).toHaveCount(2);
});

test('가입 화면의 버튼은 로그인 방법을 불러오는 동안에도 제자리에 있다', async ({ page }) => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/account/sign-in-options', async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto('/signup');
  const byEmail = page.getByRole('button', { name: '이메일로 가입하기' });
  await expect(byEmail).toBeVisible();
  const before = await byEmail.boundingBox();
  answer();
  await expect(page.getByRole('button', { name: 'Google로 가입하기' })).toBeVisible();
  const after = await byEmail.boundingBox();
  expect(Math.abs(after!.y - before!.y)).toBeLessThanOrEqual(1);
});

test('가입 칸은 입력하는 동안 무엇이 모자란지 말한다', async ({ page }) => {
  await page.goto('/signup');
  await page.getByRole('button', { name: '이메일로 가입하기' }).click();
  const password = page.getByLabel('비밀번호', { exact: true });
  await password.pressSequentially('123');
  await expect(page.getByText('비밀번호는 6자 이상이어야 합니다.')).toBeVisible();
  await password.pressSequentially('456');
  await expect(page.getByText('비밀번호는 6자 이상이어야 합니다.')).toHaveCount(0);
  await page.getByLabel('비밀번호 확인').pressSequentially('12345');
  await expect(page.getByText('비밀번호가 일치하지 않습니다.')).toBeVisible();
  await page.getByLabel('비밀번호 확인').pressSequentially('6');
  await expect(page.getByText('비밀번호가 일치하지 않습니다.')).toHaveCount(0);
  await password.pressSequentially('7');
  await expect(page.getByText('비밀번호가 일치하지 않습니다.')).toBeVisible();
  await expect(page.getByText('닉네임을 입력해 주세요.')).toHaveCount(0);
});

test('로그인하면 오려던 화면으로 가고, 로그아웃하면 인사한다', async ({ page, context }) => {
  const { email, password } = await signUp(page);
  await context.clearCookies();

  await page.goto('/app/add?x=1');
  await expect(page).toHaveURL(/\/login\?from=/);
  await page.getByLabel('이메일').fill(email);
  await page.getByLabel('비밀번호', { exact: true }).fill(`${password}!`);
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  await expect(page.getByText('이메일 또는 비밀번호가 올바르지 않습니다.')).toBeVisible();
  await expect(page.getByLabel('이메일')).toHaveValue(email);
  await page.getByLabel('비밀번호', { exact: true }).fill(password);
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  await expect(page).toHaveURL(/\/app\/add/);

  await page.goto('/login');
  await expect(page).toHaveURL(/\/app$/);

  await page.getByRole('button', { name: '메뉴 열기' }).click();
  const menu = page.getByRole('dialog');
  await expect(menu.getByText('은조님')).toBeVisible();
  await expect(menu.getByText(`ID: ${email}`)).toBeVisible();
  for (const entry of MENU_LINKS) await expect(menu.getByRole('link', { name: entry })).toBeVisible();
  await menu.getByRole('button', { name: '로그아웃' }).click();
  await expect(page.getByText('다음 끼니에 또 만나요.')).toBeVisible();
  await page.goto('/app');
  await expect(page).toHaveURL(/\/login/);
});

test('브라우저가 아무것도 저장하지 못하게 막아 두어도 로그아웃하고 질문을 찾는다', async ({ page }) => {
  await signUp(page);
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('Storage is forbidden.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get });
  });
  await page.goto('/app');
  await page.getByRole('button', { name: '메뉴 열기' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '로그아웃' }).click();
  await expect(page.getByRole('link', { name: '로그인' }).first()).toBeVisible();
  await expect(page).toHaveURL('/');
  await page.goto('/faq');
  await expect(page.getByRole('searchbox', { name: '질문에서 찾기' })).toBeVisible();
});

test('한 탭에서 로그아웃하면 다른 탭도 안다', async ({ page, context }) => {
  await signUp(page);
  const other = await context.newPage();
  await other.goto('/app');
  await expect(other.getByText('하나만 먼저 담아 볼까요?')).toBeVisible();
  await page.goto('/app');
  await page.getByRole('button', { name: '메뉴 열기' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '로그아웃' }).click();
  await expect(page.getByText('다음 끼니에 또 만나요.')).toBeVisible();
  await expect(other).not.toHaveURL(/\/app/);
});

test('로그인이 풀린 탭은 다른 사람이 로그인하면 전 사람의 내용을 보여 주지 않는다', async ({
  page,
  context,
}) => {
  const next = await signUp(page);
  await context.clearCookies();
  await signUp(page);
  const { placeId, name } = await findPlace(page, '국수');
  await addPlace(page, placeId);
  await page.goto('/app');
  // The place is not located by its role, because the dialog hides the roles of the list.
  const place = page.getByText(name).first();
  await expect(place).toBeVisible();
  await page.waitForLoadState('networkidle');
  await context.clearCookies();
  const returnToTab = () => page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await returnToTab();
  await expect(page.getByText('다시 로그인해 주세요')).toBeVisible();
  const answer = page.waitForResponse('**/api/me');
  await returnToTab();
  await answer;
  await expect(place).toBeVisible();

  // The list of the next member never arrives, so the tab has only the list of the previous member. The tab must not
  // show that list.
  await page.route('**/api/my-restaurants', () => undefined);
  const other = await context.newPage();
  await logIn(other, next);
  await expect(other).toHaveURL(/\/app/);
  await expect(place).toHaveCount(0);
});

test('로그인이 풀린 채 무엇을 하려 하면 무엇에 로그인이 필요한지 말하고, 다시 로그인하면 그 자리에서 이어진다', async ({
  page,
  context,
}) => {
  await signUp(page);
  const { placeId, name } = await findPlace(page, '국수');
  await addPlace(page, placeId);
  await page.goto('/app');
  await expect(page.getByRole('link', { name: new RegExp(name) })).toBeVisible();
  // The story waits until the page is idle, because requests of banners that load later would notice the ended session
  // first.
  await page.waitForLoadState('networkidle');
  const cookies = await context.cookies();
  await context.clearCookies();
  await page.getByRole('button', { name: /방문 예정\. 누르면 방문 완료로/ }).click();
  await expect(page.getByText('맛집을 수정하려면 로그인이 필요합니다.')).toBeVisible();
  await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toContainText(
    '다시 로그인해 주세요',
  );
  await context.addCookies(cookies);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.getByText('다시 로그인해 주세요')).toBeHidden();
  await expect(page.getByRole('link', { name: new RegExp(name) })).toBeVisible();
});

test('로그아웃이 안 되면 그렇다고 말한다', async ({ page }) => {
  await signUp(page);
  await page.goto('/app');
  await page.route('**/api/account/sign-out', (route) => route.abort());
  await page.getByRole('button', { name: '메뉴 열기' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '로그아웃' }).click();
  await expect(page.getByText('로그아웃 중 오류가 발생했습니다. 다시 시도해 주세요.')).toBeVisible();
});

test('모르는 주소는 첫 화면으로 간다', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page).toHaveURL(/\/$/);
});

test('영어로 바꾸면 영어가 남는다', async ({ page }) => {
  await page.goto('/signup?lang=en');
  await page.getByRole('button', { name: 'Sign up with email' }).click();
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await expect(page.getByText('Please enter a nickname of at least 2 characters.')).toBeVisible();
  await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});
