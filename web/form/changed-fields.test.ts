import { describe, expect, test } from 'vitest';
import { changedFields } from './changed-fields.ts';

describe('고친 것만 보내기', () => {
  type Values = { rating: number | null; review: string; customTags: string[]; place: { name: string } };
  const before: Values = { rating: 4, review: '좋다', customTags: ['혼밥'], place: { name: '국밥' } };

  test('그대로면 보낼 것이 없다', () => {
    const after = structuredClone(before);
    expect(changedFields({ before, after })).toEqual({});
  });

  test('지운 값과 목록 안의 값도 고친 것이다', () => {
    const after: Values = { ...before, rating: null, customTags: ['혼밥', '비'] };
    expect(changedFields({ before, after })).toEqual({ rating: null, customTags: ['혼밥', '비'] });
  });

  test('속에 든 것이 바뀌면 통째로 보낸다', () => {
    const after = { ...before, place: { name: '곰탕' } };
    expect(changedFields({ before, after })).toEqual({ place: { name: '곰탕' } });
  });
});
