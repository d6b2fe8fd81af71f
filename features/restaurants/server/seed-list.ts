import { insertPlace } from '#features/catalogue/server/catalogue.public.ts';
import type { PlaceDetails } from '#features/places/places.contract.ts';
import type { SavedRestaurantFields } from '#features/restaurants/restaurants.rules.ts';
import type { Connection } from '#server/database/database.ts';
import { findOwnedRestaurant, insertSavedRestaurant, lockList } from './restaurants.sql.ts';
import { announceChange } from './saved-restaurant-changes.ts';

/** A place and the owner's record of it, with past dates. */
export type SeededSavedRestaurant = { details: PlaceDetails; fields: SavedRestaurantFields; linkedAt: Date };

/**
 * Adds places to a list as if their owner had added them in the past; places already in the list are unchanged. Does
 * not check the free limit; the caller is responsible for it.
 */
export async function seedList(
  transaction: Connection,
  { userId, links }: { userId: string; links: readonly SeededSavedRestaurant[] },
): Promise<void> {
  const list = await lockList(transaction, userId);
  for (const { details, fields, linkedAt } of links) {
    const restaurantId = details.placeId;
    if (await findOwnedRestaurant(transaction, list, restaurantId)) continue;
    await insertPlace(transaction, { details, addedByUid: userId, note: null });
    await insertSavedRestaurant(transaction, list, { restaurantId, fields, linkedAt });
    await announceChange(transaction, { userId, restaurantId, before: null, after: fields, at: linkedAt });
  }
}
