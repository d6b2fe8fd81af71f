import { expect, type Page, test } from './support/test.ts';
import { appCode } from '../features/account/second-factor/server/authenticator-app.test-factory.ts';
import { signInAsAdmin } from './support/admin.ts';
import {
  addOldPayments,
  grantPaidTier,
  scheduleSecondFactorRemoval,
  verifyEmail,
} from './support/database.ts';
import { newDevice, jointCollection, send } from './support/joint-collection.ts';
import { addImportRows, addPlace, newMember, signUp, somePlaces, viewports } from './support/member.ts';
import { ending, windowIn } from './support/portone.ts';
import { tapEachTwice, type TappedTwice, visit } from './support/tap-each-twice.ts';
import { button } from './support/try-writes.ts';

/*
 * More controls of every-double-tap.spec.ts: switches, whose second tap would switch back, and the account, the outbox,
 * invitations and reports.
 */

test.setTimeout(180_000);
test.use({ viewport: viewports.phone, hasTouch: true, ignoresSecondTaps: true });

const { password } = newMember();
const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });
const typePassword = (page: Page) =>
  page.getByRole('dialog').getByRole('textbox', { name: '비밀번호' }).fill(password);

async function pay(page: Page): Promise<void> {
  const { me } = await send<{ me: { email: string } }>(page, 'GET', '/api/me');
  await grantPaidTier(me.email);
}

/** Refuses every later write of the page with the limit of free members. */
const refuseWrites = (page: Page) =>
  page.route('**/api/my-restaurants**', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({
          status: 403,
          contentType: 'application/problem+json',
          body: JSON.stringify({
            type: 'about:blank',
            status: 403,
            code: 'restaurants.limit_reached',
            limit: 10,
          }),
        }),
  );

/** Gives the page a new device for passkeys. Each device keeps one passkey per account. */
async function newAuthenticator(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.disable');
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function askForPasskey(page: Page): Promise<void> {
  await visit(page, '/app/settings/security');
  await newAuthenticator(page);
  await button(page, '패스키 만들기').click();
  await typePassword(page);
}

async function addPasskey(page: Page): Promise<void> {
  await askForPasskey(page);
  await inDialog(page, '확인').click();
  await expect(page.getByText('패스키를 만들었어요.')).toBeVisible();
}

async function turnOnSecondFactor(page: Page): Promise<void> {
  await visit(page, '/app/settings/security');
  await button(page, '2단계 인증 켜기').click();
  await typePassword(page);
  await inDialog(page, '확인').click();
  const dialog = page.getByRole('dialog');
  const key = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  await dialog.getByLabel('인증 코드').fill(appCode(key));
  await inDialog(page, '켜기').click();
  await inDialog(page, '보관했어요').click();
}

/** Adds reviews of five members, reports them, and signs in as the admin who decides. */
async function reportReviews(page: Page, text: string): Promise<void> {
  const place = (await somePlaces(page, 20)).at(-1)!;
  const reviews = `/api/restaurants/${encodeURIComponent(place.placeId)}`;
  for (let count = 0; count < 5; count++) {
    const writer = await newDevice(page.context().browser()!);
    await signUp(writer, newMember('한줄평'));
    await addPlace(writer, place.placeId, { status: '방문 완료', rating: 4 });
    await send(writer, 'PUT', `${reviews}/my-review`, {
      rating: 4,
      review: text,
      isShared: true,
      isAnonymous: false,
    });
    await writer.context().close();
  }
  const written = await send<{ reviews: { id: string; reviewText: string }[] }>(
    page,
    'GET',
    `${reviews}/reviews`,
  );
  for (const { id } of written.reviews.filter(({ reviewText }) => reviewText === text))
    await send(page, 'POST', `/api/reviews/${id}/reports`, { reason: 'advertising' });
  await signInAsAdmin(page);
}

const reported = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text }).first();

async function payAtTheWindow(page: Page): Promise<void> {
  await visit(page, '/app/payment');
  await page.getByRole('checkbox', { name: /결제에 동의해요/ }).check();
  await button(page, '9,900원 결제하기').click();
  const payment = ending(windowIn(page), '결제하기');
  const addYear = page.getByRole('alertdialog').getByRole('button', { name: '1년 추가하기' });
  await expect(payment.or(addYear)).toBeVisible();
  if (await addYear.isVisible()) await addYear.click();
  await payment.click();
  await expect(page.getByRole('heading', { name: '이제 몇 곳이든 담을 수 있어요.' })).toBeVisible();
}

