import { expect, test } from 'vitest';
import { formatStampDay } from './stamp-day.ts';

test('지난해의 도장에는 해를 적는다', () => {
  const now = new Date(2026, 10, 22).getTime();
  expect(formatStampDay(new Date(2026, 3, 18).getTime(), now)).toBe('4.18');
  expect(formatStampDay(new Date(2025, 10, 27).getTime(), now)).toBe('2025.11.27');
});
