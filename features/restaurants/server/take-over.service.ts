import type { z } from 'zod';
import { selectProvidedMemos } from '#features/catalogue/server/catalogue.public.ts';
import { canSeeProvided } from '#features/membership/membership.rules.ts';
import {
  type MyRestaurant,
  restaurantsProblems,
  type TakeOverResult,
  type TakeOverRequest,
} from '#features/restaurants/restaurants.contract.ts';
import { canTakeOver, savedRestaurantFromProvided } from '#features/restaurants/restaurants.rules.ts';
import type { Connection, Database } from '#server/database/database.ts';
import { problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import { removeSeveral } from './add-several.service.ts';
import { detachPhotos } from './saved-restaurant-photos.ts';
import { countUsedSlots } from './restaurants.checks.ts';
import {
  insertSavedRestaurants,
  lockList,
  selectMyRestaurants,
  selectSavedAmong,
} from './restaurants.sql.ts';

/**
 * Takes over provided restaurants into the member's list. Either all restaurants that are not in the list yet are
 * added, or none. The lock of the list is held from the count of the restaurants to the commit. Therefore concurrent
 * requests cannot exceed the limit.
 * @param visibilityDays value of the setting PROVIDED_VISIBILITY_DAYS
 * @param now milliseconds
 * @throws restaurants.place_not_found if a place is not provided or this member can no longer see it;
 * restaurants.already_in_list, restaurants.limit_reached, restaurants.bulk_limit_exceeded
 */
export async function takeOverProvided(
  transaction: Connection,
  {
    person,
    wanted: { restaurantIds, status },
    visibilityDays,
    now,
  }: { person: Person; wanted: z.output<typeof TakeOverRequest>; visibilityDays: number; now: number },
): Promise<TakeOverResult> {
  const notFound = () => problem(restaurantsProblems, 'restaurants.place_not_found');
  if (!canSeeProvided({ ...person, visibilityDays, now })) throw notFound();
  const list = await lockList(transaction, person.userId);
  const notes = await selectProvidedMemos(transaction, restaurantIds);
  const linked = await selectSavedAmong(transaction, list, restaurantIds);
  const wanted = restaurantIds.filter((id) => !linked.has(id));
  const decision = canTakeOver({
    tier: person.tier,
    usedSlots: await countUsedSlots(transaction, { list, tier: person.tier }),
    newCount: wanted.length,
    askedCount: restaurantIds.length,
  });
  if (!decision.allowed) {
    const { allowed: _, reason, ...params } = decision;
    throw problem(restaurantsProblems, `restaurants.${reason}`, params);
  }
  const links = wanted.map((restaurantId) => {
    const note = notes.get(restaurantId);
    if (!note) throw notFound();
    return { restaurantId, fields: savedRestaurantFromProvided({ note, status }) };
  });
  await detachPhotos(transaction, { userId: person.userId, restaurantIds: wanted });
  return insertSavedRestaurants(transaction, list, links);
}

/**
 * Deletes the given restaurants, except restaurants that the member has changed since they were taken over. Returns the
 * ids of the deleted restaurants.
 */
export const undoTakeOver = (
  database: Database,
  {
    userId,
    restaurants,
  }: { userId: string; restaurants: readonly Pick<MyRestaurant, 'id' | 'lastModifiedByUserAt'>[] },
): Promise<string[]> =>
  database.transaction().execute(async (transaction) => {
    await lockList(transaction, userId);
    const changedAt = new Map(
      (await selectMyRestaurants(transaction, userId)).map(({ id, lastModifiedByUserAt }) => [
        id,
        lastModifiedByUserAt,
      ]),
    );
    const unchanged = restaurants.filter(
      ({ id, lastModifiedByUserAt }) => changedAt.get(id) === lastModifiedByUserAt,
    );
    return [...(await removeSeveral(transaction, { userId, restaurantIds: unchanged.map(({ id }) => id) }))];
  });