async function placesFromTelevision(page: Page): Promise<void> {
  await visit(page, '/app/add');
  await page.getByRole('link', { name: '방금 TV에서 봤어요' }).click();
  await page.getByLabel('프로그램·회차').fill('한 끼의 발견 12회');
  await page.keyboard.press('Enter');
  for (const { name } of await somePlaces(page, 6)) {
    await page.getByRole('combobox').fill(name);
    await page.getByRole('option', { name }).first().click();
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  }
}

const switches: readonly TappedTwice[] = [
  {
    what: '공유 일시 중지',
    prepare: async (page) => {
      await pay(page);
      const [place] = await somePlaces(page, 1);
      await addPlace(page, place!.placeId);
      await send(page, 'POST', '/api/list-shares', {
        title: '골목 지도',
        selection: { of: 'all' },
        shows: { ratings: false, reviews: false, memos: true },
      });
    },
    open: (page) => visit(page, '/app/share-my-list'),
    target: (page) => button(page, /공유 일시 중지$|다시 공유$/).first(),
  },
  {
    what: '팔로우',
    prepare: async (page) => {
      await pay(page);
      const { sources } = await send<{ sources: { id: string }[] }>(page, 'GET', '/api/provided-restaurants');
      return `/app/sources/${sources[0]?.id}`;
    },
    open: visit,
    target: (page) => button(page, /팔로우/).first(),
  },
  {
    what: '도장',
    prepare: async (page) => {
      for (const { placeId } of await somePlaces(page, 6)) await addPlace(page, placeId);
    },
    open: (page) => visit(page, '/app'),
    target: (page) => button(page, /누르면 방문 완료로/).first(),
  },
  {
    what: '가고 싶어요',
    prepare: async (page) => {
      const friend = await newDevice(page.context().browser()!);
      await page.goto('/robots.txt');
      const { address } = await jointCollection([
        [page, '은조'],
        [friend, '하나'],
      ]);
      await friend.context().close();
      return address;
    },
    open: visit,
    target: (page) => button(page, /가고 싶어요/).first(),
  },
  {
    what: '주변 맛집 찾기의 담기',
    prepare: async (page) => {
      await page.context().grantPermissions(['geolocation']);
      await page.context().setGeolocation({ latitude: 37.5446, longitude: 127.0559 });
      const [place] = await somePlaces(page, 1);
      await addPlace(page, place!.placeId);
    },
    open: async (page) => {
      await visit(page, '/app');
      await button(page, '주변 맛집 찾기').click();
    },
    target: (page) =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: / 담기$/ })
        .first(),
  },
];

