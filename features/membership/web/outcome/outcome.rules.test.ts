import { expect, test } from 'vitest';
import { PaymentState } from '#features/membership/membership.contract.ts';
import { pollDelay, outcomeOf, extendsMembership } from './outcome.rules.ts';
import { PAYMENT_WINDOW_LOST } from './payment-window-lost.rules.ts';

const back = (said: object = {}) => ({ paymentId: 'pay_1', ...said });
const cancelled = back({
  code: 'PGProviderError',
  pgCode: 'PAY_PROCESS_CANCELED',
  message: '사용자가 결제를 취소하였습니다',
});
const refused = back({
  code: 'PGProviderError',
  pgCode: 'EXCEED_MAX_AMOUNT',
  pgMessage: '카드 한도를 넘었습니다.',
});

test('결제창이 무어라 하든 서버가 결제되었다고 하면 결제된 것이다', () => {
  for (const returned of [back(), cancelled, refused, back({ code: PAYMENT_WINDOW_LOST })])
    expect(outcomeOf({ state: 'paid', returned })).toBe('paid');
});

test('결제창은 잘되었다고 했는데 아직 확인되지 않은 것은 실패가 아니다', () => {
  expect(outcomeOf({ state: 'pending', returned: back() })).toBe('unconfirmed');
  expect(outcomeOf({ state: 'pending', returned: back({ code: 'PaymentAlreadyPaid' }) })).toBe('unconfirmed');
  expect(outcomeOf({ state: 'pending', returned: back({ code: PAYMENT_WINDOW_LOST }) })).toBe('unsure');
});

test('취소한 것, 창을 닫은 것, 거절된 것을 가른다', () => {
  for (const state of ['pending', 'failed'] as const) {
    expect(outcomeOf({ state, returned: cancelled })).toBe('cancelled');
    expect(
      outcomeOf({ state, returned: back({ code: 'PGProviderError', message: '결제창이 닫혔습니다.' }) }),
    ).toBe('closed');
    expect(outcomeOf({ state, returned: refused })).toBe('failed');
  }
  expect(outcomeOf({ state: 'failed', returned: back() })).toBe('failed');
});

test('모든 상태에 맺음말이 있다', () => {
  for (const state of PaymentState.options) expect(outcomeOf({ state, returned: back() })).toBeTruthy();
});

test('묻는 사이는 길어지고 끝이 있다', () => {
  const waits = Array.from({ length: 20 }, (_, times) => pollDelay(times + 1));
  expect(waits).toEqual([...waits].sort((a, b) => a - b));
  expect(waits[0]).toBeLessThan(waits[3] ?? 0);
  expect(waits.at(-1)).toBe(waits.at(-2));
});

test('끝나지 않은 기간에 더한 해를 안다', () => {
  const paidAt = Date.UTC(2026, 10, 21);
  const year = { from: paidAt, to: Date.UTC(2027, 10, 21) };
  expect(extendsMembership({ paidAt, period: year })).toBe(false);
  expect(extendsMembership({ paidAt, period: { ...year, from: paidAt + 86_400_000 } })).toBe(true);
  expect(extendsMembership({ paidAt, period: null })).toBe(false);
});
