import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openAdmin } from '#features/admin/server/admin.test-factory.ts';
import type { TestMember } from '#features/account/server/account.test-factory.ts';
import { listOf } from '#features/restaurants/server/restaurants.test-factory.ts';
import { openTestApp } from '#server/http/test-app.ts';
import type { AdminPayment } from '../membership.contract.ts';
import { yearsLater } from '../membership.rules.ts';
import {
  eventKinds,
  ledgerRow,
  newPayer,
  openPaymentHouse,
  orderedAgo,
  type PaymentHouse,
  runJob,
} from './payments.test-factory.ts';

const DAY = 24 * 60 * 60 * 1000;

let on: PaymentHouse;
let admin: TestMember;
/** Jobs that wait for an answer which never comes. */
const waiting: Promise<void>[] = [];
beforeAll(async () => {
  on = await openPaymentHouse({ settings: { ADMIN_EMAIL: 'boss@example.com' } });
  admin = await openAdmin(on);
});
afterEach(async () => {
  on.portone.behave();
  await on.portone.quiet();
  await on.jobs.runDue();
});
afterAll(async () => {
  await on.portone.close();
  await Promise.allSettled(waiting);
  await on.close();
});

/** One year from some moment of this test: the clock goes on while it is paid. */
function expectOneYear(end: number | null, from: number): void {
  expect(end).toBeGreaterThanOrEqual(yearsLater({ from, years: 1 }));
  expect(end).toBeLessThanOrEqual(yearsLater({ from: Date.now(), years: 1 }));
}

