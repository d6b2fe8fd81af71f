import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { writeAuditLog } from '#features/admin/server/admin.public.ts';
import { manualPlaceId, isManualPlaceId } from '#features/catalogue/catalogue.rules.ts';
import {
  insertPlace,
  insertPrivatePlace,
  incrementProvidedVersion,
  selectMovedPlace,
  selectPlaceVisibleTo,
} from '#features/catalogue/server/catalogue.public.ts';
import type { PlaceDetails } from '#features/places/places.contract.ts';
import type { PlacesProvider } from '#features/places/server/places.public.ts';
import {
  type ManualPlace,
  type NewRestaurant,
  restaurantsProblems,
  type Written,
} from '#features/restaurants/restaurants.contract.ts';
import { applyChanges, EMPTY_SAVED_RESTAURANT, canAdd } from '#features/restaurants/restaurants.rules.ts';
import type { Connection, Database } from '#server/database/database.ts';
import { problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import { attachSavedRestaurantPhotos, detachPhotos } from './saved-restaurant-photos.ts';
import { resolveManualLocation } from './resolve-manual-location.ts';
import { ownCount, rejectUnknownCategory } from './restaurants.checks.ts';
import {
  deleteSavedRestaurant,
  findOwnedRestaurant,
  insertSavedRestaurant,
  lockList,
} from './restaurants.sql.ts';
import { announceChange } from './saved-restaurant-changes.ts';

/** A validated body of the endpoint `addRestaurant`. */
type PlaceToAdd = z.output<typeof NewRestaurant>;

/** A place found before the write: already in the catalogue, just returned by the maps service, or entered by hand. */
export type FoundPlace =
  | { from: 'catalogue'; placeId: string }
  | { from: 'maps'; placeId: string; details: PlaceDetails }
  | { from: 'hand'; placeId: string; place: ManualPlace };

/**
 * Finds the place that a member wants to add. Runs outside the transaction, because a lock must not wait for another
 * service, and sends no request for a place that is in the catalogue.
 * @throws restaurants.place_not_found, places.unavailable
 */
export async function findPlaceToAdd({
  database,
  maps,
  person,
  place,
}: {
  database: Database;
  maps: PlacesProvider;
  person: Person;
  place: PlaceToAdd['place'];
}): Promise<FoundPlace> {
  if (place.from === 'hand') {
    return {
      from: 'hand',
      placeId: manualPlaceId(uuidv7()),
      place: await resolveManualLocation({ maps, place }),
    };
  }
  const { placeId, sessionToken } = place;
  const known = await selectPlaceVisibleTo(database, { placeId, userId: person.userId });
  if (known) return { from: 'catalogue', placeId };
  const moved = await selectMovedPlace(database, placeId);
  if (moved !== null) return { from: 'catalogue', placeId: moved };
  const details = isManualPlaceId(placeId)
    ? null
    : await detailsOnce({ database, maps, person, placeId, sessionToken });
  if (!details) throw problem(restaurantsProblems, 'restaurants.place_not_found');
  // A place that has moved may be returned under an id other than the requested one.
  return { from: 'maps', placeId: details.placeId, details };
}

/** Long enough to pay for the membership after an addition was refused. */
const DETAILS_KEPT_MS = 10 * 60 * 1000;
const DETAILS_KEPT_MAXIMUM = 200;
type KeptDetails = Map<string, { details: Promise<PlaceDetails | null>; until: number }>;
/** Per database of the installation, then by member and place. */
const keptDetails = new WeakMap<Database, KeptDetails>();

/**
 * Requests a place's details once even if the same addition arrives repeatedly: twice at the same time, or again after
 * it was refused. A second request would be outside the ended session and billed separately.
 */
function detailsOnce({
  database,
  maps,
  person,
  placeId,
  sessionToken,
}: {
  database: Database;
  maps: PlacesProvider;
  person: Person;
  placeId: string;
  sessionToken: string | undefined;
}): Promise<PlaceDetails | null> {
  const now = Date.now();
  const kept: KeptDetails = keptDetails.get(database) ?? new Map();
  keptDetails.set(database, kept);
  for (const [key, { until }] of kept) if (until <= now || kept.size > DETAILS_KEPT_MAXIMUM) kept.delete(key);
  const key = `${person.userId} ${placeId}`;
  const known = kept.get(key);
  if (known) return known.details;
  const details = maps.details({ placeId, sessionToken });
  kept.set(key, { details, until: now + DETAILS_KEPT_MS });
  const forget = () => kept.delete(key);
  details.then((found) => found === null && forget(), forget);
  return details;
}

/**
 * Adds a place to the member's list, and to the catalogue if it is not there yet. Holds the lock of the list from the
 * count to the commit, so that the limit holds under concurrent requests.
 * @throws restaurants.already_added, restaurants.limit_reached, photos.not_found, request.invalid (categoryId)
 */
export async function addRestaurant(
  transaction: Connection,
  { person, found, wanted }: { person: Person; found: FoundPlace; wanted: PlaceToAdd },
): Promise<Written> {
  await rejectUnknownCategory(transaction, wanted.categoryId);
  const { placeId: restaurantId } = found;
  const list = await lockList(transaction, person.userId);
  const existing = await findOwnedRestaurant(transaction, list, restaurantId);
  const decision = canAdd({
    tier: person.tier,
    ownCount: await ownCount(transaction, { list, tier: person.tier }),
    existing,
  });
  if (!decision.allowed) {
    throw decision.reason === 'already_added'
      ? problem(restaurantsProblems, 'restaurants.already_added', { date: decision.linkedAt, restaurantId })
      : problem(restaurantsProblems, 'restaurants.limit_reached', { limit: decision.limit });
  }
  await addToCatalogue(transaction, { person, found, wanted });
  // Deleted within the last day and added again: a new record, without the old rating and review.
  if (existing) await deleteSavedRestaurant(transaction, existing);
  if (existing) await detachPhotos(transaction, { userId: list.userId, restaurantIds: [restaurantId] });
  const photoIds = wanted.userPhotoFilenames ?? [];
  if (photoIds.length > 0) {
    await attachSavedRestaurantPhotos(transaction, { userId: list.userId, restaurantId, photoIds });
  }
  const fields = applyChanges({ before: EMPTY_SAVED_RESTAURANT, changes: wanted });
  const written = await insertSavedRestaurant(transaction, list, { restaurantId, fields });
  await announceChange(transaction, { userId: list.userId, restaurantId, before: null, after: fields });
  return written;
}

async function addToCatalogue(
  transaction: Connection,
  { person, found, wanted }: { person: Person; found: FoundPlace; wanted: PlaceToAdd },
): Promise<void> {
  if (found.from === 'catalogue') return;
  if (found.from === 'hand') {
    return insertPrivatePlace(transaction, {
      id: found.placeId,
      place: found.place,
      authorUid: person.userId,
    });
  }
  const { details } = found;
  const { sourceMemo = '', customTags = [] } = wanted;
  const note = person.isAdmin ? { sourceMemo, customTags } : null;
  const isNew = await insertPlace(transaction, { details, addedByUid: person.userId, note });
  if (!isNew || !note) return;
  await incrementProvidedVersion(transaction);
  await writeAuditLog(transaction, {
    admin: person,
    act: 'provided.added',
    subject: found.placeId,
    before: null,
    after: { name: details.name, memo: sourceMemo, tags: customTags },
  });
}
