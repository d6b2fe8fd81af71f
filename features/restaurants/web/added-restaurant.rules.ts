import { objectIdOf } from '#common/object-id.ts';
import type { Coordinates } from '#common/geo.ts';
import { VISITED } from '#common/visit-status.ts';
import { manualPlaceId } from '#features/catalogue/catalogue.rules.ts';
import type { MyRestaurant, NewRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { applyChanges, EMPTY_SAVED_RESTAURANT } from '#features/restaurants/restaurants.rules.ts';

/** The facts that a screen shows of a place before the place is in my list. */
export type SeenPlace = Pick<MyRestaurant, 'name' | 'address' | 'categoryId'> &
  Partial<Pick<MyRestaurant, 'businessStatus' | 'isExample'>> & { coordinates: Coordinates | null };

/**
 * Returns the restaurant that my list shows until the server has added the place.
 * @param id generated for the addition
 * @param seen the facts that the screen showed; absent if only the request body is known
 * @param now milliseconds
 */
export function restaurantToAdd({
  body,
  id,
  userId,
  seen,
  now,
}: {
  body: NewRestaurant;
  id: string;
  userId: string;
  seen: SeenPlace | undefined;
  now: number;
}): MyRestaurant {
  const { place, ...fields } = body;
  const record = applyChanges({ before: EMPTY_SAVED_RESTAURANT, changes: fields });
  const isManual = place.from === 'hand';
  const known = isManual ? place : seen;
  return {
    ...record,
    id: isManual ? manualPlaceId(objectIdOf({ userId, id })) : place.placeId,
    name: known?.name ?? '',
    address: known?.address ?? '',
    neighbourhood: '',
    coordinates: known?.coordinates ?? null,
    phoneNumber: (isManual && place.phoneNumber) || null,
    categoryId: fields.categoryId ?? seen?.categoryId ?? null,
    isManual,
    isExample: seen?.isExample ?? false,
    businessStatus: seen?.businessStatus ?? null,
    openingSpans: null,
    hasParking: null,
    firstAddedToPublicAt: now,
    sharedListId: null,
    linkedAt: now,
    visitedAt: record.status === VISITED ? now : null,
    closedOn: null,
    keptClosedOn: null,
    lastModifiedByUserAt: now,
  };
}
