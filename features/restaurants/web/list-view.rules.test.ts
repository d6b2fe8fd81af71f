import { describe, expect, test } from 'vitest';
import { personalSearch } from '#features/places/personal-search.rules.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import type { ListFilters } from '../list-filters.rules.ts';
import { viewEntries } from '../view-entries.rules.ts';
import type { HomeSearch, Sort } from '../home-search.rules.ts';
import { listEntries, sectionsOf, sortEntries, UNCATEGORISED } from '../list-view.rules.ts';
import { restaurant } from './restaurants.test-factory.ts';

const CITY_HALL = { lat: 37.5665, lng: 126.978 };
const categoryNames = new Map([
  ['soup', '국밥·탕'],
  ['noodles', '면·국수'],
]);

const entriesOf = (restaurants: MyRestaurant[]) =>
  listEntries({ restaurants, categoryNames, userLocation: CITY_HALL });
const names = (entries: { restaurant: MyRestaurant }[]) => entries.map((entry) => entry.restaurant.name);
const sorted = (restaurants: MyRestaurant[], sort: Sort) => names(sortEntries(entriesOf(restaurants), sort));

const view = (restaurants: MyRestaurant[], { typed = '', ...search }: HomeSearch & { typed?: string }) => {
  const entries = entriesOf(restaurants);
  return viewEntries(entries, { search, found: personalSearch(entries, typed), now: 0 });
};

test('자리가 바뀌어도 찾는 글은 그대로 쓰고, 집이나 카테고리 이름이 바뀌면 새로 만든다', () => {
  const place = restaurant({ name: '새뜰곰탕', categoryId: 'soup', coordinates: CITY_HALL });
  const searchedOf = (given: Partial<Parameters<typeof listEntries>[0]>) =>
    listEntries({ restaurants: [place], categoryNames, userLocation: CITY_HALL, ...given })[0]?.searched;
  const texts = searchedOf({});
  expect(texts?.labels).toContain('국밥·탕');
  expect(searchedOf({ userLocation: null })).toBe(texts);
  expect(searchedOf({ categoryNames: new Map([['soup', 'Soup']]) })?.labels).toContain('Soup');
  expect(searchedOf({ restaurants: [{ ...place, name: '노을곰탕' }] })?.name).toBe('노을곰탕');
});

