import { type FoundPlace, insertFoundPlace } from '#features/catalogue/server/catalogue.public.ts';
import { restaurantLimit, type Tier } from '#features/membership/membership.rules.ts';
import type { SavedRestaurantFields } from '#features/restaurants/restaurants.rules.ts';
import type { Connection } from '#server/database/database.ts';
import { countUsedSlots } from './restaurants.checks.ts';
import { insertSavedRestaurants, lockList, markSeveralDeleted, selectSavedAmong } from './restaurants.sql.ts';
import { announceChange } from './saved-restaurant-changes.ts';
import { detachPhotos } from './saved-restaurant-photos.ts';

type SeveralToAdd = {
  found: FoundPlace;
  fields: SavedRestaurantFields;
  /** When the member added the place; null means now. */
  linkedAt: Date | null;
  /** When the member visited the place; null means that the day is unknown. */
  visitedAt: Date | null;
};

/** The result for one place: it was added, it was already in the list, or it was refused because of the free limit. */
type Outcome = 'added' | 'already_added' | 'limit_reached';

/**
 * Adds places to a member's list in the given order until the list is full. Places that the catalogue lacks are added
 * to the catalogue. The lock of the list is held from the count of the restaurants to the commit. Therefore concurrent
 * requests cannot exceed the limit.
 */
export async function addSeveral(
  transaction: Connection,
  {
    person: { userId, tier },
    wanted,
  }: { person: { userId: string; tier: Tier }; wanted: readonly SeveralToAdd[] },
): Promise<Outcome[]> {
  const list = await lockList(transaction, userId);
  const inList = await selectSavedAmong(
    transaction,
    list,
    wanted.map(({ found }) => found.placeId),
  );
  let room = restaurantLimit(tier) - (await countUsedSlots(transaction, { list, tier }));
  const outcomes = wanted.map(({ found: { placeId } }): Outcome => {
    if (inList.has(placeId)) return 'already_added';
    if (room <= 0) return 'limit_reached';
    room -= 1;
    inList.add(placeId);
    return 'added';
  });
  const adding = wanted.filter((_, at) => outcomes[at] === 'added');
  if (adding.length === 0) return outcomes;
  for (const { found } of adding) await insertFoundPlace(transaction, { found, userId });
  await detachPhotos(transaction, { userId, restaurantIds: adding.map(({ found }) => found.placeId) });
  await insertSavedRestaurants(
    transaction,
    list,
    adding.map(({ found, ...record }) => ({ restaurantId: found.placeId, ...record })),
  );
  // The places are sorted by id, because each change locks the review summary of its place: see
  // docs/decisions/0030-lock-order.md.
  for (const { found, fields, linkedAt } of adding.toSorted(byPlace))
    await announceChange(transaction, {
      userId,
      restaurantId: found.placeId,
      before: null,
      after: fields,
      ...(linkedAt && { at: linkedAt }),
    });
  return outcomes;
}

const byPlace = (a: SeveralToAdd, b: SeveralToAdd): number => (a.found.placeId < b.found.placeId ? -1 : 1);

/**
 * Deletes restaurants from the list and withdraws their public reviews. The restaurants can be restored for a day.
 * @returns the ids of the deleted restaurants
 */
export async function removeSeveral(
  transaction: Connection,
  { userId, restaurantIds }: { userId: string; restaurantIds: readonly string[] },
): Promise<Set<string>> {
  const list = await lockList(transaction, userId);
  const removed = await markSeveralDeleted(transaction, list, restaurantIds);
  for (const { id: restaurantId, ...before } of removed)
    await announceChange(transaction, { userId, restaurantId, before, after: null });
  return new Set(removed.map(({ id }) => id));
}

/**
 * Returns the number of restaurants that can still be added to a member's list. Returns Infinity for a tier without a
 * limit.
 */
export async function countRoom(
  transaction: Connection,
  { userId, tier }: { userId: string; tier: Tier },
): Promise<number> {
  const limit = restaurantLimit(tier);
  if (!Number.isFinite(limit)) return limit;
  const list = await lockList(transaction, userId);
  return Math.max(0, limit - (await countUsedSlots(transaction, { list, tier })));
}
