import { describe, expect, test } from 'vitest';
import { personalSearch, prepareForSearch, type SearchedTexts } from './personal-search.rules.ts';

const place = (name: string, facts: Partial<SearchedTexts> = {}) => ({
  searched: {
    name,
    labels: [],
    address: '',
    neighbourhood: '',
    categoryId: null,
    coordinates: null,
    ...facts,
  },
});

const places = [
  place('새뜰곰탕', {
    address: '서울특별시 성동구 새뜰로 39-9',
    neighbourhood: '성수동2가',
    categoryId: 'soup',
    labels: ['국밥·탕'],
  }),
  place('트라토리아 몬', {
    address: '서울특별시 성동구 연무장길 3',
    neighbourhood: '성수동2가',
    categoryId: 'western',
    labels: ['양식', '기념일'],
  }),
  place('밍글스', {
    address: '서울특별시 강남구 도산대로67길 19',
    neighbourhood: '청담동',
    categoryId: 'western',
  }),
  place('하동관', { address: '서울특별시 중구 명동9길 12', neighbourhood: '을지로1가', categoryId: 'soup' }),
  place('STARBUCKS 명동점', {
    address: '서울특별시 중구 명동길 1',
    neighbourhood: '명동1가',
    categoryId: 'cafe',
  }),
  place('KFC', { address: '경상북도 포항시 북구 중앙로 1', categoryId: 'fast-food' }),
  place('버들국수', {
    address: '서울특별시 마포구 버들길 1',
    neighbourhood: '연남동',
    categoryId: 'noodles',
  }),
  place('ＷＯＷ９통닭（본점）', { categoryId: 'fast-food' }),
  place('비에이치씨 연남점', { categoryId: 'fast-food' }),
  place('교리김밥', { address: '서울특별시 마포구 동교로 2', neighbourhood: '동교동', categoryId: 'bunsik' }),
];

const search = (typed: string, among = places) => {
  const found = personalSearch(among, typed);
  return [...(found ?? [])]
    .toSorted(([, a], [, b]) => a.cost - b.cost)
    .map(([{ searched }, each]) => ({ name: searched.name, searched, ...each }));
};
const names = (typed: string, among = places) => search(typed, among).map(({ name }) => name);

test('저장한 주소가 옛 이름이어도 새 이름으로, 새 이름이어도 옛 이름으로 찾는다', () => {
  const before = place('담양집', { address: '전라남도 담양군 담양읍 죽향로 9', neighbourhood: '담양읍' });
  const after = place('충장집', { address: '전남광주통합특별시 동구 충장로 3', neighbourhood: '충장로1가' });
  const seogu = place('가정집', { address: '인천광역시 서구 가정로 9', neighbourhood: '가정동' });
  const saved = [before, after, seogu];
  const matching = (typed: string) => names(typed, saved).toSorted();
  expect(matching('전남광주')).toEqual(['담양집', '충장집'].toSorted());
  expect(matching('전남 담양')).toEqual(['담양집']);
  expect(matching('광주')).toContain('충장집');
  expect(matching('서해구')).toEqual(['가정집']);
  expect(matching('검단구')).toEqual([]);
  expect(matching('인천 서구')).toEqual(['가정집']);
});

test('미리 준비한 집에서도 똑같이 찾는다', () => {
  for (const typed of ['mingles', '스타벅스', '하둥관', '성수 곰탕', '하동관명동', '뷁']) {
    const prepared = structuredClone(places);
    for (const { searched } of prepared) prepareForSearch(searched);
    expect(names(typed, prepared)).toEqual(names(typed, structuredClone(places)));
  }
  expect(names('mingles')).toEqual(['밍글스']);
});

test('아무것도 치지 않으면 고르지 않고, 문장 부호뿐이면 아무것도 없다', () => {
  expect(personalSearch(places, '  ')).toBeNull();
  expect(names('!?')).toEqual([]);
});

describe('치는 모든 말', () => {
  test.each([
    ['하동관', '하동관'],
    ['ㅎㄷㄱ', '하동관'],
    ['gkehdrhks', '하동관'],
    ['GKEHDRHKS', '하동관'],
    ['TJDTN VKTMXK', '트라토리아 몬'],
    ['하동관 맛집', '하동관'],
    ['하동관맛집', '하동관'],
    ['wow9', 'ＷＯＷ９통닭（본점）'],
    ['ｗｏｗ９ 통닭', 'ＷＯＷ９통닭（본점）'],
    ['명동 하동관', '하동관'],
    ['하동관명동', '하동관'],
    ['하동관 본점', '하동관'],
    ['새뜰로 39-9', '새뜰곰탕'],
    ['새뜰로39-9', '새뜰곰탕'],
    ['성수동2가 곰탕', '새뜰곰탕'],
    ['성수 국밥', '새뜰곰탕'],
    ['성수역 파스타', '트라토리아 몬'],
    ['성수 파스타', '트라토리아 몬'],
    ['경북 햄버거', 'KFC'],
    ['mingles', '밍글스'],
    ['kimbap', '교리김밥'],
    ['seongsu pasta', '트라토리아 몬'],
    ['스타벅스', 'STARBUCKS 명동점'],
    ['starbucks', 'STARBUCKS 명동점'],
    ['케이에프씨', 'KFC'],
    ['bhc', '비에이치씨 연남점'],
    ['기념일', '트라토리아 몬'],
    ['서울시 연남동', '버들국수'],
  ])('%s: %s', (typed, expected) => {
    const [first] = search(typed);
    expect(first?.name).toBe(expected);
    expect(first?.closeness).toBe('match');
  });

  test('초성은 낱말의 경계를 넘지 않는다', () => {
    expect(names('ㄱㅂ')).toContain('교리김밥');
    expect(names('ㄱㅂ')).not.toContain('버들국수');
    expect(names('ㅂㄷㄱ')).toEqual(['버들국수']);
  });
});

