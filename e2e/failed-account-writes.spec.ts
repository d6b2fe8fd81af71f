import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from './support/test.ts';
import { signInAsAdmin } from './support/admin.ts';
import { addOldPayments } from './support/database.ts';
import { jointCollection, newDevice, openVote, send } from './support/joint-collection.ts';
import { addImportRows, addPlace, findPlace, newMember, signUp } from './support/member.ts';
import { button, type Place, tryEach, type World, type WriteCase } from './support/try-writes.ts';

/*
 * The writes of the account, of payments and imports, and of the admin, tried like those of failed-writes.spec.ts.
 */

test.setTimeout(240_000);
test.use({ actionTimeout: 20_000, hasMap: false });

const AGAIN = /잠시 후 다시 시도해 주세요\./;
const CHECK = /인터넷 연결을 확인해 주세요\./;
const NOTHING_CHARGED = /(다시 시도해 주세요|연결되면 결제할 수 있어요)\. 결제된 금액은 없어요\./;
/** The forms of the account say first what was not done. */
const account = {
  isKept: false,
  failed: '',
  says: { server: AGAIN, reset: CHECK, slow: CHECK },
} as const;
const direct = { isKept: false, failed: '' } as const;

const PASSWORD = newMember().password;

/** Opens the settings and confirms the password of a dialog. */
async function confirmPassword(page: Page) {
  await page.getByRole('dialog').getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
}

/** A member without places, who has paid. The browser is signed in as this member. */
async function payer(page: Page) {
  const member = await signUp(page, newMember('산이'));
  await addOldPayments({ email: member.email, count: 1 });
  return member;
}

async function importRows(page: Page, { unsaved }: World, at: number) {
  const { name, address } = unsaved[at] as Place & { address: string };
  await addImportRows(page, [{ name, address }]);
  await page.goto('/app/import');
}

async function sharedReview(page: Page): Promise<void> {
  const writer = await newDevice(page.context().browser()!);
  await signUp(writer, newMember('한줄평'));
  const { placeId } = await findPlace(writer, '빵');
  await addPlace(writer, placeId, { status: '방문 완료', rating: 4 });
  await send(writer, 'PUT', `/api/restaurants/${encodeURIComponent(placeId)}/my-review`, {
    rating: 4,
    review: `판단할 글 ${randomUUID()}`,
    isShared: true,
    isAnonymous: false,
  });
  await writer.context().close();
}

