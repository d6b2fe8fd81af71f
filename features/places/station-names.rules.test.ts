import { expect, test } from 'vitest';
import { namesStation, stationName } from './station-names.rules.ts';

test.each([
  ['성수역', '성수', true],
  ['홍대', '홍대입구', true],
  ['DMC', '디지털미디어시티', true],
  ['성수', '성수', false],
  ['역', '역', false],
  ['구역', '구', false],
  ['constructor', 'constructor', false],
])('%s', (word, name, isStation) => {
  expect([stationName(word), namesStation(word)]).toEqual([name, isStation]);
});
