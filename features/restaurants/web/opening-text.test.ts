import { expect, test } from 'vitest';
import { openingText } from './opening-text.ts';

test('새벽에 닫는 시각도 두 자리로 적는다', () => {
  const saturdayAtSix = Date.parse('2026-11-21T18:00:00+09:00');
  const openUntilTwo = [[6 * 1440 + 17 * 60, 9 * 60]] as [number, number][];
  expect(openingText({ openingSpans: openUntilTwo, businessStatus: null }, saturdayAtSix)).toEqual({
    isOpen: true,
    text: '영업 중 · 02:00까지',
  });
});
