import { describe, expect, test } from 'vitest';
import { nextReviewStep, isVisible, sharedContent } from './reviews.rules.ts';

const link = {
  isShared: true,
  isAnonymous: false,
  rating: 4.5,
  review: '국물이 맑아요.',
  userPhotoFilenames: [],
};
const content = { rating: 4.5, reviewText: '국물이 맑아요.', isAnonymous: false, photoIds: [] };

describe('링크에서 보여 주는 것', () => {
  test('나누고 무언가 말했을 때만 있다', () => {
    expect(sharedContent(link)).toEqual(content);
    expect(sharedContent({ ...link, rating: null })).toEqual({ ...content, rating: null });
    expect(sharedContent({ ...link, isShared: false })).toBeNull();
    expect(sharedContent({ ...link, rating: null, review: '' })).toBeNull();
    expect(sharedContent(null)).toBeNull();
  });
});

describe('리뷰는 링크를 따른다', () => {
  const kept = { ...content, isWithdrawn: false };
  const withdrawn = { ...content, isWithdrawn: true };

  test.each([
    ['처음 나누면 올린다', null, content, 'publish'],
    ['고치면 다시 올린다', kept, { ...content, rating: 5 }, 'publish'],
    ['이름을 감추면 다시 올린다', kept, { ...content, isAnonymous: true }, 'publish'],
    ['사진을 바꾸면 다시 올린다', kept, { ...content, photoIds: ['a'] }, 'publish'],
    ['거둔 뒤 다르게 나누면 새로 올린다', withdrawn, { ...content, reviewText: '또 갔어요.' }, 'publish'],
    ['거둔 것을 그대로 다시 나누면 있던 대로 돌아온다', withdrawn, content, 'bring back'],
    ['달라진 것이 없으면 그대로 둔다', kept, content, 'nothing'],
    ['나누지 않으면 거둔다', kept, null, 'withdraw'],
    ['이미 거둔 것은 그대로 둔다', withdrawn, null, 'nothing'],
    ['없던 것은 거둘 것도 없다', null, null, 'nothing'],
  ] as const)('%s', (_, existing, shared, step) => {
    expect(nextReviewStep({ existing, content: shared })).toBe(step);
  });
});

test('확인 중인 리뷰는 먼저 보여 줄 때만 보이고, 거절한 리뷰는 보이지 않는다', () => {
  const seen = (mode: 'post' | 'pre') =>
    (['pending', 'approved', 'rejected'] as const).filter((status) => isVisible({ status, mode }));
  expect(seen('post')).toEqual(['pending', 'approved']);
  expect(seen('pre')).toEqual(['approved']);
});