describe('차례', () => {
  test('이름이 주소보다, 이름의 처음이 가운데보다 먼저다', () => {
    const among = [
      place('가온식당', { address: '서울 중구 명동길 3' }),
      place('옛날명동집', { address: '서울 은평구 연서로 3' }),
      place('명동교자', { address: '서울 용산구 이태원로 3' }),
    ];
    expect(names('명동', among)).toEqual(['명동교자', '옛날명동집', '가온식당']);
  });

  test('맞는 집이 여럿이면 비슷한 소리나 종류는 추가하지 않는다', () => {
    const among = [
      ...['가', '나', '다', '라'].map((each) => place(`${each}냉면`, { categoryId: 'noodles' })),
      place('손칼국수', { categoryId: 'noodles' }),
    ];
    expect(names('냉면', among)).not.toContain('손칼국수');
    expect(names('냉면', among.slice(1))).toContain('손칼국수');
  });
});

describe('역 이름', () => {
  const seongsu = { lat: 37.5446, lng: 127.0559 };
  const places = [
    place('가까운 집', {
      address: '서울특별시 성동구 연무장길 3',
      coordinates: { lat: 37.5421, lng: 127.0561 },
    }),
    place('먼 집', { address: '서울특별시 성동구 왕십리로 3', coordinates: { lat: 37.5612, lng: 127.0371 } }),
    place('모르는 집'),
  ];
  const found = (typed: string) =>
    [...(personalSearch(places, typed, (word) => (word === '성수역' ? [seongsu] : [])) ?? [])].map(
      ([{ searched }]) => searched.name,
    );

  test('주소에 그 이름이 없어도 1.5km 안의 집을 찾는다', () => {
    expect(found('성수역')).toEqual(['가까운 집']);
    expect(found('성수역 집')).toEqual(['가까운 집']);
  });

  test('역을 붙이지 않은 동네 이름은 역이 아니다', () => expect(found('성수')).toEqual([]));
});

describe('하나 잘못 친 말', () => {
  test.each([
    ['하둥관', '하동관'],
    ['하동간', '하동관'],
    ['동하관', '하동관'],
    ['새뜰곰탄', '새뜰곰탕'],
    ['gkendrhks', '하동관'],
    ['GKENDRHKS', '하동관'],
    ['밍글스스', '밍글스'],
    ['연난동', '버들국수'],
  ])('%s: %s', (typed, expected) => {
    const [first] = search(typed);
    expect(first?.name).toBe(expected);
    expect(first?.closeness).toBe('guess');
  });

  test('맞는 집보다 위에 오지 않는다', () => {
    const among = [place('하둥관'), place('하동관')];
    expect(search('하둥관', among).map(({ name, closeness }) => [name, closeness])).toEqual([
      ['하둥관', 'match'],
      ['하동관', 'guess'],
    ]);
  });

  test('두 글자는 낱말 전체가 비슷해야 한다', () => {
    expect(names('명둥', [place('명동교자'), place('명동 칼국수')])).toEqual(['명동 칼국수']);
  });
});

describe('맞는 것이 없는 말', () => {
  test('가장 많은 말이 맞는 집을 보여 준다', () => {
    expect(search('하동관 뷁뷁').map(({ name, closeness }) => [name, closeness])).toEqual([
      ['하동관', 'partial'],
    ]);
    expect(names('청담동 곰탕')).toEqual(['새뜰곰탕', '밍글스', '하동관']);
    expect(names('뷁뷁 쀍쀍')).toEqual([]);
  });
});

describe('표시', () => {
  const marked = (typed: string, text: string, where: 'inName' | 'elsewhere' = 'inName') =>
    search(typed)[0]
      ?.[where](text)
      .map(([start, end]) => text.slice(start, end));

  test('이름에서 찾은 말은 이름에, 나머지는 주소에', () => {
    expect(marked('명동 하동관', '하동관')).toEqual(['하동관']);
    expect(marked('명동 하동관', '서울 중구 명동9길 12', 'elsewhere')).toEqual(['명동']);
    expect(marked('하동관', '서울 중구 하동관길 12', 'elsewhere')).toEqual([]);
    expect(marked('ㅎㄷ', '하동관')).toEqual(['하동']);
    expect(marked('성수', '성수동2가', 'elsewhere')).toEqual(['성수']);
  });

  test('고쳐 읽은 이름은 고친 그대로, 소리가 같은 이름은 그 낱말에', () => {
    expect(marked('하둥관', '하동관')).toEqual(['하동관']);
    expect(marked('스타벅스', 'STARBUCKS 명동점')).toEqual(['STARBUCKS']);
    expect(marked('mingles', '밍글스')).toEqual(['밍글스']);
    expect(marked('kimbap', '교리김밥')).toEqual(['김밥']);
  });
});