describe('주문', () => {
  test('값은 서버가 정하고, 다시 주문해도 한 주문이며, 한꺼번에 주문해도 하나다', async () => {
    const payer = await newPayer(on);
    const orders = await Promise.all(Array.from({ length: 8 }, () => payer.order({ totalAmount: 100 })));
    expect(new Set(orders.map(({ body }) => body.paymentId)).size).toBe(1);
    const { body } = await payer.order({ payMethod: 'EASY_PAY' });
    expect(body).toMatchObject({
      ...{ paymentId: orders[0]?.body.paymentId, totalAmount: 9900, currency: 'KRW' },
      ...{ payMethod: 'EASY_PAY', channelKey: on.portone.channelKeys.kakaopay, storeId: on.portone.storeId },
      customer: { customerId: payer.userId, email: payer.email },
    });
    expect(body.paymentId).toMatch(/^pay_[A-Za-z0-9_-]{28}$/);
    expect(JSON.stringify(body)).not.toContain(on.portone.apiSecret);
    const tampered = await on.portone.pay({ paymentId: body.paymentId, totalAmount: 100 });
    expect(tampered).toMatchObject({ code: 'AmountNotEqualToPredefined' });
    expect(await payer.payments()).toEqual([]);
  });

  test('반 시간이 지나면 새 주문이다', async () => {
    const payer = await newPayer(on);
    const { paymentId } = (await payer.order()).body;
    await orderedAgo(on.database, { paymentId, ago: 31 * 60_000 });
    expect((await payer.order()).body.paymentId).not.toBe(paymentId);
  });

  test('동의 없이는 주문되지 않는다', async () => {
    const payer = await newPayer(on);
    for (const consent of [false, undefined]) expect((await payer.order({ consent })).status).toBe(400);
  });

  test('결제 서비스와 연결되지 않으면 그렇다고 말하고, 다시 하면 같은 주문이다', async () => {
    const payer = await newPayer(on);
    on.portone.set({ api: 'unavailable', door: 'pre-register' });
    expect(await payer.order()).toMatchObject({
      status: 503,
      body: { code: 'membership.payment_unreachable' },
    });
    on.portone.behave();
    expect((await payer.order()).status).toBe(200);
    const orders = on.database.selectFrom('payments').where('user_id', '=', payer.userId).selectAll();
    expect(await orders.execute()).toHaveLength(1);
  });

  test('끝이 없는 회원은 낼 것이 없다', async () => {
    const answer = await on.app.inject({
      method: 'POST',
      url: '/api/membership/orders',
      headers: admin.headers,
      payload: { payMethod: 'CARD', consent: true },
    });
    expect(answer.json().code).toBe('membership.no_payment_needed');
  });

  test('열쇠를 두지 않은 곳에서는 결제를 준비하고 있다고 한다', async () => {
    const without = await openTestApp();
    const { signUpMember } = await import('#features/account/server/account.test-factory.ts');
    const { headers } = await signUpMember(without.app);
    const membership = await without.app.inject({ url: '/api/membership', headers });
    expect(membership.json()).toMatchObject({ tier: 'free', payment: null, price: { amount: 9900 } });
    const order = await without.app.inject({
      method: 'POST',
      url: '/api/membership/orders',
      headers,
      payload: { payMethod: 'CARD', consent: true },
    });
    expect(order.json().code).toBe('membership.payment_not_ready');
    const webhook = await without.app.inject({ method: 'POST', url: '/api/portone/webhook', payload: {} });
    expect(webhook.statusCode).toBe(400);
    await without.close();
  });
});

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
    expect(await payer.comeBack(paymentId)).toEqual({ status: 200, state: 'paid', tier: 'paid' });
    expectOneYear(await payer.end(), began);

    const [payment] = await payer.payments();
    expect(payment).toMatchObject({
      ...{ paymentId, state: 'paid', amount: 9900, payMethod: 'CARD', methodName: '테스트 카드' },
      ...{
        isTest: true,
        period: { to: await payer.end() },
        receiptUrl: expect.stringContaining('/receipts/'),
      },
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
    const mails = on.mails.filter(
      ({ address, subject }) => address === payer.email && subject.includes('결제'),
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('9,900원');
    expect(mails[0]?.text).toContain(paymentId);
    // What was hidden from a free member is not taken for unchanged.
    expect((await provided(hidden)).statusCode).toBe(200);
    expect((await payer.comeBack(paymentId)).state).toBe('paid');
    expectOneYear(await payer.end(), began);
  });

  test('이미 유료 회원이면 한 번 더 묻고, 그러고도 내면 끝에 한 해가 더해진다', async () => {
    const payer = await newPayer(on);
    await payer.comeBack(await payer.pay());
    const first = (await payer.end()) ?? 0;
    expect(await payer.order()).toMatchObject({
      status: 409,
      body: { code: 'membership.already_paid', params: { until: first } },
    });
    await payer.comeBack(await payer.pay({ addsYear: true }));
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
    await payer.comeBack(paymentId);
    expect(await payer.end()).toBe(yearsLater({ from: given, years: 1 }));
    await on.portone.console('cancel', paymentId);
    await payer.comeBack(paymentId);
    expect(await payer.end()).toBe(given);
  });

  test('돌아오지 않아도 알림으로, 알림도 없으면 훑는 일로 안다', async () => {
    const byWebhook = await newPayer(on);
    await byWebhook.pay();
    await on.jobs.runDue();
    expect(await byWebhook.end()).not.toBeNull();

    const bySweeper = await newPayer(on);
    on.portone.set({ webhooks: 'never' });
    const paymentId = await bySweeper.pay();
    await orderedAgo(on.database, { paymentId, ago: 5 * 60_000 });
    await runJob(on, 'membership.sweep_payments');
    expect(await bySweeper.end()).not.toBeNull();
  });

  test('하루가 지나도 내지 않은 주문은 접고, 그 뒤에 낸 것도 한 해가 된다', async () => {
    const payer = await newPayer(on);
    on.portone.set({ webhooks: 'never' });
    const { paymentId } = (await payer.order()).body;
    await orderedAgo(on.database, { paymentId, ago: 25 * 60 * 60_000 });
    await runJob(on, 'membership.sweep_payments');
    expect((await ledgerRow(on.database, paymentId)).state).toBe('expired');
    await on.portone.pay({ paymentId, totalAmount: 9900 });
    expect((await payer.comeBack(paymentId)).state).toBe('paid');
  });

  test('결제 서비스가 대답하지 않으면 기다리는 것이고, 대답하면 된다', async () => {
    const payer = await newPayer(on);
    on.portone.set({ webhooks: 'never' });
    const paymentId = await payer.pay();
    for (const api of ['down', 'unavailable', 'failing'] as const) {
      on.portone.set({ api, door: 'lookup' });
      expect(await payer.comeBack(paymentId)).toMatchObject({ status: 200, state: 'pending' });
    }
    on.portone.behave();
    expect((await payer.comeBack(paymentId)).state).toBe('paid');
  });

  test('실패한 것은 실패로, 늦게 되는 것은 기다린 뒤에 낸 것으로 안다', async () => {
    const payer = await newPayer(on);
    const { paymentId } = (await payer.order()).body;
    await on.portone.pay({ paymentId, totalAmount: 9900 }, 'failed');
    expect((await payer.comeBack(paymentId)).state).toBe('failed');
    const second = (await payer.order()).body.paymentId;
    await on.portone.pay({ paymentId: second, totalAmount: 9900 }, 'pending');
    expect((await payer.comeBack(second)).state).toBe('pending');
    await on.portone.hurry();
    await on.portone.quiet();
    await on.jobs.runDue();
    expect((await payer.payments()).map(({ state }) => state)).toEqual(['paid']);
  });
});

