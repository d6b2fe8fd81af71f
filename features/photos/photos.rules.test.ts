import { describe, expect, test } from 'vitest';
import { canAttach, dimensionsIn, imageTypeOf, photoUrl } from './photos.rules.ts';

test('사진의 주소에는 크기와, 있으면 공유 링크의 비밀이 들어간다', () => {
  expect(photoUrl({ photoId: 'p', size: 'small' })).toBe('/api/photos/p/small');
  expect(photoUrl({ photoId: 'p', size: 'large', share: 'a b&c' })).toBe(
    '/api/photos/p/large?share=a%20b%26c',
  );
});

test('작은 크기도 비율이 같고, 작은 사진은 키우지 않는다', () => {
  expect(dimensionsIn('medium', { width: 1536, height: 2048 })).toEqual({ width: 720, height: 960 });
  expect(dimensionsIn('small', { width: 2048, height: 3 })).toEqual({ width: 320, height: 1 });
  expect(dimensionsIn('large', { width: 40, height: 30 })).toEqual({ width: 40, height: 30 });
});

describe('붙일 수 있는 사진', () => {
  test.each([
    { before: [], after: ['a'], limit: 1, allowed: true },
    { before: [], after: ['a', 'b'], limit: 1, allowed: false },
    { before: ['a', 'b', 'c'], after: ['c', 'a'], limit: 1, allowed: true },
    { before: ['a', 'b', 'c'], after: ['a', 'd'], limit: 1, allowed: false },
    { before: ['a', 'b'], after: [], limit: 0, allowed: true },
  ])('$before → $after, $limit장까지: $allowed', ({ before, after, limit, allowed }) => {
    expect(canAttach({ before, after, limit }).allowed).toBe(allowed);
  });
});

test('형식은 첫 바이트로 안다', () => {
  const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
  const cases: [string, ReturnType<typeof imageTypeOf>][] = [
    ['\xff\xd8\xff\xe0', 'jpeg'],
    ['\x89PNG\r\n\x1a\n', 'png'],
    ['RIFF\x10\0\0\0WEBPVP8 ', 'webp'],
    ['GIF89a', 'gif'],
    ['\0\0\0\x1cftypmif1\0\0\0\0mif1avif', 'avif'],
    ['\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'heic'],
    ['\0\0\0\x18ftypmp42\0\0\0\0mp42isom', null],
    ['RIFF\x10\0\0\0WAVEfmt ', null],
    ['MZ\x90\0', null],
    ['', null],
  ];
  for (const [text, type] of cases) expect([text, imageTypeOf(bytes(text))]).toEqual([text, type]);
});
