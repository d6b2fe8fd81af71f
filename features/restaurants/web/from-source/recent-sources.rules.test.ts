import { expect, test } from 'vitest';
import { recentSources } from './recent-sources.rules.ts';

const place = (sourceKind: 'tv' | 'person' | null, sourceMemo: string, linkedAt: number) => ({
  sourceKind,
  sourceMemo,
  linkedAt,
});

test('최근에 담은 곳의 출처부터, 같은 출처는 한 번만', () => {
  const list = [
    place('tv', '한 끼의 발견 12회', 1),
    place('person', '민지', 5),
    place('tv', '한 끼의 발견 12회 ', 9),
    place('tv', '', 10),
    place(null, '메모만', 11),
  ];
  expect(recentSources(list, { maximum: 5 })).toEqual([
    { kind: 'tv', memo: '한 끼의 발견 12회' },
    { kind: 'person', memo: '민지' },
  ]);
  expect(recentSources(list, { maximum: 1 })).toHaveLength(1);
});
