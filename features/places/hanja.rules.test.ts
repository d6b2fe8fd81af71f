import { expect, test } from 'vitest';
import { readHanja } from './hanja.rules.ts';

test.each([
  ['樂園食堂', '낙원식당'],
  ['龍宮', '용궁'],
  ['中華樓', '중화루'],
  ['대원閣 本店', '대원각 본점'],
  ['老麵', '노면'],
  ['하동관', '하동관'],
  ['Café 家', 'Café 가'],
  ['𰻞𰻞麵', '𰻞𰻞면'],
])('%s는 %s라고 읽는다', (text, expected) => {
  expect(readHanja(text)).toBe(expected);
});