describe('믿을 수 없는 말', () => {
  test.each(['forged', 'altered', 'unsigned', 'old'] as const)(
    '%s 알림은 거절하고 세어 둔다',
    async (webhooks) => {
      const payer = await newPayer(on);
      on.portone.set({ webhooks });
      const refusedBefore = await refusedWebhooks();
      const paymentId = await payer.pay();
      expect(on.portone.webhooks().findLast((one) => one.paymentId === paymentId)?.answers).toContain(400);
      await on.jobs.runDue();
      expect(await payer.end()).toBeNull();
      expect(await refusedWebhooks()).toBeGreaterThan(refusedBefore);
    },
  );

  test.each(['twice', 'second_secret', 'two_signatures', 'unknown_type'] as const)(
    '%s 알림은 받고, 한 해만 준다',
    async (webhooks) => {
      const payer = await newPayer(on);
      const began = Date.now();
      on.portone.set({ webhooks });
      const paymentId = await payer.pay();
      await on.jobs.runDue();
      await on.portone.console('resend', paymentId);
      await on.jobs.runDue();
      expectOneYear(await payer.end(), began);
      const answers = on.portone
        .webhooks()
        .flatMap((one) => (one.paymentId === paymentId ? one.answers : []));
      expect(new Set(answers)).toEqual(new Set([200]));
    },
  );

  test('모르는 결제와 다른 가게의 알림도 200으로 받고, 아무것도 하지 않고 적어 둔다', async () => {
    const payer = await newPayer(on);
    on.portone.set({ webhooks: 'never' });
    const paymentId = await payer.pay();
    on.portone.behave();
    await on.portone.announce({
      type: 'Transaction.Paid',
      data: { paymentId, storeId: 'store-of-somebody', transactionId: 't' },
    });
    await on.portone.announce({
      type: 'Transaction.Paid',
      data: { paymentId: 'pay_unknown', storeId: on.portone.storeId, transactionId: 't' },
    });
    await on.jobs.runDue();
    expect(
      on.portone
        .webhooks()
        .slice(-2)
        .flatMap(({ answers }) => answers),
    ).toEqual([200, 200]);
    expect(await payer.end()).toBeNull();
    expect(await eventKinds(on.database, paymentId)).toEqual(['webhook']);
    expect(await eventKinds(on.database, 'pay_unknown')).toEqual(['webhook']);
  });

  test.each([
    ['다른 가게', { storeId: 'store-of-somebody' }],
    ['다른 돈', { currency: 'USD' }],
    ['적은 돈', { amount: { total: 100, paid: 100, discount: 0, cancelled: 0 } }],
    ['덜 낸 돈', { amount: { total: 9900, paid: 100, discount: 0, cancelled: 0 } }],
    ['다른 결제의 대답', { id: 'pay_other' }],
    ['옛 판', { version: 'V1' }],
  ])('%s: 주는 것 없이 적어 두고 관리자에게 보인다', async (_, tampered) => {
    const payer = await newPayer(on);
    const { paymentId } = (await payer.order()).body;
    on.portone.set({ webhooks: 'never' });
    await on.portone.pay({ paymentId, totalAmount: 9900 });
    on.portone.tamper(paymentId, tampered);
    expect(await payer.comeBack(paymentId)).toMatchObject({ state: 'mismatch', tier: 'free' });
    expect(await payer.end()).toBeNull();
    expect(await eventKinds(on.database, paymentId)).toEqual(['state mismatch']);
    expect((await flagged()).find((one) => one.paymentId === paymentId)?.flags).toEqual(['mismatch']);
  });

  test('시험 채널로 낸 것은 그것을 받지 않는 곳에서 주는 것이 없다', async () => {
    const strict = await openPaymentHouse({ settings: { PORTONE_TEST_CHANNELS: 'refused' } });
    const payer = await newPayer(strict);
    const paymentId = await payer.pay();
    expect(await payer.comeBack(paymentId)).toMatchObject({ state: 'mismatch', tier: 'free' });
    strict.portone.set({ channelType: 'LIVE' });
    expect((await payer.comeBack(await payer.pay())).state).toBe('paid');
    await strict.close();
  });

  test('남의 결제 번호는 모르는 번호와 같고, 시도는 적힌다', async () => {
    const [payer, thief] = [await newPayer(on), await newPayer(on)];
    on.portone.set({ webhooks: 'never' });
    const paymentId = await payer.pay();
    const stolen = await thief.comeBack(paymentId);
    expect(stolen).toEqual(await thief.comeBack('pay_no_such_payment'));
    expect(stolen).toMatchObject({ status: 404, state: 'membership.payment_not_found' });
    expect(await thief.refund(paymentId)).toMatchObject({ code: 'membership.payment_not_found' });
    expect([await thief.end(), await payer.end()]).toEqual([null, null]);
    expect(await eventKinds(on.database, paymentId)).toEqual(['foreign_return']);
  });
});

