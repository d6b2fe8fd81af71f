import { describe, expect, test } from 'vitest';
import type { HomeSearch } from '#features/restaurants/home-search.rules.ts';
import { listEntries } from '#features/restaurants/list-view.rules.ts';
import { restaurant } from '../restaurants.test-factory.ts';
import { facetsOf } from './facets.ts';
import { viewEntries } from '#features/restaurants/view-entries.rules.ts';

/** Monday noon in Seoul. */
const now = Date.parse('2026-11-23T12:00+09:00');
const lunch: [number, number][] = [[1440 + 690, 210]];
const evening: [number, number][] = [[1440 + 1020, 240]];

const entries = listEntries({
  restaurants: [
    restaurant({
      id: 'kr:lunch',
      name: '점심집',
      openingSpans: lunch,
      hasParking: true,
      rating: 4.5,
      sourceKind: 'tv',
      neighbourhood: '성수동2가',
      customTags: ['국물'],
    }),
    restaurant({
      name: '저녁집',
      openingSpans: evening,
      hasParking: false,
      rating: 3,
      sourceKind: 'person',
      neighbourhood: '성수동2가',
    }),
    restaurant({ name: '모르는 집', neighbourhood: '연남동', customTags: ['국물', '혼밥'] }),
    restaurant({ name: '쉬는 집', openingSpans: lunch, businessStatus: 'closed_temporarily' }),
  ],
  categoryNames: new Map(),
  userLocation: null,
  official: new Map([['kr:lunch', ['good_price']]]),
});
const saved = (count: number) => ({ saved: count, provided: 0 });
const filters = (search: HomeSearch) => ({ search, found: null, now });
const shown = (search: HomeSearch) =>
  viewEntries(entries, filters(search)).entries.map(({ restaurant: { name } }) => name);

describe('필터', () => {
  test.each<[HomeSearch, string[]]>([
    [{ open: 1 }, ['점심집']],
    [{ parking: 1 }, ['점심집']],
    [{ rating: 3 }, ['점심집', '저녁집']],
    [{ rating: 4.5 }, ['점심집']],
    [{ source: 'person' }, ['저녁집']],
    [{ official: 'good_price' }, ['점심집']],
    [{ official: 'century' }, []],
    [{ hood: '성수동2가' }, ['점심집', '저녁집']],
    [{ hood: '성수동2가', open: 1, rating: 4 }, ['점심집']],
    [{ open: 1, source: 'person' }, []],
  ])('%j', (search, names) => {
    expect(shown(search)).toEqual(names);
  });

  test('값마다 다른 필터를 건 채로 몇 곳이 나올지 세고, 모르는 곳은 따로 센다', () => {
    const facets = facetsOf({ entries, filters: filters({ hood: '성수동2가' }) });
    expect(facets).toMatchObject({
      total: saved(2),
      open: { counted: saved(1), unknown: 0 },
      parking: { counted: saved(1), unknown: 0 },
      neighbourhoods: [
        ['성수동2가', saved(2)],
        ['연남동', saved(1)],
      ],
      tags: [['국물', saved(1)]],
    });
    expect(Object.fromEntries(facets.ratings)).toEqual({
      3: saved(2),
      4: saved(1),
      4.5: saved(1),
    });
    expect(Object.fromEntries(facets.sources)).toEqual({ tv: saved(1), person: saved(1) });
    // A list without a place has no count.
    expect([...facets.officials]).toEqual([['good_price', saved(1)]]);
    expect(facetsOf({ entries, filters: filters({}) })).toMatchObject({
      open: { counted: saved(1), unknown: 2 },
      parking: { counted: saved(1), unknown: 2 },
    });
  });

  test('제공 맛집은 내 맛집과 따로 세어, 목록의 제목과 같은 수를 보여 준다', () => {
    const withProvided = listEntries({
      restaurants: [restaurant({ name: '내 집', sourceKind: 'tv', hasParking: true })],
      provided: [
        restaurant({ name: '제공 하나', sourceKind: 'tv', hasParking: true }),
        restaurant({ name: '제공 둘' }),
      ],
      categoryNames: new Map(),
      userLocation: null,
    });
    const facets = facetsOf({ entries: withProvided, filters: filters({}) });
    const view = viewEntries(withProvided, filters({}));
    expect(facets.total).toEqual({ saved: view.savedCount, provided: view.statusCounts.provided });
    expect(facets).toMatchObject({
      total: { saved: 1, provided: 2 },
      parking: { counted: { saved: 1, provided: 1 } },
    });
    expect(facets.sources.get('tv')).toEqual({ saved: 1, provided: 1 });
    const onlyProvided = facetsOf({ entries: withProvided, filters: filters({ status: 'provided' }) });
    expect(onlyProvided.total).toEqual({ saved: 0, provided: 2 });
  });
});