const others: readonly TappedTwice[] = [
  {
    what: '보낼 것의 다시 보내기',
    prepare: async (page) => {
      const [place] = await somePlaces(page, 1);
      await addPlace(page, place!.placeId);
      await page.goto('/app');
      await expect(button(page, /누르면 방문 완료로/)).toBeVisible();
      await refuseWrites(page);
      // The code of the outbox loads after the list.
      await page.waitForLoadState('networkidle');
      await page.context().setOffline(true);
      await button(page, /누르면 방문 완료로/).click();
      await page.getByRole('link', { name: /^동기화 대기 \d/ }).click();
      await page.context().setOffline(false);
      await expect(button(page, '다시 동기화')).toBeVisible();
    },
    open: (page) => visit(page, '/app/outbox'),
    target: (page) => button(page, '다시 동기화').first(),
  },
  {
    what: '초대 링크 만들기',
    prepare: async (page) => {
      await page.goto('/robots.txt');
      return (await jointCollection([[page, '은조']])).address;
    },
    open: async (page, address) => {
      await send(page, 'DELETE', `${address.replace('/app', '/api')}/invite`);
      await visit(page, address);
      await button(page, '함께할 사람 초대').click();
    },
    target: (page) => button(page, '초대 링크 만들기'),
  },
  {
    what: '패스키 만들기',
    open: askForPasskey,
    target: (page) => inDialog(page, '확인'),
    request: /passkeys$/,
  },
  {
    what: '패스키 삭제',
    prepare: async (page) => {
      for (let count = 0; count < 5; count++) await addPasskey(page);
    },
    open: async (page) => {
      await visit(page, '/app/settings/security');
      await button(page, /패스키 삭제$/)
        .first()
        .click();
      await typePassword(page);
    },
    target: (page) => inDialog(page, '삭제'),
  },
  {
    what: '복구 코드 새로 만들기',
    prepare: turnOnSecondFactor,
    open: async (page) => {
      await visit(page, '/app/settings/security');
      await button(page, '복구 코드 새로 만들기').click();
      await typePassword(page);
    },
    target: (page) => inDialog(page, '새로 만들기'),
  },
  {
    what: '방금 TV에서 담은 곳 되돌리기',
    prepare: placesFromTelevision,
    open: (page) => visit(page, '/app/add/tv'),
    target: (page) => button(page, /되돌리기$/).first(),
  },
  {
    what: '가져올 곳을 직접 등록하기로 고르기',
    prepare: (page) =>
      addImportRows(
        page,
        [1, 2, 3, 4, 5].map((at) => ({ name: `아무도 모르는 집 ${at}`, address: `서울 중구 없는길 ${at}` })),
      ),
    open: (page) => visit(page, '/app/import'),
    target: (page) =>
      page
        .getByRole('group')
        .filter({ has: page.getByRole('radio', { name: /직접 등록/, checked: false }) })
        .last()
        .getByText('직접 등록하기'),
  },
  {
    what: '소식 메일 동의',
    prepare: async (page) => {
      const { me } = await send<{ me: { email: string } }>(page, 'GET', '/api/me');
      await verifyEmail(me.email);
    },
    open: (page) => visit(page, '/app/mails'),
    target: (page) => page.getByRole('checkbox').first(),
  },
  {
    what: '회원의 환불',
    prepare: async (page) => {
      const { me } = await send<{ me: { email: string } }>(page, 'GET', '/api/me');
      await addOldPayments({ email: me.email, count: 1, age: '1 minute' });
    },
    open: async (page) => {
      await payAtTheWindow(page);
      await visit(page, '/app/payment-history');
      await button(page, '환불 신청').first().click();
      await page.getByRole('dialog').getByLabel('환불 사유').fill('잘못 눌렀어요');
    },
    target: (page) => inDialog(page, '환불 신청'),
    request: /refund$/,
  },
  {
    what: '신고된 리뷰 거절',
    prepare: (page) => reportReviews(page, '거절할 광고 글'),
    open: async (page) => {
      await visit(page, '/app/admin/reviews?view=reported');
      await reported(page, '거절할 광고 글').getByRole('button', { name: '거절하기' }).click();
      await page.getByRole('dialog').getByLabel('거절하는 이유').fill('광고 글이에요.');
    },
    target: (page) => inDialog(page, '거절하기'),
  },
  {
    what: '신고된 리뷰 승인',
    prepare: (page) => reportReviews(page, '승인할 솔직한 글'),
    open: (page) => visit(page, '/app/admin/reviews?view=reported'),
    target: (page) => reported(page, '승인할 솔직한 글').getByRole('button', { name: '승인하기' }),
  },
  {
    what: '방금 TV에서 거절된 곳 다시 담기',
    prepare: async (page) => {
      const places = await somePlaces(page, 12);
      for (const { placeId } of places.slice(0, 10)) await addPlace(page, placeId);
      await visit(page, '/app/add/tv');
      await page.getByLabel('프로그램·회차').fill('한 끼의 발견 12회');
      await page.keyboard.press('Enter');
      for (const { name } of places.slice(10)) {
        await page.getByRole('combobox').fill(name);
        await page.getByRole('option', { name }).first().click();
        await inDialog(page, '닫기').click();
      }
    },
    open: async (page) => {
      await visit(page, '/app/add/tv');
      // The page sends both places once more when it opens. Each rejection opens the dialog.
      await page.waitForLoadState('networkidle');
      await inDialog(page, '닫기').click();
    },
    target: (page) => button(page, /다시 담기$/).first(),
  },
  {
    what: '2단계 인증 해제를 멈추는 알림',
    prepare: async (page) => {
      await turnOnSecondFactor(page);
      const { me } = await send<{ me: { email: string } }>(page, 'GET', '/api/me');
      return me.email;
    },
    open: async (page, email) => {
      await scheduleSecondFactorRemoval(email);
      await visit(page, '/app');
    },
    target: (page) => page.getByRole('complementary', { name: '계정 보안 알림' }).getByRole('button'),
  },
];

tapEachTwice([...switches, ...others]);
