import { expect, test } from 'vitest';
import { changesOf, nameOfSubject } from './changes.rules.ts';

test('달라진 것만, 빈 것은 없는 것으로 말한다', () => {
  expect(
    changesOf({
      before: { name: '국수집', memo: '', tags: ['해장'], providedAt: 1 },
      after: { name: '국수집', memo: '새벽 방송', tags: [], providedAt: 1, isPrivate: false },
    }),
  ).toEqual([
    { name: 'memo', before: null, after: '새벽 방송' },
    { name: 'tags', before: '해장', after: null },
  ]);
});

test('카테고리의 차례가 바뀐 것이 이름으로 보인다', () => {
  const state = (...names: string[]) => ({
    categories: names.map((name, order) => ({ id: name, name, order })),
  });
  expect(changesOf({ before: state('면', '탕'), after: state('탕', '면') })).toEqual([
    { name: 'categories', before: '면, 탕', after: '탕, 면' },
  ]);
});

test('사라진 것은 전에 부르던 이름으로 부른다', () => {
  expect(nameOfSubject({ before: { title: '골목 한 바퀴' }, after: null })).toBe('골목 한 바퀴');
  expect(nameOfSubject({ before: null, after: null })).toBeNull();
});
