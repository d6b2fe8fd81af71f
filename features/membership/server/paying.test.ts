import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { yearsLater } from '#common/dates.ts';
import {
  DAY,
  expectOneYear,
  ledgerRow,
  newPayer,
  openPaymentTestApp,
  orderedAgo,
  type PaymentTestApp,
  runJob,
  waitForIdle,
  reconcile,
} from './payments.test-factory.ts';
import { selectUnsettled } from './payments.sql.ts';

let on: PaymentTestApp;
beforeAll(async () => {
  on = await openPaymentTestApp();
});
afterEach(() => waitForIdle(on));
afterAll(() => on.close());

describe('결제', () => {
  test('돌아오면 한 해 동안 유료 회원이고, 계약을 확인하는 메일이 한 통 온다', async () => {
    const payer = await newPayer(on);
    const began = Date.now();
    const provided = (tag?: string) =>
      on.app.inject({
        url: '/api/provided-restaurants',
        headers: { ...payer.headers, ...(tag && { 'if-none-match': tag }) },
      });
    await on.database
      .updateTable('users')
      .set({ created_at: new Date(began - 30 * DAY) })
      .where('id', '=', payer.userId)
      .execute();
    const hidden = String((await provided()).headers.etag);

    on.portone.set({ webhooks: 'never' });
    const paymentId = await payer.pay();
    expect(await payer.end()).toBeNull();
    expect(await payer.processReturn(paymentId)).toEqual({ status: 200, state: 'paid', tier: 'paid' });
    expectOneYear(await payer.end(), began);

    const [payment] = await payer.payments();
    expect(payment).toMatchObject({
      paymentId,
      state: 'paid',
      amount: 9900,
      payMethod: 'CARD',
      methodName: '테스트 카드',
      isTest: true,
      period: { to: await payer.end() },
      receiptUrl: expect.stringContaining('/receipts/'),
      refund: { isPossible: true, refusal: null },
    });
    const { transaction_id } = await ledgerRow(on.database, paymentId);
    const last = await on.database
      .selectFrom('memberships')
      .where('user_id', '=', payer.userId)
      .selectAll()
      .executeTakeFirst();
    expect(last).toMatchObject({
      account_tier: 'paid',
      last_payment_imp_uid: transaction_id,
      last_payment_merchant_uid: paymentId,
      last_payment_at: expect.any(Date),
    });
    expect(transaction_id).toBeTruthy();
    await on.jobs.runDue();
    const mails = payer.mails('결제');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('9,900원');
    expect(mails[0]?.text).toContain(paymentId);
    // A paid member sees more restaurants. Therefore the entity tag of the free member must not lead to a 304 response.
    expect((await provided(hidden)).statusCode).toBe(200);
    expect((await payer.processReturn(paymentId)).state).toBe('paid');
    expectOneYear(await payer.end(), began);
  });

  test('이미 유료 회원이면 한 번 더 묻고, 그러고도 내면 끝에 한 해가 더해진다', async () => {
    const payer = await newPayer(on);
    await payer.payAndReturn();
    const first = (await payer.end()) ?? 0;
    expect(await payer.order()).toMatchObject({
      status: 409,
      body: { code: 'membership.already_paid', params: { until: first } },
    });
    await payer.payAndReturn({ addsYear: true });
    expect(await payer.end()).toBe(yearsLater({ from: first, years: 1 }));
    expect(await payer.payments()).toHaveLength(2);
  });

  test('다른 데서 받은 기간이 남았으면 그 끝에 더하고, 돌려주면 그 끝으로 돌아온다', async () => {
    const payer = await newPayer(on);
    const given = Date.now() + 100 * DAY;
    await on.database
      .insertInto('memberships')
      .values({ user_id: payer.userId, account_tier: 'paid', paid_tier_expires_at: new Date(given) })
      .execute();
    const paymentId = await payer.pay({ addsYear: true });
    await payer.processReturn(paymentId);
    expect(await payer.end()).toBe(yearsLater({ from: given, years: 1 }));
    await on.portone.console('cancel', paymentId);
    await payer.processReturn(paymentId);
    expect(await payer.end()).toBe(given);
  });

  test('돌아오지 않아도 알림으로, 알림도 없으면 훑는 일로 안다', async () => {
    const byWebhook = await newPayer(on);
    await byWebhook.pay();
    await on.jobs.runDue();
    expect(await byWebhook.end()).not.toBeNull();

    const bySweep = await newPayer(on);
    on.portone.set({ webhooks: 'never' });
    const paymentId = await bySweep.pay();
    await reconcile(on, [paymentId]);
    expect(await bySweep.end()).not.toBeNull();
  });

  test('하루가 지나도 내지 않은 주문은 접고, 그 뒤에 낸 것도 한 해가 된다', async () => {
    const payer = await newPayer(on);
    on.portone.set({ webhooks: 'never' });
    const { paymentId } = (await payer.order()).body;
    await orderedAgo(on.database, { paymentId, ago: 25 * 60 * 60_000 });
    await runJob(on, 'membership.reconcile_open_orders');
    expect((await ledgerRow(on.database, paymentId)).state).toBe('expired');
    await on.portone.pay({ paymentId, totalAmount: 9900 });
    expect((await payer.processReturn(paymentId)).state).toBe('paid');
  });

  test('결제 서비스가 대답하지 않으면 기다리는 것이고, 대답하면 된다', async () => {
    const payer = await newPayer(on);
    on.portone.set({ webhooks: 'never' });
    const paymentId = await payer.pay();
    for (const api of ['down', 'unavailable', 'failing'] as const) {
      on.portone.set({ api, apiPart: 'lookup' });
      expect(await payer.processReturn(paymentId)).toMatchObject({ status: 200, state: 'pending' });
    }
    on.portone.resetFaults();
    expect((await payer.processReturn(paymentId)).state).toBe('paid');
  });

  test('실패한 것은 실패로, 늦게 되는 것은 기다린 뒤에 낸 것으로 안다', async () => {
    const payer = await newPayer(on);
    const { paymentId } = (await payer.order()).body;
    await on.portone.pay({ paymentId, totalAmount: 9900 }, 'failed');
    expect((await payer.processReturn(paymentId)).state).toBe('failed');
    const second = (await payer.order()).body.paymentId;
    await on.portone.pay({ paymentId: second, totalAmount: 9900 }, 'pending');
    expect((await payer.processReturn(second)).state).toBe('pending');
    await on.portone.hurry();
    await on.portone.quiet();
    await on.jobs.runDue();
    expect((await payer.payments()).map(({ state }) => state)).toEqual(['paid']);
  });

  test('한 건이 잘못되어 있어도 정기 작업은 나머지를 처리한다', async () => {
    on.portone.set({ webhooks: 'never' });
    const [stuck, lost] = [await newPayer(on), await newPayer(on)];
    const [stuckId, lostId] = [await stuck.pay(), await lost.pay()];
    const now = new Date();
    // Creates a state that must not exist: a year that is granted for an open order. The synchronization of this
    // payment fails.
    await on.database
      .insertInto('payment_grants')
      .values({ payment_id: stuckId, granted_at: now, counts_from: now, period_from: now, period_to: now })
      .execute();
    await reconcile(on, [stuckId, lostId]);
    expect(await stuck.end()).toBeNull();
    expect(await lost.end()).not.toBeNull();
    expect(on.log.some((line) => line.includes('payment.sync_failed') && line.includes(stuckId))).toBe(true);
  });

  test('한 번에 다 훑지 못해도 차례가 오지 않는 주문은 없다', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await (await newPayer(on)).order()).body.paymentId);
    for (const paymentId of ids) await orderedAgo(on.database, { paymentId, ago: 5 * 60_000 });
    const seen = new Set<string>();
    const before = new Date();
    for (let round = 0; round < 200; round += 1)
      for (const { paymentId } of await selectUnsettled(on.database, { before, limit: 1 }))
        seen.add(paymentId);
    expect([...seen]).toEqual(expect.arrayContaining(ids));
  });
});

