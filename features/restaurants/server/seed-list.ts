import { insertPlace } from '#features/catalogue/server/catalogue.public.ts';
import type { PlaceDetails } from '#features/places/places.contract.ts';
import type { SavedRestaurantFields } from '#features/restaurants/restaurants.rules.ts';
import type { Connection } from '#server/database/database.ts';
import { findOwnedRestaurant, insertSavedRestaurant, lockList } from './restaurants.sql.ts';
import { announceChange } from './saved-restaurant-changes.ts';

/** A place and the record that the owner of the list has of the place. The dates are in the past. */
export type SeededSavedRestaurant = { details: PlaceDetails; fields: SavedRestaurantFields; linkedAt: Date };

/**
 * Adds places to a list as if the owner of the list had added them in the past. Places that are already in the list
 * stay unchanged. The function does not check the free limit. The caller must check it.
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
