import { expect, test } from 'vitest';
import { breakIntoLines, shortenToFit } from './text-layout.ts';

/** A line with room for ten characters. */
const fits = (text: string) => [...text].length <= 10;
const lines = (text: string, most = 3) => breakIntoLines(text, { most, fits });

test('짧은 글은 그대로 두고, 긴 글은 말줄임표로 줄인다', () => {
  expect(shortenToFit('하늘 아래 첫 국밥', fits)).toBe('하늘 아래 첫 국밥');
  expect(shortenToFit('하늘 아래 첫 국밥집', fits)).toBe('하늘 아래 첫 국…');
  expect(shortenToFit('가나다라 마바사아 자', fits)).toBe('가나다라 마바사아…');
});

test('한 글자도 들어가지 않아도 첫 글자는 남긴다', () => {
  expect(shortenToFit('맛집', () => false)).toBe('맛…');
  expect(breakIntoLines('맛집 목록', { most: 2, fits: () => false })).toEqual(['맛집', '목…']);
});

test('낱말 사이에서 줄을 바꾸고, 마지막 줄은 말줄임표로 끝난다', () => {
  expect(lines('부모님과 가고 싶은 맛집')).toEqual(['부모님과 가고 싶은', '맛집']);
  expect(lines('부모님과 가고 싶은 서울의 오래된 국밥집', 2)).toEqual([
    '부모님과 가고 싶은',
    '서울의 오래된 국…',
  ]);
});

test('아주 긴 낱말이 있으면 글자 사이에서도 줄을 바꾼다', () => {
  expect(lines('Longestword in here')).toEqual(['Longestwor', 'd in here']);
});

test('빈 글은 한 줄이다', () => {
  expect(lines('')).toEqual(['']);
});
