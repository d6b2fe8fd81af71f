import { expect, test } from 'vitest';
import { correctionsOf } from './typing-mistakes.rules.ts';

test.each([
  ['하둥관', '하동관'],
  ['떡볶기', '떡볶이'],
  ['김치찌게', '김치찌개'],
  ['온자음', '온지음'],
  ['밍글쓰', '밍글스'],
  ['동하관', '하동관'],
  ['하하동관', '하동관'],
  ['하동간', '하동관'],
  ['닥갈비', '닭갈비'],
  ['닭칼비', '닭갈비'],
  ['돼지국박', '돼지국밥'],
  ['명워관', '명월관'],
  ['비채난', '비채나'],
  ['니토우', '미토우'],
])('%s → %s: 한 번 잘못 친 것이다', (typed, meant) => {
  expect(correctionsOf(typed)).toContain(meant);
});

test('두 번 잘못 친 것과 친 그대로는 없다', () => {
  expect(correctionsOf('하둥간')).not.toContain('하동관');
  expect(correctionsOf('하동관')).not.toContain('하동관');
});

test('한글이 아니거나 너무 짧거나 긴 말은 고치지 않는다', () => {
  for (const word of ['', '관', 'abc', '하동관!', '국ㅂ', '가'.repeat(2000)])
    expect(correctionsOf(word)).toEqual([]);
});
