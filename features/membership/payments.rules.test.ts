import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { yearsLater } from '#common/dates.ts';
import {
  dueExpiryNotice,
  verifyPayment,
  remainingShare,
  ledgerPeriods,
  nextPaymentStatus,
  type PaymentStatus,
  type FetchedPayment,
  refundableUntil,
  refundRejection,
} from './payments.rules.ts';

const DAY = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 10, 20, 12);
const expected = {
  paymentId: 'pay_1',
  amount: 9900,
  currency: 'KRW',
  storeId: 'store',
  allowsTestChannel: false,
};
const fetched = (more: Partial<FetchedPayment> = {}): FetchedPayment => ({
  id: 'pay_1',
  status: 'PAID',
  storeId: 'store',
  version: 'V2',
  channelType: 'LIVE',
  currency: 'KRW',
  amount: { total: 9900, discount: 0, paid: 9900, cancelled: 0 },
  transactionId: 'tx',
  paidAt: now,
  methodName: null,
  receiptUrl: null,
  cancellations: [],
  ...more,
});
const amount = (total: number, paid = total, more: Partial<NonNullable<FetchedPayment['amount']>> = {}) => ({
  amount: { total, discount: 0, paid, cancelled: 0, ...more },
});

describe('결제 서비스가 하는 말', () => {
  test('주문한 그대로 냈으면 낸 것이다', () => {
    expect(verifyPayment(fetched(), expected)).toEqual({ is: 'paid', cancelled: 0 });
    const byPoints = fetched(amount(9900, 9000, { discount: 900 }));
    expect(verifyPayment(byPoints, expected)).toEqual({ is: 'paid', cancelled: 0 });
    const test = fetched({ channelType: 'TEST' });
    expect(verifyPayment(test, { ...expected, allowsTestChannel: true })).toEqual({
      is: 'paid',
      cancelled: 0,
    });
  });

  test.each<[string, Partial<FetchedPayment>, string]>([
    ['다른 결제', { id: 'pay_2' }, 'id'],
    ['다른 가게', { storeId: 'other' }, 'store'],
    ['옛 판', { version: 'V1' }, 'version'],
    ['시험 결제', { channelType: 'TEST' }, 'channel'],
    ['모르는 채널', { channelType: null }, 'channel'],
    ['다른 돈', { currency: 'USD' }, 'currency'],
    ['적은 돈', amount(100), 'total'],
    ['많은 돈', amount(99_000), 'total'],
    ['덜 낸 돈', amount(9900, 100), 'paid'],
    ['금액을 모름', { amount: null }, 'total'],
  ])('%s는 낸 것이 아니다', (_, more, reason) => {
    const verification = verifyPayment(fetched(more), expected);
    expect(verification).toMatchObject({ is: 'mismatch' });
    expect((verification as { reasons: string[] }).reasons).toContain(reason);
  });

  test('돌려준 만큼 안다. 돌려준 돈이 낸 돈에 들어 있든 빠져 있든', () => {
    const partly = { status: 'PARTIAL_CANCELLED' };
    const kept = fetched({ ...partly, ...amount(9900, 9900, { cancelled: 4000 }) });
    const less = fetched({ ...partly, ...amount(9900, 5900, { cancelled: 4000 }) });
    for (const one of [kept, less])
      expect(verifyPayment(one, expected)).toEqual({ is: 'paid', cancelled: 4000 });
    const all = fetched({ status: 'CANCELLED', ...amount(9900, 0, { cancelled: 9900 }) });
    expect(verifyPayment(all, expected)).toEqual({ is: 'paid', cancelled: 9900 });
    expect(verifyPayment({ ...all, storeId: 'other' }, expected)).toMatchObject({ is: 'mismatch' });
  });

  test('모르는 상태는 아직 열린 것이다', () => {
    for (const status of ['READY', 'PAY_PENDING', 'VIRTUAL_ACCOUNT_ISSUED', 'SOMETHING_NEW'])
      expect(verifyPayment(fetched({ status }), expected)).toEqual({ is: 'open' });
  });
});

