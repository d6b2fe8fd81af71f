import { expect, test } from 'vitest';
import { clearLabel } from './clear-label.ts';

test('지우는 버튼은 지금 켜진 것만 말한다', () => {
  expect(clearLabel({ hasText: true, hasFilters: false })).toBe('검색어 지우기');
  expect(clearLabel({ hasText: false, hasFilters: true })).toBe('필터 지우기');
  expect(clearLabel({ hasText: true, hasFilters: true })).toBe('검색어와 필터 지우기');
});
