import { describe, expect, test } from 'vitest';
import { signUpMember } from '#features/account/server/account.test-factory.ts';
import { openTestApp } from '#server/http/test-app.ts';
import { newPayer, orderedAgo, openPaymentTests } from './payments.test-factory.ts';

const { on, admin } = await openPaymentTests();

describe('주문', () => {
  test('값은 서버가 정하고, 다시 주문해도 한 주문이며, 한꺼번에 주문해도 하나다', async () => {
    const payer = await newPayer(on);
    const orders = await Promise.all(Array.from({ length: 8 }, () => payer.order({ totalAmount: 100 })));
    expect(new Set(orders.map(({ body }) => body.paymentId)).size).toBe(1);
    const { body } = await payer.order({ payMethod: 'EASY_PAY' });
    expect(body).toMatchObject({
      paymentId: orders[0]?.body.paymentId,
      totalAmount: 9900,
      currency: 'KRW',
      payMethod: 'EASY_PAY',
      channelKey: on.portone.channelKeys.kakaopay,
      storeId: on.portone.storeId,
      customer: { customerId: payer.userId, email: payer.email },
    });
    expect(body.paymentId).toMatch(/^pay_[A-Za-z0-9_-]{28}$/);
    expect(JSON.stringify(body)).not.toContain(on.portone.apiSecret);
    const tampered = await on.portone.pay({ paymentId: body.paymentId, totalAmount: 100 });
    expect(tampered).toMatchObject({ code: 'AmountNotEqualToPredefined' });
    expect((await payer.payments()).map(({ state }) => state)).toEqual(['pending']);
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

  test('결제 서비스와 연결되지 않으면 그렇다고 말하고 이유를 적으며, 다시 하면 같은 주문이다', async () => {
    const payer = await newPayer(on);
    on.portone.set({ api: 'unavailable', apiPart: 'pre-register' });
    expect(await payer.order()).toMatchObject({
      status: 503,
      body: { code: 'membership.payment_unreachable' },
    });
    const logged = on.log.findLast((line) => line.includes('payment.order_refused'));
    expect(JSON.parse(logged ?? '{}').reason).toContain('responded with 503');
    on.portone.resetFaults();
    expect((await payer.order()).status).toBe(200);
    const orders = on.database.selectFrom('payments').where('user_id', '=', payer.userId).selectAll();
    expect(await orders.execute()).toHaveLength(1);
  });

  test('다른 탭에서 결제했는데 결제 서비스가 아직 확인해 주지 않으면, 결제된 금액이 없다고 하지 않는다', async () => {
    on.portone.set({ webhooks: 'never' });
    const paid = await newPayer(on);
    await paid.pay();
    on.portone.set({ api: 'unavailable', apiPart: 'lookup' });
    expect(await paid.order()).toMatchObject({
      status: 409,
      body: { code: 'membership.payment_unconfirmed' },
    });
    on.portone.resetFaults();
    expect((await paid.order()).body.code).toBe('membership.already_paid');
  });

  test('다른 탭에서 이미 결제했으면 유료 회원이라고 하고, 환불했거나 금액이 다르면 새 주문이다', async () => {
    on.portone.set({ webhooks: 'never' });
    const paid = await newPayer(on);
    await paid.pay();
    expect((await paid.order()).body.code).toBe('membership.already_paid');

    const givenBack = await newPayer(on);
    const backId = await givenBack.pay();
    await on.portone.console('cancel', backId);
    const tampered = await newPayer(on);
    const tamperedId = await tampered.pay();
    on.portone.tamper(tamperedId, { currency: 'USD' });
    for (const [payer, doneWith] of [
      [givenBack, backId],
      [tampered, tamperedId],
    ] as const) {
      const { status, body } = await payer.order();
      expect(status).toBe(200);
      expect(body.paymentId).not.toBe(doneWith);
    }
    expect(await admin.flagsOf(tamperedId)).toEqual(['mismatch']);
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

  test('결제 키가 없으면 아직 결제할 수 없다고 한다', async () => {
    const without = await openTestApp();
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
