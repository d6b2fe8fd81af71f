import { expect, test } from 'vitest';
import { isSameKind } from './same-kind.rules.ts';

test.each([
  ['고기구이', '고기·구이', true],
  ['한식', '한식', true],
  ['카페', '카페·디저트', true],
  ['Cafe', 'cafe', true],
  ['돼지갈비', '고기·구이', false],
  ['구', '고기·구이', false],
  ['한식뷔페', '한식', false],
])('%s, %s: 같은 말인지 %s', (kind, category, isSame) => {
  expect(isSameKind(kind, category)).toBe(isSame);
});
