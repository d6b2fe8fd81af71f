import { expect, test } from 'vitest';
import { sourceParts } from './source-parts.ts';

test.each([
  ['성수동 국수 · https://youtu.be/abc?t=83', '성수동 국수', 'https://youtu.be/abc?t=83'],
  ['친구가 보낸 글 https://blog.naver.com/a/1', '친구가 보낸 글', 'https://blog.naver.com/a/1'],
  ['https://www.instagram.com/p/Cabc/', 'instagram.com', 'https://www.instagram.com/p/Cabc/'],
  ['가 · 나 · https://a.example/', '가 · 나', 'https://a.example/'],
  ['맛있는 녀석들 300회', '맛있는 녀석들 300회', null],
  ['https://a.example/ 에서 봤다', 'https://a.example/ 에서 봤다', null],
  ['http://a.example/', 'http://a.example/', null],
  ['javascript:alert(1)', 'javascript:alert(1)', null],
  ['https://', 'https://', null],
  ['', '', null],
])('%s', (memo, text, url) => expect(sourceParts(memo)).toEqual({ text, url, more: [] }));

test('뒤따르는 링크는 저마다 남는다', () =>
  expect(sourceParts('세 곳 · https://blog.naver.com/a/1 · https://map.naver.com/p/entry/place/1')).toEqual({
    text: '세 곳',
    url: 'https://blog.naver.com/a/1',
    more: [{ text: 'map.naver.com', url: 'https://map.naver.com/p/entry/place/1' }],
  }));

test('글이 2,000자여도 곧 끝난다', () =>
  expect(sourceParts(`${'가 '.repeat(1_000)}https://x`).url).toBe('https://x'));