describe('결제 내역', () => {
  test('쪽을 이어 읽으면 빠지거나 겹치지 않고, 남의 것은 없다', async () => {
    const payer = await newPayer(on);
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.unshift(await payer.payAndReturn({ addsYear: true }));
    await (await newPayer(on)).payAndReturn();
    const first = await payer.paymentsPage('?limit=2');
    const second = await payer.paymentsPage(`?limit=2&cursor=${first.nextCursor}`);
    expect([first, second].map(({ payments }) => payments.map(({ paymentId }) => paymentId))).toEqual([
      ids.slice(0, 2),
      ids.slice(2),
    ]);
    expect(second.nextCursor).toBeNull();
  });

  test('확인을 기다리는 것은 보이고, 실패하거나 내지 않은 것은 보이지 않는다', async () => {
    const payer = await newPayer(on);
    on.portone.set({ webhooks: 'never' });
    const failedId = (await payer.order()).body.paymentId;
    await on.portone.pay({ paymentId: failedId, totalAmount: 9900 }, 'failed');
    await payer.processReturn(failedId);
    expect(await payer.payments()).toEqual([]);
    const { paymentId } = (await payer.order()).body;
    expect(await payer.payments()).toMatchObject([
      { paymentId, state: 'pending', period: null, refund: { isPossible: false } },
    ]);
    await orderedAgo(on.database, { paymentId, ago: 25 * 60 * 60_000 });
    await runJob(on, 'membership.reconcile_open_orders');
    expect(await payer.payments()).toEqual([]);
  });
});
