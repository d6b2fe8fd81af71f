import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePlaces } from '#features/places/server/import/generated-places.test-factory.ts';
import { type AllPlaces, exhaustiveSearch, readAllPlaces } from './exhaustive-search.test-factory.ts';
import { queryClasses } from './typed-queries.test-factory.ts';
import { koreanQuery } from '#common/korean.ts';
import { signUpMember } from '#features/account/server/account.test-factory.ts';
import { listOf } from '#features/restaurants/server/restaurants.test-factory.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { searchPoint } from './cells.ts';
import { countSavedPlaces } from '#features/places/server/count-saves.ts';
import { seedPlaces } from '#features/places/server/places.test-factory.ts';
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
        const query = koreanQuery(typed);
        const got = await searchPlaces(opened.database, { query, point, limit: 10 });
        const costs = (list: readonly { cost: number }[]) => list.map(({ cost }) => cost.toFixed(6));
        // Only the costs are compared, because places with the same cost may be in either order. A word without
        // trigrams may miss a far place whose name is the word, or whose point is unknown.
        const isShort = query.tokens.every(({ readings }) => readings.every(({ key }) => key.length < 3));
        const missed = costs(truth).filter((cost) => !costs(got).includes(cost));
        if (isShort) expect(missed.length, `${typed} (${at})`).toBeLessThanOrEqual(1);
        else expect(costs(got), `${typed} (${at})`).toEqual(costs(truth));
        expect(got).toHaveLength(truth.length);
        found += got.length;
      }
      // Queries for rare words may find nothing. Every other kind of query must find something, because comparing
      // empty results would prove nothing.
      if (!/rare|seldom/.test(name)) expect(found).toBeGreaterThan(0);
    },
    60_000,
  );
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
      const found = await searchPlaces(database, {
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
    await countSavedPlaces(database);
    expect(await order()).toEqual(['test:loved', 'test:near']);

    await database.updateTable('my_restaurants').set({ deleted_at: new Date() }).execute();
    await countSavedPlaces(database);
    expect(await order()).toEqual(['test:near', 'test:loved']);
  }, 60_000);
});
