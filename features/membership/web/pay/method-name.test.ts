import { expect, test } from 'vitest';
import { methodName } from './method-name.ts';

test.each([
  ['EASY_PAY', 'KAKAOPAY', '카카오페이'],
  ['EASY_PAY', null, '카카오페이'],
  ['CARD', '테스트 카드', '테스트 카드'],
  ['CARD', 'SHINHAN_CARD', '신용·체크카드'],
  ['CARD', null, '신용·체크카드'],
] as const)('%s로 낸 %s는 %s로 보인다', (payMethod, name, shown) => {
  expect(methodName({ payMethod, methodName: name })).toBe(shown);
});
