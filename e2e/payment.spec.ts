import { devices, expect, type Locator, type Page, test } from './support/test.ts';
import { addOldPayments } from './support/database.ts';
import { signUp, viewports } from './support/member.ts';
import { inboxPage, mailTo } from './support/sandbox.ts';
import {
  atConsole,
  resetFaults,
  chooseEnding,
  ending,
  latestPayment,
  injectFault,
  windowIn,
} from './support/portone.ts';

/*
 * The payment window of the sandbox can produce every outcome. These stories run one after another, because faults of
 * the sandbox apply to all payments.
 */

const { userAgent, viewport, isMobile, hasTouch, deviceScaleFactor } = devices['Pixel 7'];
const PHONE = { userAgent, viewport, isMobile, hasTouch, deviceScaleFactor };
const PAID = '이제 몇 곳이든 담을 수 있어요.';
const NOTHING_CHARGED = '결제된 금액은 없어요.';

test.describe.configure({ mode: 'default' });
test.afterEach(() => resetFaults());

const payButton = (page: Page) => page.getByRole('button', { name: '9,900원 결제하기' });

/** Accepts the terms and orders. */
async function order(page: Page) {
  await page.getByRole('checkbox', { name: /결제에 동의해요/ }).check();
  await payButton(page).click();
}

async function orderFrom(page: Page) {
  await page.goto('/app/payment');
  await order(page);
}

const said = (page: Page, title: string): Locator => page.getByRole('heading', { name: title });

async function isPaidMember(page: Page): Promise<boolean> {
  const { me } = await (await page.request.get('/api/me')).json();
  return me.accountTier === 'paid';
}

const payments = (page: Page) => page.getByRole('article', { name: /9,900원/ });

