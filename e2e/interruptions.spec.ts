import { expect, type Locator, type Page, type Route, test } from './support/test.ts';
import { addPlace, findPlace, signUp, type TestMember } from './support/member.ts';
import { grantPaidTier } from './support/database.ts';
import { openScreen } from './support/pages.ts';

type FormCase = {
  name: string;
  /** Opens the form. `again` is true if the story has already saved this form once. */
  open: (page: Page, placeId: string, again?: boolean) => Promise<unknown>;
  field: (page: Page) => Locator;
  save: (page: Page) => Locator;
  /** The message that a signed-out member sees in addition to the dialog; null if only the dialog is shown. */
  needsLogin: string | null;
  /** Whether the device stores the text while the server does not answer, and sends it later. */
  isKept?: boolean;
};

const byLabel = (label: string) => (page: Page) => page.getByLabel(label, { exact: true });
const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).last();

const formCases: readonly FormCase[] = [
  {
    name: '맛집 등록',
    open: async (page, _placeId, again) => {
      await openScreen(page, '/app/add');
      await page.getByRole('combobox', { name: '가게 이름' }).fill('국ㅂ');
      const options = page.getByRole('listbox').getByRole('option', { name: /국밥/ });
      await options.nth(again ? 1 : 0).click();
    },
    field: byLabel('출처 메모'),
    save: button('맛집 등록하기'),
    needsLogin: '맛집을 추가하려면 로그인이 필요합니다.',
    isKept: true,
  },
  {
    name: '맛집 수정',
    open: (page, placeId) => openScreen(page, `/app/edit/${placeId}`),
    field: byLabel('출처 메모'),
    save: button('저장하기'),
    needsLogin: '맛집을 수정하려면 로그인이 필요합니다.',
    isKept: true,
  },
  {
    name: '리뷰',
    open: async (page, placeId, again) => {
      await openScreen(page, `/app/restaurant/${placeId}/reviews`);
      await page.getByRole('button', { name: again ? '다른 회원에게 공개' : '리뷰 남기기' }).click();
    },
    field: byLabel('한줄평'),
    save: button('저장하기'),
    needsLogin: '리뷰를 등록하려면 로그인이 필요합니다.',
    isKept: true,
  },
  {
    name: '일지',
    open: async (page) => {
      await openScreen(page, '/app/momokzi-journal/write');
      await page.getByRole('combobox', { name: '어디에서 먹었어요?' }).fill('골목집');
    },
    field: byLabel('무엇을 먹었어요?'),
    save: button('저장하기'),
    needsLogin: '일지를 작성하려면 로그인이 필요합니다.',
    isKept: true,
  },
  {
    name: '회원정보',
    open: (page) => page.goto('/app/settings/account'),
    field: byLabel('닉네임'),
    save: button('닉네임 바꾸기'),
    needsLogin: null,
  },
  {
    name: '공유',
    open: async (page) => {
      await page.goto('/app/share-my-list');
      await page.getByRole('button', { name: '링크 만들기' }).click();
      await page.getByRole('button', { name: '내 맛집 전체' }).click();
    },
    field: byLabel('제목'),
    save: button('링크 만들기'),
    needsLogin: null,
  },
];

let member: TestMember;
let placeId: string;
test.beforeEach(async ({ page }) => {
  member = await signUp(page);
  await grantPaidTier(member.email);
  const place = await findPlace(page, 'ㅎㄷㄱ');
  await addPlace(page, place.placeId);
  placeId = encodeURIComponent(place.placeId);
});

for (const formCase of formCases)
  test(`${formCase.name}: 서버가 멈추거나 로그인이 풀려도 쓰던 것은 남고, 이어서 저장된다`, async ({
    page,
  }) => {
    let typed = '비 오는 날에 다시';
    await formCase.open(page, placeId);
    await formCase.field(page).fill(typed);

    await test.step('서버가 답하지 못한다', async () => {
      const fail = (route: Route) =>
        route.request().method() === 'GET'
          ? route.fallback()
          : route.fulfill({ status: 503, contentType: 'text/plain', body: 'no server here' });
      await page.route('**/api/**', fail);
      await formCase.save(page).click();
      if (!formCase.isKept) {
        await expect(page.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible();
        await expect(formCase.field(page)).toHaveValue(typed);
        await page.unroute('**/api/**', fail);
        return;
      }
      const waiting = page.getByText('대기 중');
      await expect(waiting.first()).toBeVisible();
      await page.unroute('**/api/**', fail);
      await expect(waiting).toHaveCount(0);
      typed = '눈 오는 날에 다시';
      await formCase.open(page, placeId, true);
      await formCase.field(page).fill(typed);
    });

    await test.step('로그인이 풀린다', async () => {
      await page.context().clearCookies({ name: /session/ });
      await formCase.save(page).click();
      const dialog = page.getByRole('dialog', { name: '다시 로그인해 주세요' });
      await expect(dialog).toBeVisible();
      if (formCase.needsLogin) await expect(page.getByText(formCase.needsLogin)).toBeVisible();
      await expect(formCase.field(page)).toHaveValue(typed);

      const [tab] = await Promise.all([
        page.context().waitForEvent('page'),
        dialog.getByRole('link', { name: '새 탭에서 로그인하기' }).click(),
      ]);
      await tab.getByLabel('이메일').fill(member.email);
      await tab.getByLabel('비밀번호', { exact: true }).fill(member.password);
      await tab.getByRole('button', { name: '로그인', exact: true }).click();
      await expect(tab).toHaveURL(/\/app/);
      await tab.close();
      await page.bringToFront();
      await expect(dialog).toBeHidden();
      await expect(formCase.field(page)).toHaveValue(typed);
    });

    await test.step('저장된다', async () => {
      const saved = page.waitForResponse(
        (answer) => answer.request().method() !== 'GET' && answer.url().includes('/api/') && answer.ok(),
      );
      await formCase.save(page).click();
      await saved;
    });
  });