const cases: readonly WriteCase[] = [
  {
    screen: '회원정보 수정',
    write: '닉네임 바꾸기',
    isDisabledOffline: true,
    ...account,
    open: async (page) => {
      await page.goto('/app/settings/account');
      await page.getByLabel('닉네임', { exact: true }).fill('새이름');
    },
    target: (page) => button(page, '닉네임 바꾸기'),
    stays: (page) => expect(page.getByLabel('닉네임', { exact: true })).toHaveValue('새이름'),
  },
  {
    screen: '회원정보 수정',
    write: '비밀번호 바꾸기',
    isDisabledOffline: true,
    ...account,
    open: async (page) => {
      await page.goto('/app/settings/security');
      await page.getByLabel('현재 비밀번호', { exact: true }).fill(PASSWORD);
      await page.getByLabel('새 비밀번호', { exact: true }).fill('must-eat-2027');
      await page.getByLabel('새 비밀번호 확인', { exact: true }).fill('must-eat-2027');
    },
    target: (page) => button(page, '비밀번호 바꾸기'),
    stays: (page) => expect(page.getByLabel('새 비밀번호', { exact: true })).toHaveValue('must-eat-2027'),
  },
  {
    screen: '회원정보 수정',
    write: '다른 기기 로그아웃',
    isDisabledOffline: true,
    ...direct,
    open: async (page) => {
      const { me } = await send<{ me: { email: string } }>(page, 'GET', '/api/me');
      const other = await newDevice(page.context().browser()!);
      await other.goto('/robots.txt');
      await send(other, 'POST', '/api/account/sign-in', { email: me.email, password: PASSWORD });
      await other.context().close();
      await page.goto('/app/settings/security');
    },
    target: (page) => button(page, /\S+ 로그아웃$/).first(),
  },
  {
    screen: '회원정보 수정',
    write: '토큰 만들기',
    isDisabledOffline: true,
    ...account,
    open: async (page) => {
      await page.goto('/app/settings/security');
      await page.getByLabel('토큰 이름').fill('내 토큰');
    },
    target: (page) => button(page, '토큰 만들기'),
    stays: (page) => expect(page.getByLabel('토큰 이름')).toHaveValue('내 토큰'),
  },
  {
    screen: '회원정보 수정',
    write: '패스키 만들기',
    ...account,
    says: { ...account.says, offline: CHECK },
    open: async (page) => {
      await page.goto('/app/settings/security');
      await button(page, '패스키 만들기').click();
      await confirmPassword(page);
    },
    target: (page) => page.getByRole('dialog').getByRole('button', { name: '확인' }),
  },
  {
    screen: '결제',
    write: '결제하기',
    ...direct,
    says: {
      offline: NOTHING_CHARGED,
      server: NOTHING_CHARGED,
      reset: NOTHING_CHARGED,
      slow: NOTHING_CHARGED,
    },
    open: async (page) => {
      await signUp(page, newMember('산이'));
      await page.goto('/app/payment');
      await page.getByRole('checkbox', { name: /결제에 동의해요/ }).check();
    },
    target: (page) => button(page, '9,900원 결제하기'),
    stays: (page) => expect(page.getByRole('checkbox', { name: /결제에 동의해요/ })).toBeChecked(),
  },
  {
    screen: '결제 내역',
    write: '환불 신청',
    ...direct,
    open: async (page) => {
      const member = await signUp(page, newMember('산이'));
      await addOldPayments({ email: member.email, count: 1, age: '1 minute' });
      await page.goto('/app/payment-history');
      await button(page, '환불 신청').click();
      await page.getByRole('dialog').getByLabel('환불 사유').fill('잘못 눌렀어요');
    },
    target: (page) => page.getByRole('dialog').getByRole('button', { name: '환불 신청' }),
    stays: (page) => expect(page.getByRole('dialog').getByLabel('환불 사유')).toHaveValue('잘못 눌렀어요'),
  },
  {
    screen: '내 데이터',
    write: '모두 받기',
    isDisabledOffline: true,
    ...direct,
    open: (page) => page.goto('/app/data'),
    target: (page) => button(page, '모두 받기'),
  },
  {
    screen: '가져오기',
    write: '저장하기',
    ...direct,
    open: importRows,
    target: (page) => button(page, /^\d+곳 담기$/).first(),
  },
  {
    screen: '가져오기',
    write: '가져오기 되돌리기',
    ...direct,
    open: async (page, world, at) => {
      await importRows(page, world, at);
      await button(page, /^\d+곳 담기$/)
        .first()
        .click();
      await expect(page.getByText(/곳을 담았어요/).first()).toBeVisible();
    },
    target: (page) => button(page, '가져오기 되돌리기').first(),
  },
  {
    screen: '내 맛집',
    write: '삭제 되돌리기',
    isKept: true,
    failed: '',
    isMarked: true,
    open: async (page, { places }, at) => {
      await page.goto(`/app/restaurant/${encodeURIComponent((places[at] as Place).placeId)}`);
      await button(page, '삭제').first().click();
      await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
      await expect(page.getByText('맛집이 내 리스트에서 삭제되었습니다.')).toBeVisible();
    },
    target: (page) => button(page, '되돌리기'),
  },
  {
    screen: '투표',
    write: '투표하기',
    ...direct,
    open: async (page) => {
      const owner = await newDevice(page.context().browser()!);
      const joint = await jointCollection([[owner, '하나']]);
      await page.goto(await openVote(owner, joint, '토요일 저녁'));
      await owner.context().close();
      for (const { name } of joint.places)
        await page
          .getByRole('group', { name: `${name} 답` })
          .getByText('다음에 갈래요', { exact: true })
          .click();
    },
    target: (page) => button(page, '투표하기'),
    stays: (page) => expect(page.getByRole('radio', { name: '다음에 갈래요', checked: true })).toHaveCount(2),
  },
  {
    screen: '관리자',
    write: '카테고리 저장',
    ...direct,
    open: async (page) => {
      await signInAsAdmin(page);
      await page.goto('/app/admin/categories');
      await page.getByLabel('카테고리 이름').first().fill('고친 이름');
    },
    target: (page) => button(page, '저장하기'),
    stays: (page) => expect(page.getByLabel('카테고리 이름').first()).toHaveValue('고친 이름'),
  },
  {
    screen: '관리자',
    write: '출처 저장',
    ...direct,
    open: async (page) => {
      await signInAsAdmin(page);
      await page.goto('/app/admin/sources');
      await button(page, '출처 추가').click();
      await page.getByRole('dialog').getByLabel('제목').fill('새 방송');
    },
    target: (page) => page.getByRole('dialog').getByRole('button', { name: '저장하기' }),
    stays: (page) => expect(page.getByRole('dialog').getByLabel('제목')).toHaveValue('새 방송'),
  },
  {
    screen: '관리자',
    write: '맛집 제공하기',
    ...direct,
    open: async (page, { unsaved }, at) => {
      await signInAsAdmin(page);
      await page.goto('/app/admin/provided');
      await button(page, '맛집 제공하기').click();
      const dialog = page.getByRole('dialog');
      const { name } = unsaved[at] as Place;
      await dialog.getByRole('combobox').first().fill(name);
      await dialog.getByRole('listbox').getByRole('option', { name }).first().click();
      await dialog.getByLabel('출처 메모').fill('새벽 방송');
    },
    target: (page) => page.getByRole('dialog').getByRole('button', { name: '맛집 제공하기' }),
    stays: (page) => expect(page.getByRole('dialog').getByLabel('출처 메모')).toHaveValue('새벽 방송'),
  },
  {
    screen: '관리자',
    write: '리뷰 승인',
    ...direct,
    open: async (page, _world, at) => {
      if (at === 0) await sharedReview(page);
      await signInAsAdmin(page);
      await page.goto('/app/admin/reviews');
    },
    target: (page) => button(page, '승인하기').first(),
  },
  {
    screen: '관리자',
    write: '환불하기',
    ...direct,
    open: async (page) => {
      await payer(page);
      await signInAsAdmin(page);
      await page.goto('/app/admin/payments');
      await button(page, '환불하기').first().click();
      await page.getByRole('dialog').getByLabel('환불 사유').fill('약속한 대로');
    },
    target: (page) => page.getByRole('dialog').getByRole('button', { name: '환불하기' }),
    stays: (page) => expect(page.getByRole('dialog').getByLabel('환불 사유')).toHaveValue('약속한 대로'),
  },
];

tryEach(cases);
