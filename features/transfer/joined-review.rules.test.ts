import { describe, expect, test } from 'vitest';
import { EMPTY_PLACE } from './files/file-place.ts';
import { mergePlaces } from './files/merge-places.ts';
import { mergedFields } from './import-rows.rules.ts';
import { NO_FIELDS, rowOfFile } from './new-rows.ts';

/* A review that was private must not become public when two descriptions of one place are joined. */

const open = { review: '국물이 맑아요', rating: 4.5, isShared: true, isAnonymous: false };
const secret = { review: '사장님과 다툰 집', rating: null, isShared: false, isAnonymous: false };
const rated = { review: '', rating: 2, isShared: false, isAnonymous: false };
const silent = { review: '', rating: null, isShared: false, isAnonymous: false };
const anonymous = { review: '또 갈 집', rating: null, isShared: true, isAnonymous: true };

const CASES = [
  ['공개한 글 뒤에 나만 보는 글', open, secret, false],
  ['나만 보는 글 뒤에 공개한 글', secret, open, false],
  ['공개한 글 뒤에 나만 보는 평점', { ...open, rating: null }, rated, false],
  ['공개한 글 뒤에 글 없는 곳', open, silent, true],
  ['글 없는 곳 뒤에 공개한 글', silent, open, true],
  ['공개한 글 둘', open, anonymous, true],
  ['글 없는 곳 둘', silent, silent, false],
] as const;

describe('한 곳을 두 번 적은 것', () => {
  test.each(CASES)('파일 안에서 합친다: %s', (_, earlier, later, isShared) => {
    const merged = mergePlaces({ ...EMPTY_PLACE, ...earlier }, { ...EMPTY_PLACE, ...later });
    expect(merged.isShared).toBe(isShared);
    for (const { review } of [earlier, later]) expect(merged.review).toContain(review);
  });

  test.each(CASES)('가져온 줄끼리 합친다: %s', (_, earlier, later, isShared) => {
    const merged = mergedFields({ ...NO_FIELDS, ...earlier }, { ...NO_FIELDS, ...later });
    expect(merged?.isShared ?? false).toBe(isShared);
    for (const { review } of [earlier, later]) expect(merged?.review).toContain(review);
  });

  test('이름을 숨긴 글이 섞이면 이름을 숨긴다', () => {
    expect(mergePlaces({ ...EMPTY_PLACE, ...open }, { ...EMPTY_PLACE, ...anonymous })).toMatchObject({
      isShared: true,
      isAnonymous: true,
    });
  });
});

test('나만 보는 메모가 리뷰 끝으로 가면 리뷰를 공개하지 않는다', () => {
  const place = { ...EMPTY_PLACE, name: '온달집', ...open };
  expect(rowOfFile(place).fields).toMatchObject({ isShared: true });
  const { fields } = rowOfFile({ ...place, sourceMemo: '방송 12회', note: '비밀 메모' });
  expect(fields.review).toContain('비밀 메모');
  expect(fields.isShared ?? false).toBe(false);
});
