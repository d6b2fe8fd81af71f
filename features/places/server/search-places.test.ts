import { getChoseong } from 'es-hangul';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePlaces } from '../../../bench/generated-places.ts';
import { type AllPlaces, exhaustiveSearch, readAllPlaces } from '../../../bench/places-exhaustive.ts';
import { queryClasses } from '../../../bench/places-queries.ts';
import { koreanQuery } from '#common/korean.ts';
import { signUpMember } from '#features/account/server/account.test-factory.ts';
import { listOf } from '#features/restaurants/server/restaurants.test-factory.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { searchPoint } from './cells.ts';
import { countSavedPlaces } from './count-saves.ts';
import { UNKNOWN_MASK } from './location-mask.ts';
import { seedPlaces } from './places.test-factory.ts';
import { searchPlaces } from './search-places.ts';

const POINTS = [
  { lat: 37.5665, lng: 126.978 },
  { lat: 35.1587, lng: 129.1604 },
  { lat: 36.99, lng: 129.4 },
  { lat: 36, lng: 124.6 },
];

describe('나라 곳곳의 4,000곳에서', () => {
  let opened: TestDatabase;
  let all: AllPlaces;

  beforeAll(async () => {
    opened = await createTestDatabase({ max: 4 });
    const places = [...makePlaces({ count: 4000, seed: 1, closedShare: 0.4 })];
    await seedPlaces(
      opened.database,
      places.map((place, at) => ({
        placeId: `made:${at}`,
        name: place.name,
        address: `${place.province} ${place.district} ${place.road} ${place.number} (${place.dong})`,
        // Some places are stored without coordinates.
        ...(at % 20 === 7 ? { lat: null, lng: null } : { lat: place.lat, lng: place.lng }),
        businessStatus: place.isClosed ? 'closed_permanently' : 'operational',
        updatedOn: at % 3 === 0 ? new Date().toISOString().slice(0, 10) : '2009-05-05',
      })),
    );
    all = await readAllPlaces(opened.database);
  }, 60_000);
  afterAll(() => opened.close());

  test.each(queryClasses({ perClass: 8 }))(
    '$name: 하나하나 다 본 것과 똑같이 찾는다',
    async ({ name, queries }) => {
      let found = 0;
      for (const [at, typed] of queries.entries()) {
        const point = searchPoint(POINTS[at % POINTS.length]);
        const truth = exhaustiveSearch(all, { typed, point, limit: 10 });
        const { places: got } = await searchPlaces(opened.database, {
          query: koreanQuery(typed),
          point,
          limit: 10,
        });
        const costs = (list: readonly { cost: number }[]) => list.map(({ cost }) => cost.toFixed(6));
        // Only the costs are compared, because places with the same cost may be in either order.
        expect(costs(got), `${typed} (${at})`).toEqual(costs(truth));
        found += got.length;
      }
      // Queries for rare words may find nothing. Every other kind of query must find something, because comparing
      // empty results would prove nothing.
      if (!/rare|seldom/.test(name)) expect(found).toBeGreaterThan(0);
    },
    60_000,
  );

  test('주소 표시가 아직 없어도, 표시가 있을 때와 똑같이 찾는다', async () => {
    const { database } = opened;
    // The names are typed as initials, so that the search reads the keys by area. Only a search by area reads the
    // location mask.
    const typed = [...makePlaces({ count: 20, seed: 1 })].map(
      ({ name, dong }) => `${getChoseong(name).slice(0, 2)} ${dong.slice(0, 2)}`,
    );
    const search = () =>
      Promise.all(
        typed.map(async (each) => {
          const query = koreanQuery(each);
          const { places } = await searchPlaces(database, {
            query,
            point: searchPoint(undefined),
            limit: 10,
          });
          return places.map(({ id }) => id);
        }),
      );
    const mark = (mask: number) => database.updateTable('place_keys').set({ location_mask: mask }).execute();
    const found = await search();
    await mark(UNKNOWN_MASK);
    expect(await search()).toEqual(found);
    // This shows that the search reads the mask: a mask without bits excludes every place that is found by its
    // address.
    await mark(0);
    expect((await search()).flat().length).toBeLessThan(found.flat().length);
  });
});

describe('사람들이 담은 집', () => {
  let opened: TestApp;
  beforeAll(async () => {
    opened = await openTestApp();
  });
  afterAll(() => opened.close());

  test('하루에 한 번 센 뒤에는 조금 더 먼 집보다 앞선다', async () => {
    const { app, database } = opened;
    await seedPlaces(database, [
      { name: '별난국수', placeId: 'test:near', lat: 37.567, lng: 126.978 },
      { name: '별난국수', placeId: 'test:loved', lat: 37.5678, lng: 126.978 },
    ]);
    const order = async () => {
      const point = searchPoint({ lat: 37.5665, lng: 126.978 });
      const { places: found } = await searchPlaces(database, {
        query: koreanQuery('별난국수'),
        point,
        limit: 10,
      });
      const places = await database.selectFrom('places').select(['id', 'place_id']).execute();
      return found.map(({ id }) => places.find((place) => place.id === id)?.place_id);
    };
    expect(await order()).toEqual(['test:near', 'test:loved']);

    for (let n = 0; n < 30; n++) {
      const member = await signUpMember(app);
      expect((await listOf(app, member).addPlace('test:loved')).statusCode).toBe(201);
    }
    expect(await order()).toEqual(['test:near', 'test:loved']);
    await countSavedPlaces(database, Date.now());
    expect(await order()).toEqual(['test:loved', 'test:near']);

    await database.updateTable('my_restaurants').set({ deleted_at: new Date() }).execute();
    await countSavedPlaces(database, Date.now());
    expect(await order()).toEqual(['test:near', 'test:loved']);
    expect(await database.selectFrom('place_keys').select('place_id').execute()).toHaveLength(8);
  }, 60_000);
});
