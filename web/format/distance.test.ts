import { afterEach, expect, test } from 'vitest';
import { getLocale, overwriteGetLocale } from '#messages/runtime.js';
import { distanceOf } from './distance.ts';

const original = getLocale;
afterEach(() => overwriteGetLocale(original));

test.each([
  ['ko', 352, '350m'],
  ['ko', 1_234, '1.2km'],
  ['en', 352, '350\u00a0m'],
  ['en', 1_234, '1.2\u00a0km'],
] as const)('%s: %d미터는 %s', (locale, metres, text) => {
  overwriteGetLocale(() => locale);
  expect(distanceOf(metres)).toBe(text);
});
