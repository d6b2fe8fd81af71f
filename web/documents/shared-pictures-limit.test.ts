import { expect, test } from 'vitest';
import { withinLimits } from './shared-pictures-limit.ts';

const pictures = (count: number, size: number) => Array.from({ length: count }, (_, id) => ({ id, size }));

test('공유한 사진은 앞의 20장까지 받는다', () => {
  const shared = pictures(23, 1_000_000);
  expect(withinLimits(shared)).toEqual({ taken: shared.slice(0, 20), left: 3 });
});

test('모두 합해 100 MB까지 받고, 너무 큰 사진 다음의 작은 사진도 받는다', () => {
  const [large, larger, small] = [
    { id: 'large', size: 60_000_000 },
    { id: 'larger', size: 60_000_000 },
    { id: 'small', size: 40_000_000 },
  ];
  expect(withinLimits([large, larger, small])).toEqual({ taken: [large, small], left: 1 });
  expect(withinLimits(pictures(1, 100_000_001))).toEqual({ taken: [], left: 1 });
});
