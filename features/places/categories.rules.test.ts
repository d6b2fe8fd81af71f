import { expect, test } from 'vitest';
import { guessCategory } from './categories.rules.ts';

test.each([
  ['무쇠골 돼지국밥', '한식', 'soup'],
  ['노을목 칼국수', '한식', 'noodles'],
  ['달빛 쌀국수', '외국음식전문점(인도,태국등)', 'asian'],
  ['온달식당', '한식', 'korean'],
  ['온달', '한식', 'korean'],
  ['바다', '횟집', 'seafood'],
  ['불솥', '식육(숯불구이)', 'grill'],
  ['불솥갈비', '한식', 'grill'],
  ['서리면옥', '냉면집', 'noodles'],
  ['파란문', '분식', 'bunsik'],
  ['파란문', '김밥(도시락)', 'bunsik'],
  ['은행나무', '중국식', 'chinese'],
  ['여우별', '일식', 'japanese'],
  ['여우별 라멘', '기타', 'japanese'],
  ['초록부엌', '경양식', 'western'],
  ['초록부엌 파스타', '경양식', 'western'],
  ['꼬끼별', '통닭(치킨)', 'fast-food'],
  ['꼬끼별', '패스트푸드', 'fast-food'],
  ['커피나룻터', '까페', 'cafe'],
  ['커피나룻터', '기타', 'cafe'],
  ['모퉁이빵집', '', 'bakery'],
  ['은하수', '호프/통닭', 'bar'],
  ['은하수', '정종/대포집/소주방', 'bar'],
  ['미리내', '라이브카페', 'bar'],
  ['BLUE CAFE', null, 'cafe'],
  ['온달', '기타', null],
  ['온달', '', null],
  ['온달', null, null],
])('%s (%s) → %s', (name, kind, expected) => {
  expect(guessCategory({ name, kind })).toBe(expected);
});