test.describe('넓은 화면', () => {
  test.use({ viewport: viewports.desktop });

  test('거절되고, 취소하고, 닫은 뒤에도 다시 결제하고, 바로 환불한다', async ({ page }) => {
    const { email } = await signUp(page);
    await page.goto('/app/payment');
    await page.getByText('판매자').click();
    await expect(page.getByText('통신판매업 신고번호')).toBeVisible();
    await payButton(page).click();
    await expect(page.getByText('결제 내용과 환불 기준에 동의해 주세요.')).toBeVisible();

    await order(page);
    await chooseEnding(windowIn(page), '실패 (카드 한도 초과)');
    await expect(said(page, '결제하지 못했어요')).toBeFocused();
    await expect(page.getByText('결제 실패 이유: 카드 한도를 넘었습니다.')).toBeVisible();
    await expect(page.getByText(NOTHING_CHARGED)).toBeVisible();

    await page.getByRole('button', { name: '다시 결제하기' }).click();
    await order(page);
    await chooseEnding(windowIn(page), '취소');
    await expect(said(page, '결제를 취소했어요')).toBeVisible();

    await page.getByRole('button', { name: '다시 결제하기' }).click();
    await order(page);
    await chooseEnding(windowIn(page), '창 닫기');
    await expect(said(page, '결제창을 닫았어요')).toBeVisible();
    expect(await isPaidMember(page)).toBe(false);

    await page.getByRole('button', { name: '다시 결제하기' }).click();
    await order(page);
    await chooseEnding(windowIn(page), '결제하기');
    await expect(said(page, PAID)).toBeFocused();
    await expect(page.getByRole('region', { name: '주문 내용' })).toContainText('테스트 카드');
    await page.reload();
    await expect(said(page, PAID)).toBeVisible();
    expect(await isPaidMember(page)).toBe(true);

    const reader = await page.context().newPage();
    await reader.goto(`${inboxPage(await mailTo(page, email, '결제'))}/html`);
    await expect(reader.getByText(/까지 결제 내역에서 바로 환불받을 수 있어요/)).toBeVisible();
    for (const width of [320, 360]) {
      await reader.setViewportSize({ width, height: 700 });
      expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await reader.close();

    await page.getByRole('link', { name: '결제 내역 보기' }).click();
    await expect(payments(page)).toHaveCount(1);
    await expect(payments(page)).toContainText('결제 완료');
    const receipt = page.waitForEvent('popup');
    await payments(page).getByRole('link', { name: '영수증 보기' }).click();
    await expect((await receipt).getByRole('heading', { name: '테스트 영수증' })).toBeVisible();

    await payments(page).getByRole('button', { name: '환불 신청' }).click();
    const dialog = page.getByRole('dialog', { name: '이 결제를 환불받을까요?' });
    await dialog.getByLabel('환불 사유').fill('잘못 눌렀어요');
    await dialog.getByRole('button', { name: '환불 신청' }).click();
    await expect(payments(page)).toContainText('환불 완료');
    expect(await isPaidMember(page)).toBe(false);
    const banner = page.getByRole('complementary', { name: '유료 회원 기간' });
    await expect(banner).toContainText('환불됐어요');
    await expect(banner).not.toContainText('끝났어요');

    await addOldPayments({ email, count: 20 });
    await page.reload();
    await expect(payments(page)).toHaveCount(20);
    await page.getByRole('button', { name: '더 보기' }).click();
    await expect(payments(page)).toHaveCount(21);
    await expect(page.getByRole('button', { name: '더 보기' })).toBeHidden();
  });

  test('두 탭에서 결제해도 한 번만 결제된다', async ({ page, context }) => {
    await signUp(page);
    const other = await context.newPage();
    await orderFrom(page);
    await orderFrom(other);
    await expect(ending(windowIn(page), '결제하기')).toBeVisible();
    await chooseEnding(windowIn(other), '결제하기');
    await expect(said(other, PAID)).toBeVisible();
    await chooseEnding(windowIn(page), '결제하기');
    await expect(said(page, PAID)).toBeVisible();
    await page.goto('/app/payment-history');
    await expect(payments(page)).toHaveCount(1);

    // A paid member must confirm before another year is added.
    await orderFrom(page);
    await expect(page.getByRole('alertdialog', { name: '1년을 추가할까요?' })).toBeVisible();
  });

  test('결제 서비스가 멈추면 그렇다고 말하고, 낸 돈은 잊지 않는다', async ({ page }) => {
    await signUp(page);
    await injectFault({ api: 'down' });
    await orderFrom(page);
    await expect(page.getByRole('alert')).toContainText('결제 서비스와 연결되지 않았어요.');
    await expect(page.getByRole('alert')).toContainText(NOTHING_CHARGED);
    await resetFaults();

    await injectFault({ script: 'missing' });
    await payButton(page).click();
    await expect(page.getByRole('alert')).toContainText('결제창을 열지 못했어요. 결제된 금액은 없어요.');
    await resetFaults();
    await page.getByRole('button', { name: '새로고침하기' }).click();

    await order(page);
    await expect(ending(windowIn(page), '결제하기')).toBeVisible();
    await injectFault({ api: 'unavailable', webhooks: 'never' });
    await chooseEnding(windowIn(page), '결제하기');
    await expect(said(page, '결제가 됐는지 확인하고 있어요')).toBeVisible();
    await page.reload();
    await expect(said(page, '결제가 됐는지 확인하고 있어요')).toBeVisible();
    expect(await isPaidMember(page)).toBe(false);
    await page.getByRole('link', { name: '결제 내역 보기' }).click();
    await expect(payments(page)).toContainText('확인 중');
    await payments(page).getByRole('link', { name: '다시 확인하기' }).click();
    await expect(said(page, '결제를 확인하고 있어요')).toBeVisible();
    await resetFaults();
    await expect(said(page, PAID)).toBeVisible();
  });

  test('결제한 뒤 창이 돌아오지 않아도 다음에 오면 유료 회원이다', async ({ page }) => {
    await signUp(page);
    await injectFault({ webhooks: 'never' });
    await orderFrom(page);
    await chooseEnding(windowIn(page), '결제는 되었지만 돌아오지 않기');
    await expect.poll(async () => (await latestPayment())?.status).toBe('PAID');
    expect(await isPaidMember(page)).toBe(false);
    // On the next visit, the page first shows the result of the payment whose window was lost.
    await page.goto('/app/payment');
    await expect(said(page, PAID)).toBeVisible();
    expect(await isPaidMember(page)).toBe(true);
  });
});

test.describe('폰', () => {
  test.use(PHONE);

  test('승인을 기다렸다가 결제되고, 콘솔에서 취소하면 1년이 사라진다', async ({ page }) => {
    await signUp(page);
    await injectFault({ pendingMs: null });
    await orderFrom(page);
    await expect(page.getByRole('heading', { name: '테스트 결제' })).toBeVisible();
    await chooseEnding(page, '늦게 확정');
    await expect(page).toHaveURL(/\/app\/payment\?paymentId=/);
    await expect(said(page, '결제가 됐는지 확인하고 있어요')).toBeVisible();
    expect(await isPaidMember(page)).toBe(false);
    const paymentId = new URL(page.url()).searchParams.get('paymentId') ?? '';
    await atConsole({ action: 'confirm', paymentId });
    await expect(said(page, PAID)).toBeVisible();
    expect(await isPaidMember(page)).toBe(true);

    await atConsole({ action: 'cancel', paymentId });
    await expect.poll(() => isPaidMember(page)).toBe(false);
    await page.goto('/app/payment-history');
    await expect(payments(page)).toContainText('환불 완료');
  });

  test('결제한 뒤 돌아오지 않아도 알림이 와서 유료 회원이 된다', async ({ page }) => {
    await signUp(page);
    await orderFrom(page);
    await chooseEnding(page, '결제는 되었지만 돌아오지 않기');
    await expect(page.getByRole('heading', { name: '연결이 끊긴 것처럼 멈췄어요' })).toBeVisible();
    await expect.poll(() => isPaidMember(page)).toBe(true);
    await page.goto('/app/payment-history');
    await expect(payments(page)).toContainText('결제 완료');
  });
});