describe('환불', () => {
  test('스스로 돌려주면 그 해가 없어지고, 메일이 온다', async () => {
    const payer = await newPayer(on);
    const paymentId = await payer.pay();
    await payer.comeBack(paymentId);
    const key = 'refund-this-once-0001';
    expect((await payer.refund(paymentId, key)).status).toBe(202);
    expect((await payer.refund(paymentId, key)).status).toBe(202);
    expect((await payer.payments())[0]?.state).toBe('refund_requested');
    await on.jobs.runDue();
    expect((await payer.payments())[0]).toMatchObject({
      state: 'cancelled',
      period: null,
      cancelledAmount: 9900,
    });
    expect((await payer.end()) ?? 0).toBeLessThanOrEqual(Date.now());
    expect((await payer.comeBack(paymentId)).tier).toBe('free');
    await on.jobs.runDue();
    expect(
      on.mails.filter(({ address, subject }) => address === payer.email && subject.includes('환불')),
    ).toHaveLength(1);
    expect(on.portone.requests().filter((one) => one.includes(`${paymentId}/cancel`))).toHaveLength(1);
    expect((await payer.refund(paymentId)).code).toBe('membership.refund_not_paid');
    // Who gave it back is not told that it is over.
    await runJob(on, 'membership.tell_ends');
    expect(
      on.mails.filter(({ address, subject }) => address === payer.email && subject.includes('끝났어요')),
    ).toEqual([]);
  });

  test('이레가 지났거나 더 썼으면 스스로는 못 하고, 까닭을 안다', async () => {
    const payer = await newPayer(on);
    const paymentId = await payer.pay();
    await payer.comeBack(paymentId);
    const mine = listOf(on.app, payer);
    for (let n = 0; n < 11; n += 1) await mine.addByHand({ name: `밥집 ${n}`, address: '서울 종로구' });
    expect((await payer.refund(paymentId)).code).toBe('membership.refund_used');
    expect((await payer.payments())[0]?.refund).toMatchObject({ isPossible: false, refusal: 'used' });
    await on.database
      .updateTable('payments')
      .set({ paid_at: new Date(Date.now() - 8 * DAY) })
      .where('id', '=', paymentId)
      .execute();
    expect((await payer.refund(paymentId)).code).toBe('membership.refund_too_late');
  });

  test.each(['hangs', 'cut'] as const)(
    '대답이 오지 않아도(%s) 훑는 일이 끝내고, 두 번 돌려주지 않는다',
    async (cancel) => {
      const payer = await newPayer(on);
      const paymentId = await payer.pay();
      await payer.comeBack(paymentId);
      on.portone.set({ cancel, webhooks: 'never' });
      await payer.refund(paymentId);
      waiting.push(on.jobs.runDue());
      await expect
        .poll(() => on.portone.requests().some((one) => one.includes(`${paymentId}/cancel`)))
        .toBe(true);
      on.portone.behave();
      await orderedAgo(on.database, { paymentId, ago: 5 * 60_000 });
      const swept = async () => {
        await runJob(on, 'membership.sweep_payments');
        return (await payer.payments())[0]?.state;
      };
      await expect.poll(swept, { timeout: 10_000 }).toBe('cancelled');
      const told = await eventKinds(on.database, paymentId);
      expect(told.filter((kind) => kind === 'state cancelled')).toHaveLength(1);
    },
  );

  test('나중에 되는 환불은 기다리고, 안 되면 다시 유료이며 관리자에게 보인다', async () => {
    const payer = await newPayer(on);
    const paymentId = await payer.pay();
    await payer.comeBack(paymentId);
    const end = await payer.end();
    on.portone.set({ cancel: 'requested_then_failed' });
    await payer.refund(paymentId);
    await on.jobs.runDue();
    expect((await payer.payments())[0]?.state).toBe('refund_requested');
    await on.portone.hurry();
    await orderedAgo(on.database, { paymentId, ago: 5 * 60_000 });
    await runJob(on, 'membership.sweep_payments');
    expect((await payer.payments())[0]).toMatchObject({ state: 'paid', refund: { hasFailed: true } });
    expect(await payer.end()).toBe(end);
    expect((await flagged()).find((one) => one.paymentId === paymentId)?.flags).toEqual(['refund_failed']);

    on.portone.set({ cancel: 'pg_error' });
    await payer.refund(paymentId);
    await on.jobs.runDue();
    expect((await payer.payments())[0]?.state).toBe('paid');

    on.portone.set({ cancel: 'requested' });
    await payer.refund(paymentId);
    await on.jobs.runDue();
    await on.portone.hurry();
    await on.portone.quiet();
    await on.jobs.runDue();
    expect((await payer.payments())[0]?.state).toBe('cancelled');
  });

  test('이미 돌려준 것은 물어보고 끝낸다', async () => {
    const payer = await newPayer(on);
    const paymentId = await payer.pay();
    await payer.comeBack(paymentId);
    on.portone.set({ webhooks: 'never' });
    await payer.refund(paymentId);
    await on.portone.console('cancel', paymentId);
    await on.jobs.runDue();
    expect((await payer.payments())[0]?.state).toBe('cancelled');
  });

  test('콘솔에서 돌려준 것도 그 해가 없어진다. 일부면 그만큼 짧아진다', async () => {
    const payer = await newPayer(on);
    const began = Date.now();
    const paymentId = await payer.pay();
    await payer.comeBack(paymentId);
    const end = (await payer.end()) ?? 0;
    await on.portone.console('cancel', paymentId, 4950);
    await on.portone.quiet();
    await on.jobs.runDue();
    expect((await payer.payments())[0]).toMatchObject({ state: 'partly_cancelled', cancelledAmount: 4950 });
    const half = (end - began) / 2;
    expect(Math.abs(((await payer.end()) ?? 0) - (began + half))).toBeLessThan(DAY);
    await on.portone.console('cancel', paymentId);
    await on.portone.quiet();
    await on.jobs.runDue();
    expect((await payer.payments())[0]).toMatchObject({ state: 'cancelled', cancelledAmount: 9900 });
    expect((await payer.comeBack(paymentId)).tier).toBe('free');
  });

  test('돌려준 소식이 낸 소식보다 먼저 와도 주는 것이 없다', async () => {
    const payer = await newPayer(on);
    on.portone.set({ webhooks: 'held' });
    const paymentId = await payer.pay();
    await on.portone.console('cancel', paymentId);
    await on.portone.release('backwards');
    await on.jobs.runDue();
    expect((await ledgerRow(on.database, paymentId)).state).toBe('cancelled');
    expect((await payer.comeBack(paymentId)).tier).toBe('free');
  });
});