test('무엇을 어떤 순서로 듣든, 돌려준 돈은 줄지 않고 낸 것은 안 낸 것이 되지 않는다', () => {
  const word = fc.oneof(
    fc.constant({ is: 'open' } as const),
    fc.constant({ is: 'failed' } as const),
    fc.constant({ is: 'mismatch', reasons: [] as string[] } as const),
    fc.nat({ max: 9900 }).map((cancelled) => ({ is: 'paid', cancelled }) as const),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), (words) => {
      let payment: PaymentStatus = {
        state: 'pending',
        amount: 9900,
        cancelledAmount: 0,
        refundAmount: null,
        refundCancellationId: null,
      };
      for (const verification of words) {
        const next = nextPaymentStatus(payment, { verification, fetched: fetched() });
        expect(next.cancelledAmount).toBeGreaterThanOrEqual(payment.cancelledAmount);
        if (payment.state === 'cancelled') expect(next.state).toBe('cancelled');
        if (['paid', 'partly_cancelled'].includes(payment.state))
          expect(['paid', 'partly_cancelled', 'cancelled']).toContain(next.state);
        payment = { ...payment, ...next };
      }
      const paid = words.filter((one) => one.is === 'paid');
      expect(payment.cancelledAmount).toBe(Math.max(0, ...paid.map(({ cancelled }) => cancelled)));
    }),
  );
});

test('부탁한 환불은 그만큼 돌아와야 끝나고, 콘솔에서 덜 돌려준 것으로는 끝나지 않는다', () => {
  const asked: PaymentStatus = {
    state: 'refund_requested',
    amount: 9900,
    cancelledAmount: 0,
    refundAmount: 9900,
    refundCancellationId: 'c1',
  };
  const after = (payment: PaymentStatus, cancelled: number, more: Partial<FetchedPayment> = {}) =>
    nextPaymentStatus(payment, { verification: { is: 'paid', cancelled }, fetched: fetched(more) });
  const underWay = { state: 'refund_requested', refundFailed: false };
  expect(after(asked, 0)).toEqual({ ...underWay, cancelledAmount: 0 });
  expect(after(asked, 900)).toEqual({ ...underWay, cancelledAmount: 900 });
  expect(after({ ...asked, cancelledAmount: 900 }, 9900)).toMatchObject({ state: 'cancelled' });
  const part = { ...asked, refundAmount: 4000, cancelledAmount: 900 };
  expect(after(part, 4000)).toEqual({ ...underWay, cancelledAmount: 4000 });
  expect(after(part, 4900)).toMatchObject({ state: 'partly_cancelled', cancelledAmount: 4900 });
  const failed = { cancellations: [{ id: 'c1', status: 'FAILED' }] };
  expect(after(asked, 0, failed)).toEqual({ state: 'paid', cancelledAmount: 0, refundFailed: true });
  expect(after(asked, 900, failed)).toEqual({
    state: 'partly_cancelled',
    cancelledAmount: 900,
    refundFailed: true,
  });
});

