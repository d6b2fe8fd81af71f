import { afterAll, beforeAll, expect, test } from 'vitest';
import { EMPTY_SAVED_RESTAURANT } from '#features/restaurants/restaurants.rules.ts';
import { signUpMember } from '#features/account/server/account.test-factory.ts';
import type { SavedRestaurantFields } from '#features/restaurants/restaurants.rules.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { insertSavedRestaurants, lockList } from './restaurants.sql.ts';
import { placeInCatalogue, requireNewVersions } from './restaurants.test-factory.ts';

let on: TestApp;
beforeAll(async () => {
  on = await openTestApp();
  await requireNewVersions(on.database);
});
afterAll(() => on.close());

test('여러 곳을 한 번에 더해도 링크의 모든 칸이 적힌다', async () => {
  const { userId } = await signUpMember(on.app);
  const restaurantId = await placeInCatalogue(on.database);
  const fields: SavedRestaurantFields = {
    ...EMPTY_SAVED_RESTAURANT,
    status: '방문 완료',
    rating: 4.5,
    review: '국물이 깊어요',
    customTags: ['점심'],
    sourceKind: 'tv',
    sourceMemo: '새벽 방송',
    userCategoryOverrideId: 'soup',
    userPhotoFilenames: ['first.jpg', 'second.jpg'],
    isShared: true,
    isAnonymous: true,
  };
  const { restaurants } = await on.database
    .transaction()
    .execute(async (transaction) =>
      insertSavedRestaurants(transaction, await lockList(transaction, userId), [{ restaurantId, fields }]),
    );
  expect(restaurants).toEqual([expect.objectContaining(fields)]);
});
