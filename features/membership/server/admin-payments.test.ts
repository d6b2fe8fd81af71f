import { describe, expect, test } from 'vitest';
import { newPayer, openPaymentTests } from './payments.test-factory.ts';

const { on, admin } = await openPaymentTests();

describe('관리자', () => {
  test('찾고, 일부나 전부를 돌려주고, 한 일이 적힌다', async () => {
    const payer = await newPayer(on);
    const paymentId = await payer.payAndReturn();
    const found = await admin.list(`?q=${encodeURIComponent(payer.email.toUpperCase())}`);
    expect(found.payments).toEqual([
      expect.objectContaining({
        paymentId,
        payer: { uid: payer.userId, nickname: '모먹지', email: payer.email },
        refundableAmount: 9900,
      }),
    ]);
    expect(await admin.refund({ paymentId, amount: 10_000 })).toMatchObject({
      code: 'membership.refund_too_much',
      params: { amount: 9900 },
    });
    expect((await admin.refund({ paymentId, amount: 900 })).status).toBe(202);
    expect((await admin.refund({ paymentId })).code).toBe('membership.refund_under_way');
    await on.jobs.runDue();
    expect((await payer.payments())[0]).toMatchObject({ state: 'partly_cancelled', cancelledAmount: 900 });
    await admin.refund({ paymentId });
    await on.jobs.runDue();
    const { payment, events } = await admin.one(paymentId);
    expect(payment).toMatchObject({ state: 'cancelled', refundableAmount: 0 });
    const states = ['paid', 'refund_requested', 'partly_cancelled', 'refund_requested', 'cancelled'];
    expect(events.flatMap(({ to }) => to ?? [])).toEqual(states);
    const { acts } = (await on.app.inject({ url: '/api/admin/acts?limit=2', headers: admin.headers })).json();
    expect(acts.map(({ act }: { act: string }) => act)).toEqual(['payment.refunded', 'payment.refunded']);
  });

  test('분쟁은 표시되고, 살펴보았다고 적으면 사라진다', async () => {
    const payer = await newPayer(on);
    const paymentId = await payer.payAndReturn();
    await on.portone.console('dispute', paymentId);
    await on.portone.quiet();
    expect(await admin.flagsOf(paymentId)).toEqual(['dispute']);
    await admin.settle(paymentId);
    expect(await admin.flagsOf(paymentId)).toEqual([]);
    expect((await payer.processReturn(paymentId)).tier).toBe('paid');
  });

  test('쪽을 이어 읽으면 빠지거나 겹치지 않는다', async () => {
    for (let n = 0; n < 4; n += 1) await (await newPayer(on)).order();
    const first = await admin.list('?limit=3');
    expect(first.payments).toHaveLength(3);
    const second = await admin.list(`?limit=100&cursor=${first.nextCursor}`);
    const ids = [...first.payments, ...second.payments].map(({ paymentId }) => paymentId);
    expect(new Set(ids).size).toBe(ids.length);
    const rows = await on.database.selectFrom('payments').select('id').execute();
    expect(ids.length).toBe(rows.length);
  });
});
