import type { z } from 'zod';
import { writeAuditLog } from '#features/admin/server/admin.public.ts';
import {
  insertFoundPlace,
  incrementProvidedVersion,
  type FoundPlace,
} from '#features/catalogue/server/catalogue.public.ts';
import {
  type NewRestaurant,
  restaurantsProblems,
  type Written,
} from '#features/restaurants/restaurants.contract.ts';
import { applyChanges, EMPTY_SAVED_RESTAURANT, canAdd } from '#features/restaurants/restaurants.rules.ts';
import type { Connection } from '#server/database/database.ts';
import { problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import { attachSavedRestaurantPhotos, detachPhotos } from './saved-restaurant-photos.ts';
import { countUsedSlots, rejectUnknownCategory } from './restaurants.checks.ts';
import { deleteSavedRestaurant, insertIfVisible, lockListWith } from './restaurants.sql.ts';
import { announceChange } from './saved-restaurant-changes.ts';

/** A validated body of the endpoint `addRestaurant`. */
type PlaceToAdd = z.output<typeof NewRestaurant>;

/**
 * Thrown by `addRestaurant` if the place is not in the catalogue. The caller then finds the place and calls
 * `addRestaurant` again with the argument `found`.
 */
export const NOT_IN_CATALOGUE = new Error('The place is not in the catalogue.');

/**
 * Adds a place to the member's list, and to the catalogue if the place is not there yet. The lock of the list is held
 * from the count of the restaurants to the commit. Therefore concurrent requests cannot exceed the limit.
 * @param found the facts of the place; null: the place is added only if it is in the catalogue
 * @param past when the place was added and visited; default: now
 * @throws NOT_IN_CATALOGUE, restaurants.already_added, restaurants.limit_reached, photos.not_found, request.invalid
 * (categoryId)
 */
export async function addRestaurant(
  transaction: Connection,
  {
    person,
    found,
    wanted,
    past,
  }: {
    person: Person;
    found: FoundPlace | null;
    wanted: PlaceToAdd;
    past?: { linkedAt?: Date; visitedAt: Date | null };
  },
): Promise<Written> {
  const { userId } = person;
  await rejectUnknownCategory(transaction, wanted.categoryId);
  const restaurantId = found?.placeId ?? (wanted.place.from === 'maps' ? wanted.place.placeId : null);
  if (restaurantId === null) throw NOT_IN_CATALOGUE;
  const { list, link: existing } = await lockListWith(transaction, { userId, restaurantId });
  const decision = canAdd({
    tier: person.tier,
    usedSlots: await countUsedSlots(transaction, { list, tier: person.tier }),
    existing,
  });
  if (!decision.allowed) {
    throw decision.reason === 'already_added'
      ? problem(restaurantsProblems, 'restaurants.already_added', { date: decision.linkedAt, restaurantId })
      : problem(restaurantsProblems, 'restaurants.limit_reached', { limit: decision.limit });
  }
  if (found) await addToCatalogue(transaction, { person, found, wanted });
  // If the place was deleted from the list within the last day, a new record replaces the deleted record. The new
  // record does not contain the earlier rating and review.
  if (existing) await deleteSavedRestaurant(transaction, existing);
  if (existing) await detachPhotos(transaction, { userId, restaurantIds: [restaurantId] });
  const photoIds = wanted.userPhotoFilenames ?? [];
  if (photoIds.length > 0) {
    await attachSavedRestaurantPhotos(transaction, { userId, restaurantId, photoIds });
  }
  const fields = applyChanges({ before: EMPTY_SAVED_RESTAURANT, changes: wanted });
  const written = await insertIfVisible(transaction, list, { restaurantId, fields, ...past });
  if (written === null) throw NOT_IN_CATALOGUE;
  await announceChange(transaction, {
    userId,
    restaurantId,
    before: null,
    after: fields,
    ...(past?.linkedAt && { at: past.linkedAt }),
  });
  return written;
}

async function addToCatalogue(
  transaction: Connection,
  { person, found, wanted }: { person: Person; found: FoundPlace; wanted: PlaceToAdd },
): Promise<void> {
  const { sourceMemo = '', customTags = [] } = wanted;
  const note = person.isAdmin ? { sourceMemo, customTags } : null;
  const isNew = await insertFoundPlace(transaction, { found, userId: person.userId, note });
  if (!isNew || !note || found.from !== 'maps') return;
  await incrementProvidedVersion(transaction);
  await writeAuditLog(transaction, {
    admin: person,
    act: 'provided.added',
    subject: found.placeId,
    before: null,
    after: { name: found.details.name, memo: sourceMemo, tags: customTags },
  });
}
