import { expect, test } from 'vitest';
import { amountOf } from './amount-text.rules.ts';

test.each([
  ['12000', 12000],
  ['12,000', 12000],
  ['12, 000 원', 12000],
  ['12,000원 ', 12000],
  ['１２０００', 12000],
  ['0', 0],
  ['', null],
  ['  ', null],
  ['원', null],
])('쓴 돈 %j은 %j이다', (typed, amount) => expect(amountOf(typed)).toBe(amount));

test.each(['1만 2천', '12.5', '-3000', '만원'])('%j은 금액이 아니므로 그대로 남는다', (typed) =>
  expect(amountOf(typed)).toBe(typed),
);
