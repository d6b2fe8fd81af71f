import { describe, expect, test } from 'vitest';
import { formatArea, parseArea, readHomeSearch } from './home-search.rules.ts';

describe('홈 화면의 주소', () => {
  test('아는 것은 읽고 모르는 것은 버린다', () => {
    expect(
      readHomeSearch({
        q: '곰탕',
        category: 'soup',
        status: 'done',
        sort: 'rating',
        near: 1,
        selected: 'a',
        x: 1,
      }),
    ).toEqual({ q: '곰탕', category: 'soup', status: 'done', sort: 'rating', near: 1, selected: 'a' });
  });

  test('말이 안 되는 값은 오류가 아니라 없는 값이다', () => {
    const search = {
      q: { a: 1 },
      status: '방문',
      sort: 'price',
      near: 'yes',
      area: '1,2,3',
      tag: null,
      selected: [],
    };
    expect(Object.keys(readHomeSearch(search))).toEqual([]);
  });

  test('숫자나 참 거짓처럼 생긴 글도 글이다', () => {
    expect(readHomeSearch({ q: 119, tag: true })).toMatchObject({ q: '119', tag: 'true' });
  });

  test('빈 글은 없는 글이고, 긴 글은 잘린다', () => {
    expect(readHomeSearch({ q: '' }).q).toBeUndefined();
    expect(readHomeSearch({ q: '가'.repeat(500) }).q).toHaveLength(100);
  });

  test('지도의 네모는 주소를 거쳐도 적어도 그만큼 넓다', () => {
    const area = { south: 37.123456, west: 126.987654, north: 37.654321, east: 127.123456 };
    const back = parseArea(formatArea(area));
    expect(back).toEqual({ south: 37.1234, west: 126.9876, north: 37.6544, east: 127.1235 });
  });

  test('지구를 한 바퀴 넘게 보는 지도의 네모도 주소에 담긴다', () => {
    const area = { south: -60, west: -230.5, north: 75, east: 214.25 };
    expect(readHomeSearch({ area: formatArea(area) }).area).toBe('-60,-180,75,180');
    expect(formatArea({ ...area, west: 40 })).toBe('-60,40,75,180');
  });

  test.each(['', '1,2,3,4,5', '38,126,37,127', '37,128,38,127', '-91,0,0,1', '37,,38,127', 'a,b,c,d'])(
    '%s: 네모가 아니다',
    (value) => expect(parseArea(value)).toBeNull(),
  );
});