describe('정렬', () => {
  test('최근 담은 순', () => {
    const places = [
      restaurant({ name: '어제', linkedAt: 2 }),
      restaurant({ name: '오늘', linkedAt: 3 }),
      restaurant({ name: '그제', linkedAt: 1 }),
    ];
    expect(sorted(places, 'recent')).toEqual(['오늘', '어제', '그제']);
  });

  test('평점 높은 순, 평점이 없으면 맨 뒤', () => {
    const places = [
      restaurant({ name: '없음', rating: null, linkedAt: 9 }),
      restaurant({ name: '반점', rating: 0.5 }),
      restaurant({ name: '만점', rating: 5 }),
    ];
    expect(sorted(places, 'rating')).toEqual(['만점', '반점', '없음']);
  });

  test('가까운 순, 위치를 모르면 맨 뒤', () => {
    const places = [
      restaurant({ name: '어딘지 모름', linkedAt: 9 }),
      restaurant({ name: '부산', coordinates: { lat: 35.18, lng: 129.07 } }),
      restaurant({ name: '시청 앞', coordinates: CITY_HALL }),
    ];
    expect(sorted(places, 'distance')).toEqual(['시청 앞', '부산', '어딘지 모름']);
  });

  test('내 위치를 모르면 거리순은 최근순이다', () => {
    const entries = listEntries({
      restaurants: [
        restaurant({ name: '먼저', coordinates: CITY_HALL, linkedAt: 1 }),
        restaurant({ name: '나중', coordinates: CITY_HALL, linkedAt: 2 }),
      ],
      categoryNames,
      userLocation: null,
    });
    expect(names(sortEntries(entries, 'distance'))).toEqual(['나중', '먼저']);
  });

  test('이름순은 가나다순이고 숫자는 값으로 잰다', () => {
    const places = ['하동관', '12월', 'Egg', '가마솥', '2월'].map((name) => restaurant({ name }));
    expect(sorted(places, 'name')).toEqual(['2월', '12월', '가마솥', '하동관', 'Egg']);
  });

  test('같으면 최근 것이 먼저, 그다음은 언제나 같은 순서', () => {
    const places = [
      restaurant({ name: '나', rating: 4, linkedAt: 1 }),
      restaurant({ name: '가', rating: 4, linkedAt: 1 }),
      restaurant({ name: '다', rating: 4, linkedAt: 2 }),
    ];
    expect(sorted(places, 'rating')).toEqual(['다', '가', '나']);
    expect(sorted(places.toReversed(), 'rating')).toEqual(['다', '가', '나']);
  });

  test('담은 곳, 공유받은 곳, 추천 맛집 순으로 나뉘고, 그 안에서 각각 정렬한다', () => {
    const far = { lat: 35.18, lng: 129.07 };
    const entries = listEntries({
      restaurants: [
        restaurant({ name: '공유받은 곳', sharedListId: 'list', linkedAt: 9 }),
        restaurant({ name: '먼저 담은 곳', linkedAt: 1 }),
        restaurant({ name: '나중에 담은 곳', coordinates: far, linkedAt: 2 }),
      ],
      provided: [
        restaurant({ name: '먼 추천', coordinates: far, linkedAt: 8 }),
        restaurant({ name: '가까운 추천', coordinates: CITY_HALL, linkedAt: 7 }),
      ],
      categoryNames,
      userLocation: CITY_HALL,
    });
    const mine = ['나중에 담은 곳', '먼저 담은 곳', '공유받은 곳'];
    expect(names(sortEntries(entries, 'recent'))).toEqual([...mine, '먼 추천', '가까운 추천']);
    const nearest = sortEntries(entries, 'recent', 'distance');
    expect(names(nearest)).toEqual([...mine, '가까운 추천', '먼 추천']);
    expect(names(sortEntries(entries, 'distance')).slice(0, 3)).toEqual(mine);
    expect(sectionsOf(nearest)).toEqual([
      { name: 'mine', from: 0, count: 2 },
      { name: 'shared', from: 2, count: 1 },
      { name: 'provided', from: 3, count: 2 },
    ]);
  });

  test('받은 목록의 순서를 바꾸지 않는다', () => {
    const entries = entriesOf([
      restaurant({ name: '먼저', linkedAt: 1 }),
      restaurant({ name: '나중', linkedAt: 2 }),
    ]);
    sortEntries(entries, 'recent');
    expect(names(entries)).toEqual(['먼저', '나중']);
  });
});

