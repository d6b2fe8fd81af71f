import { insertPlace } from '#features/catalogue/server/catalogue.public.ts';
import type { PlaceDetails } from '#features/places/places.contract.ts';
import { followLink } from '#features/reviews/server/reviews.public.ts';
import type { LinkFields } from '#features/restaurants/restaurants.rules.ts';
import type { Connection } from '#server/database/database.ts';
import { findOwnedRestaurant, insertLink, lockList } from './restaurants.sql.ts';

/** A place and what its owner said of it, from before. */
export type PastLink = { details: PlaceDetails; fields: LinkFields; linkedAt: Date };

/**
 * Puts places into a list as if their owner had added them in the past; places that are there already stay as they
 * are. Asks nothing of the free limit: the caller knows what the owner may have.
 */
export async function fillList(
  transaction: Connection,
  { userId, links }: { userId: string; links: readonly PastLink[] },
): Promise<void> {
  const list = await lockList(transaction, userId);
  for (const { details, fields, linkedAt } of links) {
    const restaurantId = details.placeId;
    if (await findOwnedRestaurant(transaction, list, restaurantId)) continue;
    await insertPlace(transaction, { details, addedByUid: userId, note: null });
    await insertLink(transaction, list, { restaurantId, fields, linkedAt });
    await followLink(transaction, { userId, restaurantId, before: null, after: fields, at: linkedAt });
  }
}
