import { expect, test } from 'vitest';
import { readQueryWords, separateWeightlessEnd } from './query-words.rules.ts';

const rolesOf = (...words: string[]) => readQueryWords(words).map(({ text, role }) => `${text}: ${role}`);

test('맛집, 근처, 추천은 아무 뜻도 더하지 않는다', () => {
  expect(rolesOf('하동관', '맛집', '근처', '추천', '본점')).toEqual([
    '하동관: name',
    '맛집: weightless',
    '근처: weightless',
    '추천: weightless',
    '본점: weightless',
  ]);
});

test('말끝에 붙은 맛집은 떼어 낸다', () => {
  expect(rolesOf('성수맛집', '강남역근처맛집', '맛집')).toEqual([
    '성수: name',
    '강남역: name',
    '맛집: weightless',
  ]);
});

test.each([
  ['성수맛집', '성수 맛집'],
  ['강남역근처맛집', '강남역 근처맛집'],
  ['맛집추천', '맛집추천'],
  ['산맛집', '산맛집'],
  ['하동관', '하동관'],
])('말끝에 붙은 맛집을 띄어 쓴다: %s → %s', (word, separated) => {
  expect(separateWeightlessEnd(word)).toBe(separated);
});

test.each([
  ['파스타', 'western'],
  ['카페', 'cafe'],
  ['국밥', 'soup'],
  ['이자카야', 'japanese'],
  ['이자카야', 'bar'],
  ['고깃집', 'grill'],
  ['빵집', 'bakery'],
  ['쌀국수', 'asian'],
])('%s는 먹거리의 종류다 (%s)', (word, category) => {
  const [read] = readQueryWords([word]);
  expect(read?.role === 'kind' && read.kind.categoryIds).toContain(category);
});