describe('필터', () => {
  const places = [
    restaurant({ name: '국밥', categoryId: 'soup', customTags: ['혼밥'], coordinates: CITY_HALL }),
    restaurant({
      name: '곰탕',
      categoryId: 'soup',
      status: '방문 완료',
      coordinates: { lat: 37.58, lng: 126.98 },
    }),
    restaurant({
      name: '냉면',
      categoryId: 'noodles',
      status: '방문 완료',
      coordinates: { lat: 35.18, lng: 129.07 },
    }),
    restaurant({ name: '없어진 분류', categoryId: 'gone' }),
    restaurant({ name: '분류 없음', customTags: ['혼밥', '여름'] }),
  ];
  const shown = (filters: Parameters<typeof view>[1]) => names(view(places, filters).entries);

  test('필터가 없으면 모두', () => expect(shown({})).toHaveLength(5));

  test('카테고리로, 모르는 카테고리는 미분류로', () => {
    expect(shown({ category: 'soup' })).toEqual(['국밥', '곰탕']);
    expect(shown({ category: UNCATEGORISED })).toEqual(['없어진 분류', '분류 없음']);
  });

  test('방문 상태로', () => expect(shown({ status: 'done' })).toEqual(['곰탕', '냉면']));

  test('태그로, 통째로 같아야 한다', () => {
    expect(shown({ tag: '혼밥' })).toEqual(['국밥', '분류 없음']);
    expect(shown({ tag: '혼' })).toEqual([]);
  });

  test('내 주변 3km, 위치를 모르면 빼고', () => expect(shown({ near: 1 })).toEqual(['국밥', '곰탕']));

  test('지도에 보이는 곳', () => {
    expect(shown({ area: '35,129,36,130' })).toEqual(['냉면']);
  });

  test('글로, 이름과 주소와 태그에서 한국어답게 찾는다', () => {
    const list = [
      restaurant({ name: '하동관', address: '서울 중구 명동', customTags: ['점심'] }),
      restaurant({ name: '할매국밥', address: '전주시 완산구', customTags: ['비오는날'] }),
    ];
    const found = (typed: string) => names(view(list, { typed }).entries);
    expect(found('ㅎㄷㄱ')).toEqual(['하동관']);
    expect(found('국ㅂ')).toEqual(['할매국밥']);
    expect(found('rnrqkq')).toEqual(['할매국밥']);
    expect(found('명동')).toEqual(['하동관']);
    expect(found('비오는')).toEqual(['할매국밥']);
    expect(found('국밥 전주')).toEqual(['할매국밥']);
    expect(found('국밥 부산')).toEqual(['할매국밥']);
    expect(found('없는집')).toEqual([]);
  });

  test('글로, 필터 밖에 잘 맞는 집이 많아도 필터 안의 비슷한 집을 찾는다', () => {
    const entries = entriesOf([
      ...Array.from({ length: 4 }, (_, n) => restaurant({ name: `나릿골 ${n}호점`, categoryId: 'soup' })),
      restaurant({ name: '나랏골', categoryId: 'noodles' }),
    ]);
    const found = (search: HomeSearch) => {
      const shown = (matches: ListFilters['found']) =>
        viewEntries(entries, { search, found: matches, now: 0 }).entries;
      return names(shown(personalSearch(entries, '나릿골', undefined, shown(null))));
    };
    expect(found({ category: 'noodles' })).toEqual(['나랏골']);
    expect(found({ category: 'soup' })).toHaveLength(4);
    expect(found({})).not.toContain('나랏골');
  });

  test('글로, 동 이름과 카테고리에서도 찾고, 잘 맞는 집이 먼저다', () => {
    const list = [
      restaurant({ name: '가온식당', address: '서울 중구 명동길 3' }),
      restaurant({ name: '새뜰곰탕', neighbourhood: '성수동2가', categoryId: 'soup' }),
      restaurant({ name: '명동국수', categoryId: 'noodles' }),
    ];
    const found = (typed: string) => names(view(list, { typed }).entries);
    expect(found('명동')).toEqual(['명동국수', '가온식당']);
    expect(found('성수')).toEqual(['새뜰곰탕']);
    expect(found('국밥')).toEqual(['새뜰곰탕']);
    expect(found('면')).toEqual(['명동국수']);
  });

  test('검색어로, 다른 필터와 함께', () => {
    expect(shown({ typed: 'ㄱㅌ' })).toEqual(['곰탕']);
    expect(shown({ typed: 'ㄱㅌ', status: 'todo' })).toEqual([]);
  });

  test('카테고리마다 다른 필터를 통과할 수를 센다, 0도', () => {
    const { categoryCounts, savedCount, statusCounts } = view(places, {
      status: 'done',
      category: 'noodles',
    });
    expect(Object.fromEntries(categoryCounts)).toEqual({
      soup: { saved: 1, provided: 0 },
      noodles: { saved: 1, provided: 0 },
      [UNCATEGORISED]: { saved: 0, provided: 0 },
    });
    expect(savedCount).toBe(places.length);
    expect(statusCounts).toEqual({ todo: 0, done: 1, provided: 0 });
  });

  test('전체에는 필터를 모두 풀었을 때의 수를 센다', () => {
    expect(view(places, { rating: 4.5, status: 'done' }).savedCount).toBe(places.length);
    expect(view(places, { typed: 'ㄱㅌ', rating: 4.5 }).savedCount).toBe(1);
  });
});