describe('기간', () => {
  test('한 해는 달력의 한 해이고, 겹치면 뒤에 이어진다', () => {
    const { periods, end } = ledgerPeriods([
      { countsFrom: now, kept: 1 },
      { countsFrom: now + 30 * DAY, kept: 1 },
    ]);
    const [first, second] = [yearsLater({ from: now, years: 1 }), yearsLater({ from: now, years: 2 })];
    expect(periods).toEqual([
      { from: now, to: first },
      { from: first, to: second },
    ]);
    expect(end).toBe(second);
  });

  test('끝난 뒤에 내면 그때부터다', () => {
    const later = now + 1000 * DAY;
    expect(
      ledgerPeriods([
        { countsFrom: now, kept: 1 },
        { countsFrom: later, kept: 1 },
      ]).end,
    ).toBe(yearsLater({ from: later, years: 1 }));
  });

  test('돌려준 해는 빠지고 뒤의 해가 당겨진다. 윤년이 끼어도 하루도 잃지 않는다', () => {
    const leap = Date.UTC(2027, 2, 1);
    const { periods } = ledgerPeriods([
      { countsFrom: leap, kept: 0 },
      { countsFrom: leap + DAY, kept: 1 },
    ]);
    expect(periods[0]).toEqual({ from: leap, to: leap });
    expect(periods[1]).toEqual({ from: leap + DAY, to: yearsLater({ from: leap + DAY, years: 1 }) });
  });

  test('일부를 돌려주면 그만큼만 짧아진다', () => {
    const kept = remainingShare({ amount: 9900, cancelledAmount: 4950 });
    const { end } = ledgerPeriods([{ countsFrom: now, kept }]);
    expect((end ?? 0) - now).toBe((yearsLater({ from: now, years: 1 }) - now) / 2);
  });
});

describe('스스로 하는 환불', () => {
  const unused = { places: 9, placesAdded: 3, listShares: 0, journalEntries: 0 };
  const paid = { state: 'paid', paidAt: now, use: unused, now: now + DAY } as const;

  test('이레 안이고 무료 회원보다 더 쓰지 않았으면 된다', () => {
    expect(refundRejection(paid)).toBeNull();
    expect(refundRejection({ ...paid, use: { ...unused, places: 30, placesAdded: 0 } })).toBeNull();
    expect(refundRejection({ ...paid, use: null })).toBeNull();
  });

  test.each([
    ['이레가 지났다', { now: now + 8 * DAY }, 'too_late'],
    ['열 곳 넘게 담았다', { use: { ...unused, places: 11 } }, 'used'],
    ['리스트를 공유했다', { use: { ...unused, listShares: 1 } }, 'used'],
    ['일지에 사진을 여러 장 올렸다', { use: { ...unused, journalEntries: 1 } }, 'used'],
    ['이미 돌려주었다', { state: 'cancelled' }, 'not_paid'],
    ['일부를 돌려주었다', { state: 'partly_cancelled' }, 'not_paid'],
    ['내지 않았다', { state: 'pending', paidAt: null }, 'not_paid'],
    ['돌려주고 있다', { state: 'refund_requested' }, 'under_way'],
  ] as const)('%s', (_, more, refusal) => {
    expect(refundRejection({ ...paid, ...more })).toBe(refusal);
  });
});

test.each([
  ['자정 10분 뒤', '2026-11-01T00:10:00+09:00'],
  ['한낮', '2026-11-01T12:00:00+09:00'],
  ['자정 직전', '2026-11-01T23:59:59.999+09:00'],
])('11월 1일 %s에 결제하면 한국 시간 8일이 끝날 때까지 환불할 수 있다', (_when, paid) => {
  const paidAt = Date.parse(paid);
  const unused = { places: 0, placesAdded: 0, listShares: 0, journalEntries: 0 };
  const refusalAt = (at: string) =>
    refundRejection({ state: 'paid', paidAt, use: unused, now: Date.parse(at) });
  expect(new Date(refundableUntil(paidAt)).toISOString()).toBe('2026-11-08T14:59:59.999Z');
  expect(refusalAt('2026-11-08T23:59:59.999+09:00')).toBeNull();
  expect(refusalAt('2026-11-09T00:00:00+09:00')).toBe('too_late');
});

test('끝을 알리는 메일은 그때그때 하나고, 늦었으면 가장 뒤의 것이다', () => {
  const at = (left: number) => dueExpiryNotice({ endsAt: now + left, now });
  expect([31 * DAY, 30 * DAY, 8 * DAY, 7 * DAY, 2 * DAY, DAY, 1, 0, -6 * DAY, -7 * DAY].map(at)).toEqual([
    null,
    '30_days',
    '30_days',
    '7_days',
    '7_days',
    '1_day',
    '1_day',
    'ended',
    'ended',
    null,
  ]);
});
