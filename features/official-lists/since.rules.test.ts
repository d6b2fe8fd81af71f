import { expect, it } from 'vitest';
import { sinceYear } from './since.rules.ts';

it.each([
  ['kr:3010000:3010000-101-1978-00123', 1978],
  ['kr:3010000:3010000-101-2006-00123', 2006],
  ['kr:3010000:3010000-101-2007-00123', null],
  ['kr:3010000:3010000-101-0000-00123', null],
  ['kakao:123', null],
  ['example:1', null],
])('%s: %s', (placeId, year) => expect(sinceYear(placeId, { year: 2026 })).toBe(year));
