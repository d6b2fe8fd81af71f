import { expect, test } from 'vitest';
import { moved } from './order.rules.ts';

test('앞으로도 뒤로도 옮기고, 끝을 넘으면 그대로다', () => {
  expect(moved(['면', '탕', '회'], { from: 0, to: 2 })).toEqual(['탕', '회', '면']);
  expect(moved(['면', '탕', '회'], { from: 2, to: 1 })).toEqual(['면', '회', '탕']);
  expect(moved(['면', '탕'], { from: 1, to: 2 })).toEqual(['면', '탕']);
  expect(moved(['면', '탕'], { from: 0, to: -1 })).toEqual(['면', '탕']);
});