describe('관리자', () => {
  test('찾고, 일부나 전부를 돌려주고, 한 일이 적힌다', async () => {
    const payer = await newPayer(on);
    const paymentId = await payer.pay();
    await payer.comeBack(paymentId);
    const found = await adminList(`?q=${encodeURIComponent(payer.email.toUpperCase())}`);
    expect(found.payments).toEqual([
      expect.objectContaining({
        paymentId,
        payer: { uid: payer.userId, nickname: '모먹지', email: payer.email },
        refundableAmount: 9900,
      }),
    ]);
    expect((await refundAs({ paymentId, amount: 10_000 })).json()).toMatchObject({
      code: 'membership.refund_too_much',
      params: { amount: 9900 },
    });
    expect((await refundAs({ paymentId, amount: 900 })).statusCode).toBe(202);
    expect((await refundAs({ paymentId })).json().code).toBe('membership.refund_under_way');
    await on.jobs.runDue();
    expect((await payer.payments())[0]).toMatchObject({ state: 'partly_cancelled', cancelledAmount: 900 });
    await refundAs({ paymentId });
    await on.jobs.runDue();
    const one = await on.app.inject({ url: `/api/admin/payments/${paymentId}`, headers: admin.headers });
    expect(one.json().payment).toMatchObject({ state: 'cancelled', refundableAmount: 0 });
    expect(
      one
        .json()
        .events.map(({ to }: { to: string }) => to)
        .filter(Boolean),
    ).toEqual(['paid', 'refund_requested', 'partly_cancelled', 'refund_requested', 'cancelled']);
    const { acts } = (await on.app.inject({ url: '/api/admin/acts?limit=2', headers: admin.headers })).json();
    expect(acts.map(({ act }: { act: string }) => act)).toEqual(['payment.refunded', 'payment.refunded']);
  });

  test('분쟁은 표시되고, 살펴보았다고 적으면 사라진다', async () => {
    const payer = await newPayer(on);
    const paymentId = await payer.pay();
    await payer.comeBack(paymentId);
    await on.portone.console('dispute', paymentId);
    await on.portone.quiet();
    expect((await flagged()).find((one) => one.paymentId === paymentId)?.flags).toEqual(['dispute']);
    await on.app.inject({
      method: 'POST',
      url: `/api/admin/payments/${paymentId}/settle`,
      headers: admin.headers,
    });
    expect((await flagged()).some((one) => one.paymentId === paymentId)).toBe(false);
    expect((await payer.comeBack(paymentId)).tier).toBe('paid');
  });

  test('쪽을 이어 읽으면 빠지거나 겹치지 않는다', async () => {
    const first = await adminList('?limit=3');
    const second = await adminList(`?limit=100&cursor=${first.nextCursor}`);
    const ids = [...first.payments, ...second.payments].map(({ paymentId }) => paymentId);
    expect(new Set(ids).size).toBe(ids.length);
    const rows = await on.database.selectFrom('payments').select('id').execute();
    expect(ids.length).toBe(rows.length);
  });
});

