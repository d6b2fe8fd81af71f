import { expect, test } from 'vitest';
import { bodyOf } from './submission.rules.ts';

const place = { from: 'maps', placeId: 'a' } as const;

test('아직 가지 않은 집에는 평점도 한 줄도 없다', () => {
  const form = {
    place,
    status: '방문 예정',
    rating: 4,
    review: '맛있다',
    isShared: true,
    sourceMemo: '3화',
  } as const;
  expect(bodyOf(form)).toEqual({ place, status: '방문 예정', sourceMemo: '3화' });
  expect(bodyOf({ ...form, status: '방문 완료' })).toMatchObject({
    rating: 4,
    review: '맛있다',
    isShared: true,
  });
});
