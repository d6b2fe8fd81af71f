import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpMember } from '#features/account/server/account.test-factory.ts';
import { FREE_RESTAURANT_LIMIT } from '#features/membership/membership.rules.ts';
import type { RestaurantChanges } from '#features/restaurants/restaurants.contract.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { purgeDeletedRestaurants } from './purge-deleted-restaurants.ts';
import { listOf, placeInCatalogue, written, requireNewVersions } from './restaurants.test-factory.ts';

/** Number of places. It exceeds the limit of a free member, so that sequences of operations reach the limit. */
const PLACES = FREE_RESTAURANT_LIMIT + 4;

let on: TestApp;
let places: string[];

beforeAll(async () => {
  on = await openTestApp({
    settings: { REQUESTS_PER_MINUTE_BY_ADDRESS: 1_000_000, REQUESTS_PER_MINUTE_BY_ACCOUNT: 1_000_000 },
  });
  await requireNewVersions(on.database);
  places = await Promise.all(Array.from({ length: PLACES }, () => placeInCatalogue(on.database)));
});
afterAll(() => on.close());

type Operation =
  | { does: 'add' | 'remove' | 'restore'; place: number }
  | { does: 'change'; place: number; changes: RestaurantChanges }
  | { does: 'let a day pass' };

const place = fc.nat({ max: PLACES - 1 });
const changes: fc.Arbitrary<RestaurantChanges> = fc.record(
  {
    status: fc.constantFrom('방문 예정', '방문 완료'),
    rating: fc.option(fc.integer({ min: 1, max: 10 }).map((halves) => halves / 2)),
    review: fc
      .string({ unit: 'grapheme', maxLength: 40 })
      .map((text) => text.replaceAll('\u0000', '').trim()),
    customTags: fc.uniqueArray(fc.constantFrom('점심', '혼밥', '"따옴표"', '{중괄호}', 'a,b', '\\'), {
      maxLength: 4,
    }),
    sourceKind: fc.option(fc.constantFrom('tv', 'magazine', 'person', 'own')),
    isShared: fc.boolean(),
    isAnonymous: fc.boolean(),
    categoryId: fc.option(fc.constantFrom('korean', 'bar')),
  },
  { requiredKeys: [] },
);
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: fc.constant('add' as const), place }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('change' as const), place, changes }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('remove' as const), place }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('restore' as const), place }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('let a day pass' as const) }) },
);

type Link = { isDeleted: boolean; said: Record<string, unknown> };

/** A simple model of a list. It computes the result and the effect of each operation. */
function createModel() {
  const links = new Map<number, Link>();
  const shown = () => [...links].filter(([, link]) => !link.isDeleted);

  const decide = (
    operation: Exclude<Operation, { does: 'let a day pass' }>,
  ): { status: number; writes: boolean } => {
    const link = links.get(operation.place);
    const isFull = shown().length >= FREE_RESTAURANT_LIMIT;
    switch (operation.does) {
      case 'add':
        if (link && !link.isDeleted) return { status: 409, writes: false };
        if (isFull) return { status: 409, writes: false };
        links.delete(operation.place);
        links.set(operation.place, { isDeleted: false, said: { ...BLANK } });
        return { status: 201, writes: true };
      case 'change': {
        if (!link || link.isDeleted) return { status: 404, writes: false };
        const { categoryId, ...rest } = operation.changes;
        Object.assign(link.said, rest, categoryId !== undefined && { userCategoryOverrideId: categoryId });
        return { status: 200, writes: true };
      }
      case 'remove': {
        if (!link) return { status: 404, writes: false };
        const writes = !link.isDeleted;
        link.isDeleted = true;
        return { status: 200, writes };
      }
      case 'restore':
        if (!link) return { status: 404, writes: false };
        if (!link.isDeleted) return { status: 200, writes: false };
        if (isFull) return { status: 409, writes: false };
        link.isDeleted = false;
        return { status: 200, writes: true };
    }
  };
  const purgeDeleted = () => {
    for (const [place, link] of links) if (link.isDeleted) links.delete(place);
  };
  return { decide, purgeDeleted, shown };
}

const BLANK = {
  status: '방문 예정',
  rating: null,
  review: '',
  customTags: [],
  sourceKind: null,
  isShared: false,
  isAnonymous: false,
  userCategoryOverrideId: null,
};

test('어떤 순서로 무엇을 하든 리스트는 생각한 그대로다', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 60 }), async (operations) => {
      const { userId, ...member } = await signUpMember(on.app);
      const mine = listOf(on.app, member);
      const model = createModel();
      let version = 0;

      for (const operation of operations) {
        if (operation.does === 'let a day pass') {
          model.purgeDeleted();
          await sql`
            update my_restaurants set deleted_at = deleted_at - interval '25 hours' where user_id = ${userId}
          `.execute(on.database);
          await purgeDeletedRestaurants(on);
          continue;
        }
        const id = places[operation.place] ?? '';
        const expected = model.decide(operation);
        const answer = await {
          add: () => mine.addPlace(id),
          change: () => mine.change(id, operation.does === 'change' ? operation.changes : {}),
          remove: () => mine.remove(id),
          restore: () => mine.restore(id),
        }[operation.does]();
        expect(answer.statusCode).toBe(expected.status);
        if (answer.statusCode < 300) {
          const { listVersion } = written(answer);
          expect(listVersion > version).toBe(expected.writes);
          version = listVersion;
        }
      }

      const list = await mine.now();
      expect(list.version).toBe(version);
      const said = Object.fromEntries(
        list.restaurants.map((restaurant) => [
          restaurant.id,
          Object.fromEntries(
            Object.keys(BLANK).map((key) => [key, restaurant[key as keyof typeof restaurant]]),
          ),
        ]),
      );
      expect(said).toEqual(
        Object.fromEntries(model.shown().map(([place, link]) => [places[place], link.said])),
      );
    }),
    { numRuns: 25 },
  );
}, 120_000);
