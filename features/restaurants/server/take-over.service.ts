import type { z } from 'zod';
import {
  type FoundPlace,
  insertFoundPlace,
  selectProvidedMemos,
} from '#features/catalogue/server/catalogue.public.ts';
import { canSeeProvided } from '#features/membership/membership.rules.ts';
import {
  type MyRestaurant,
  type RestaurantStatus,
  restaurantsProblems,
  type TakeOverResult,
  type TakeOverRequest,
} from '#features/restaurants/restaurants.contract.ts';
import {
  canTakeOver,
  EMPTY_SAVED_RESTAURANT,
  savedRestaurantFromProvided,
} from '#features/restaurants/restaurants.rules.ts';
import type { Connection, Database } from '#server/database/database.ts';
import { problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import { removeSeveral } from './add-several.service.ts';
import { detachPhotos } from './saved-restaurant-photos.ts';
import { countUsedSlots } from './restaurants.checks.ts';
import {
  insertSavedRestaurants,
  type LockedList,
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
  const wanted = await notInList(transaction, { list, person, restaurantIds });
  const links = wanted.map((restaurantId) => {
    const note = notes.get(restaurantId);
    if (!note) throw notFound();
    return { restaurantId, fields: savedRestaurantFromProvided({ note, status }) };
  });
  await detachPhotos(transaction, { userId: person.userId, restaurantIds: wanted });
  return insertSavedRestaurants(transaction, list, links);
}

/**
 * Takes over places of official lists into the member's list, all or none, under the lock of the list. Places that the
 * catalogue lacks are added to it.
 * @param found the places, which were read before the transaction
 * @throws restaurants.already_in_list, restaurants.limit_reached, restaurants.bulk_limit_exceeded
 */
export async function takeOverOfficial(
  transaction: Connection,
  { person, found, status }: { person: Person; found: readonly FoundPlace[]; status: RestaurantStatus },
): Promise<TakeOverResult> {
  const list = await lockList(transaction, person.userId);
  const restaurantIds = found.map(({ placeId }) => placeId);
  const wanted = await notInList(transaction, { list, person, restaurantIds });
  for (const place of found.toSorted((a, b) => (a.placeId < b.placeId ? -1 : 1)))
    if (wanted.includes(place.placeId))
      await insertFoundPlace(transaction, { found: place, userId: person.userId });
  await detachPhotos(transaction, { userId: person.userId, restaurantIds: wanted });
  const fields = { ...EMPTY_SAVED_RESTAURANT, status };
  return insertSavedRestaurants(
    transaction,
    list,
    wanted.map((restaurantId) => ({ restaurantId, fields })),
  );
}

/**
 * Returns the places that are not in the list yet, if the limit allows all of them.
 * @throws restaurants.already_in_list, restaurants.limit_reached, restaurants.bulk_limit_exceeded
 */
async function notInList(
  transaction: Connection,
  { list, person, restaurantIds }: { list: LockedList; person: Person; restaurantIds: readonly string[] },
): Promise<string[]> {
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
  return wanted;
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
