import { expect, it } from 'vitest';
import { type Additive, additionsBetween, withSource } from './another-source.rules.ts';

const EMPTY: Additive = {
  status: '방문 예정',
  rating: null,
  review: '',
  customTags: [],
  sourceKind: null,
  sourceMemo: '',
  userCategoryOverrideId: null,
  visitedAt: null,
  isShared: false,
};
const added = (before: Partial<Additive>, source: Partial<Additive>) => {
  const [saved, other] = [
    { ...EMPTY, ...before },
    { ...EMPTY, ...source },
  ];
  const after = withSource(saved, other);
  return { after, counts: additionsBetween(saved, after, other) };
};

it('다른 회원이 보는 리뷰는 바꾸지 않고, 두 번째 글은 메모에 남긴다', () => {
  const { after, counts } = added({ isShared: true, review: '공개한 글' }, { review: '다른 앱에\n쓴 글' });
  expect(after).toMatchObject({ review: '공개한 글', sourceMemo: '다른 앱에 쓴 글' });
  expect(counts).toMatchObject({ reviews: 0, memos: 1, leftOut: 0 });
});

it('자리가 없어 담지 못한 것을 센다', () => {
  const tags = Array.from({ length: 20 }, (_, at) => `태그${at}`);
  expect(added({ customTags: tags.slice(1) }, { customTags: ['태그0', '하나', '둘'] }).counts).toMatchObject({
    tags: 1,
    leftOut: 2,
  });
  expect(added({ review: '가'.repeat(1_500) }, { review: '나'.repeat(1_500) }).counts).toMatchObject({
    reviews: 1,
    leftOut: 1,
  });
  const shared = { isShared: true, review: '공개', rating: null };
  expect(added(shared, { review: '나'.repeat(300), customTags: ['국수'], rating: 4 }).counts).toMatchObject({
    tags: 1,
    leftOut: 2,
  });
});