describe('떠난 회원', () => {
  test('낸 기록은 누구의 것인지 없이 남는다', async () => {
    const payer = await newPayer(on);
    const paymentId = await payer.pay();
    await payer.comeBack(paymentId);
    await payer.refund(paymentId);
    await payer.leave();
    await on.jobs.runDue();
    const row = await ledgerRow(on.database, paymentId);
    expect(row).toMatchObject({ user_id: null, amount: 9900, receipt_url: null, refund_reason: null });
    const events = await on.database
      .selectFrom('payment_events')
      .where('payment_id', '=', paymentId)
      .selectAll()
      .execute();
    const kept = JSON.stringify([row, events]);
    for (const word of [payer.userId, payer.email, '마음이 바뀌었어요']) expect(kept).not.toContain(word);
    // What was asked for before is still done.
    expect(row.state).toBe('cancelled');
  });

  test('떠난 뒤에 낸 것은 주는 것 없이, 돌려주라고 표시된다', async () => {
    const payer = await newPayer(on);
    on.portone.set({ webhooks: 'held' });
    const paymentId = await payer.pay();
    await payer.leave();
    await on.portone.release();
    await on.jobs.runDue();
    expect(await ledgerRow(on.database, paymentId)).toMatchObject({
      state: 'paid',
      user_id: null,
      flags: ['owner_left'],
    });
    const grants = on.database.selectFrom('payment_grants').where('payment_id', '=', paymentId).selectAll();
    expect(await grants.execute()).toEqual([]);
    on.portone.behave();
    expect((await refundAs({ paymentId })).statusCode).toBe(202);
    await on.jobs.runDue();
    expect((await ledgerRow(on.database, paymentId)).state).toBe('cancelled');
  });
});

