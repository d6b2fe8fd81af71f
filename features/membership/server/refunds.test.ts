import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listOf } from '#features/restaurants/server/restaurants.test-factory.ts';
import {
  DAY,
  eventKinds,
  ledgerRow,
  newPayer,
  openPaymentTestApp,
  openPaymentsAdmin,
  type PaymentTestApp,
  type PaymentsAdmin,
  runJob,
  waitForIdle,
  reconcile,
} from './payments.test-factory.ts';

/** Jobs whose request to the payment service is never answered. */
const waiting: Promise<void>[] = [];

let on: PaymentTestApp;
let admin: PaymentsAdmin;
beforeAll(async () => {
  on = await openPaymentTestApp();
  admin = await openPaymentsAdmin(on);
});
afterEach(() => waitForIdle(on));
afterAll(async () => {
  await on.portone.close();
  await Promise.allSettled(waiting);
  await on.close();
});

describe('환불', () => {
  test('스스로 돌려주면 그 해가 없어지고, 메일이 온다', async () => {
    const payer = await newPayer(on);
    const paymentId = await payer.payAndReturn();
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
    expect((await payer.processReturn(paymentId)).tier).toBe('free');
    await on.jobs.runDue();
    expect(payer.mails('환불')).toHaveLength(1);
    expect(on.portone.requests().filter((one) => one.includes(`${paymentId}/cancel`))).toHaveLength(1);
    expect((await payer.refund(paymentId)).code).toBe('membership.refund_not_paid');
    // A payer who refunded gets no mail about the end.
    await runJob(on, 'membership.send_expiry_notices');
    expect(payer.mails('끝났어요')).toEqual([]);
  });

  test('이레가 지났거나 더 썼으면 스스로는 못 하고, 이유를 안다', async () => {
    const payer = await newPayer(on);
    const paymentId = await payer.payAndReturn();
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
      const paymentId = await payer.payAndReturn();
      on.portone.set({ cancel, webhooks: 'never' });
      await payer.refund(paymentId);
      waiting.push(on.jobs.runDue());
      await expect
        .poll(() => on.portone.requests().some((one) => one.includes(`${paymentId}/cancel`)))
        .toBe(true);
      on.portone.resetFaults();
      const swept = async () => {
        await reconcile(on, [paymentId]);
        return (await payer.payments())[0]?.state;
      };
      await expect.poll(swept, { timeout: 10_000 }).toBe('cancelled');
      const kinds = await eventKinds(on.database, paymentId);
      expect(kinds.filter((kind) => kind === 'state cancelled')).toHaveLength(1);
    },
  );

  test('나중에 되는 환불은 기다리고, 안 되면 다시 유료이며 관리자에게 보인다', async () => {
    const payer = await newPayer(on);
    const paymentId = await payer.payAndReturn();
    const end = await payer.end();
    on.portone.set({ cancel: 'requested_then_failed' });
    await payer.refund(paymentId);
    await on.jobs.runDue();
    expect((await payer.payments())[0]?.state).toBe('refund_requested');
    await on.portone.hurry();
    await reconcile(on, [paymentId]);
    expect((await payer.payments())[0]).toMatchObject({ state: 'paid', refund: { hasFailed: true } });
    expect(await payer.end()).toBe(end);
    expect(await admin.flagsOf(paymentId)).toEqual(['refund_failed']);

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
    const paymentId = await payer.payAndReturn();
    on.portone.set({ webhooks: 'never' });
    await payer.refund(paymentId);
    await on.portone.console('cancel', paymentId);
    await on.jobs.runDue();
    expect((await payer.payments())[0]?.state).toBe('cancelled');
  });

  test('기다리는 사이에 콘솔에서 일부를 돌려주어도 나머지까지 돌려준다', async () => {
    const payer = await newPayer(on);
    const paymentId = await payer.payAndReturn();
    on.portone.set({ webhooks: 'never' });
    await payer.refund(paymentId);
    await on.portone.console('cancel', paymentId, 900);
    await on.jobs.runDue();
    expect((await payer.payments())[0]).toMatchObject({ state: 'cancelled', cancelledAmount: 9900 });
    expect((await payer.processReturn(paymentId)).tier).toBe('free');
  });

  test('콘솔에서 돌려준 것도 그 해가 없어진다. 일부면 그만큼 짧아진다', async () => {
    const payer = await newPayer(on);
    const began = Date.now();
    const paymentId = await payer.payAndReturn();
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
    expect((await payer.processReturn(paymentId)).tier).toBe('free');
  });

  test('돌려준 소식이 낸 소식보다 먼저 와도 주는 것이 없다', async () => {
    const payer = await newPayer(on);
    on.portone.set({ webhooks: 'held' });
    const paymentId = await payer.pay();
    await on.portone.console('cancel', paymentId);
    await on.portone.release('backwards');
    await on.jobs.runDue();
    expect((await ledgerRow(on.database, paymentId)).state).toBe('cancelled');
    expect((await payer.processReturn(paymentId)).tier).toBe('free');
  });
});
