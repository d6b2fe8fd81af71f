import { attachPhotos, photosUsedBy } from '#features/photos/server/photos.public.ts';
import { REVIEW_PHOTOS_MAXIMUM } from '#features/restaurants/restaurants.contract.ts';
import { photosKeyOf } from '#features/restaurants/restaurants.rules.ts';
import type { Connection } from '#server/database/database.ts';

/**
 * Replaces the photos of a saved restaurant. The photos are stored in the order of `photoIds`. @throws photos.not_found
 */
export async function attachSavedRestaurantPhotos(
  transaction: Connection,
  { userId, restaurantId, photoIds }: { userId: string; restaurantId: string; photoIds: readonly string[] },
): Promise<void> {
  await attachPhotos(transaction, {
    ownerId: userId,
    purpose: 'review',
    usedBy: photosKeyOf({ userId, restaurantId }),
    photoIds,
    limit: REVIEW_PHOTOS_MAXIMUM,
  });
}

/** Detaches the photos of records that replace deleted records. A place that is added again starts without photos. */
export async function detachPhotos(
  transaction: Connection,
  { userId, restaurantIds }: { userId: string; restaurantIds: readonly string[] },
): Promise<void> {
  const usedBy = restaurantIds.map((restaurantId) => photosKeyOf({ userId, restaurantId }));
  const attached = await photosUsedBy(transaction, { purpose: 'review', usedBy });
  for (const restaurantId of restaurantIds) {
    if (!attached.has(photosKeyOf({ userId, restaurantId }))) continue;
    await attachSavedRestaurantPhotos(transaction, { userId, restaurantId, photoIds: [] });
  }
}
