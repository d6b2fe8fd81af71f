import { expect, test } from 'vitest';
import { areTooManyMissing } from './backups.rules.ts';

test.each([
  ['none', { missing: 0, expected: 0, before: 0 }, false],
  ['none of many', { missing: 0, expected: 786, before: 0 }, false],
  ['one percent', { missing: 10, expected: 1000, before: 0 }, false],
  ['more than one percent', { missing: 11, expected: 1000, before: 0 }, true],
  ['as many as before', { missing: 300, expected: 1000, before: 300 }, false],
  ['one percent more than before', { missing: 310, expected: 1000, before: 300 }, false],
  ['more than that', { missing: 311, expected: 1000, before: 300 }, true],
  ['one of a few', { missing: 3, expected: 30, before: 0 }, true],
  ['all', { missing: 786, expected: 786, before: 0 }, true],
  ['all, as before', { missing: 786, expected: 786, before: 786 }, true],
])('%s', (_name, given, tooMany) => {
  expect(areTooManyMissing(given)).toBe(tooMany);
});
