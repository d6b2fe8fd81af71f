import { expect, it } from 'vitest';
import { withArchived } from './filter-shortcuts.rules.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));

it('파일의 바로가기를 더하고, 기기의 것은 바꾸지 않고, 자리가 없는 것은 이름을 알린다', () => {
  const own = [{ name: '혼밥', search: { tag: '혼밥' } }];
  const archived = [
    { name: '혼밥', search: { tag: '다른 것' } },
    { name: '주차', search: { tag: '주차' } },
  ];
  expect(withArchived({ stored: own, archived })).toEqual({
    shortcuts: [own[0], archived[1]],
    added: 1,
    leftOut: [],
  });
  const nine = named('1', '2', '3', '4', '5', '6', '7', '8', '9');
  expect(withArchived({ stored: nine, archived: named('열', '열하나') })).toMatchObject({
    added: 1,
    leftOut: ['열하나'],
  });
});
