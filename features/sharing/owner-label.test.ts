import { expect, test } from 'vitest';
import { ownerLabel } from './owner-label.ts';
import { ownerNameForVisitors } from './sharing.rules.ts';

test('닉네임이 없는 주인은 보는 사람의 언어로 부른다', () => {
  expect(ownerNameForVisitors(' ')).toBeNull();
  expect(ownerLabel(null, { locale: 'ko' })).toBe('사용자');
  expect(ownerLabel(null, { locale: 'en' })).toBe('User');
  expect(ownerLabel('은조', { locale: 'en' })).toBe('은조');
});
