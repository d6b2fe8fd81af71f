import { describe, expect, test } from 'vitest';
import {
  eventKinds,
  expectOneYear,
  newPayer,
  openPaymentTestApp,
  openPaymentTests,
} from './payments.test-factory.ts';

const { on, admin } = await openPaymentTests();

describe('믿을 수 없는 말', () => {
  test.each(['forged', 'altered', 'unsigned', 'old'] as const)(
    '%s 알림은 거절하고 세어 둔다',
    async (webhooks) => {
      const payer = await newPayer(on);
      on.portone.set({ webhooks });
      const { rejectedWebhooks: before } = await admin.list();
      const paymentId = await payer.pay();
      expect(on.portone.webhooks().findLast((one) => one.paymentId === paymentId)?.answers).toContain(400);
      await on.jobs.runDue();
      expect(await payer.end()).toBeNull();
      expect((await admin.list()).rejectedWebhooks).toBeGreaterThan(before);
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
    on.portone.resetFaults();
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
    expect(await payer.processReturn(paymentId)).toMatchObject({ state: 'mismatch', tier: 'free' });
    expect(await payer.end()).toBeNull();
    expect(await eventKinds(on.database, paymentId)).toEqual(['state mismatch']);
    expect(await admin.flagsOf(paymentId)).toEqual(['mismatch']);
  });

  test('시험 채널로 낸 것은 그것을 받지 않는 곳에서 주는 것이 없다', async () => {
    const strict = await openPaymentTestApp({ settings: { PORTONE_TEST_CHANNELS: 'refused' } });
    const payer = await newPayer(strict);
    const paymentId = await payer.pay();
    expect(await payer.processReturn(paymentId)).toMatchObject({ state: 'mismatch', tier: 'free' });
    strict.portone.set({ channelType: 'LIVE' });
    expect((await payer.processReturn(await payer.pay())).state).toBe('paid');
    await strict.close();
  });

  test('남의 결제 번호는 모르는 번호와 같고, 시도는 적힌다', async () => {
    const [payer, thief] = [await newPayer(on), await newPayer(on)];
    on.portone.set({ webhooks: 'never' });
    const paymentId = await payer.pay();
    const stolen = await thief.processReturn(paymentId);
    expect(stolen).toEqual(await thief.processReturn('pay_no_such_payment'));
    expect(stolen).toMatchObject({ status: 404, state: 'membership.payment_not_found' });
    expect(await thief.refund(paymentId)).toMatchObject({ code: 'membership.payment_not_found' });
    expect([await thief.end(), await payer.end()]).toEqual([null, null]);
    expect(await eventKinds(on.database, paymentId)).toEqual(['foreign_return']);
  });
});