describe('끝과 그 뒤', () => {
  test('30일, 7일, 하루 전과 끝난 뒤에 한 통씩, 두 번 돌려도 한 통이다', async () => {
    const payer = await newPayer(on);
    const about = () =>
      on.mails.filter(({ address, subject }) => address === payer.email && /끝/.test(subject));
    const endsIn = (left: number) =>
      on.database
        .updateTable('memberships')
        .set({ paid_tier_expires_at: new Date(Date.now() + left) })
        .where('user_id', '=', payer.userId)
        .execute();
    await on.database
      .insertInto('memberships')
      .values({ user_id: payer.userId, account_tier: 'paid' })
      .execute();
    await endsIn(20 * DAY);
    await Promise.all([runJob(on, 'membership.tell_ends'), runJob(on, 'membership.tell_ends')]);
    await runJob(on, 'membership.tell_ends');
    await on.jobs.runDue();
    expect(about()).toHaveLength(1);
    expect(about()[0]?.text).not.toMatch(/할인|혜택|광고/);

    for (const [left, count] of [
      [5 * DAY, 2],
      [DAY / 2, 3],
      [-DAY, 4],
    ] as const) {
      await endsIn(left);
      await runJob(on, 'membership.tell_ends');
      await runJob(on, 'membership.tell_ends');
      await on.jobs.runDue();
      expect(about()).toHaveLength(count);
    }
    expect(about().at(-1)?.subject).toContain('끝났어요');
  });

  test('다섯 해가 지난 기록은 지워지고, 그 전의 것과 일어난 일은 바뀌지 않는다', async () => {
    const [old, young] = [await newPayer(on), await newPayer(on)];
    const [gone, kept] = [await old.pay(), await young.pay()];
    await old.comeBack(gone);
    await young.comeBack(kept);
    const long = new Date(Date.now() - 5 * 366 * DAY);
    await on.database
      .updateTable('payment_grants')
      .set({ period_to: long })
      .where('payment_id', '=', gone)
      .execute();
    await on.database
      .updateTable('payments')
      .set({ state_changed_at: long })
      .where('id', '=', gone)
      .execute();
    await runJob(on, 'membership.purge_ledger');
    const left = await on.database
      .selectFrom('payments')
      .where('id', 'in', [gone, kept])
      .select('id')
      .execute();
    expect(left).toEqual([{ id: kept }]);
    await expect(on.database.updateTable('payment_events').set({ kind: 'x' }).execute()).rejects.toThrow();
    await expect(on.database.deleteFrom('payment_events').execute()).rejects.toThrow();
  });
});

const adminList = async (query = '') =>
  (await on.app.inject({ url: `/api/admin/payments${query}`, headers: admin.headers })).json<{
    payments: AdminPayment[];
    webhooksRefused: number;
    nextCursor: string | null;
  }>();
const flagged = async () => (await adminList('?view=flagged&limit=100')).payments;
const refusedWebhooks = async () => (await adminList()).webhooksRefused;

const refundAs = ({ paymentId, ...wanted }: { paymentId: string; amount?: number }) =>
  on.app.inject({
    method: 'POST',
    url: `/api/admin/payments/${paymentId}/refund`,
    headers: { ...admin.headers, 'idempotency-key': crypto.randomUUID() },
    payload: { reason: '상담으로', ...wanted },
  });
