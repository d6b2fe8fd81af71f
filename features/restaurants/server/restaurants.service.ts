import {
  announcePlaceChanges,
  selectPlaceVisibleTo,
  selectProvidedMemos,
  updatePrivatePlace,
  resolveManualLocation,
} from '#features/catalogue/server/catalogue.public.ts';
import { canSeeProvided } from '#features/membership/membership.rules.ts';
import type { PlacesProvider } from '#features/places/server/places.public.ts';
import {
  type BaseTexts,
  type MyList,
  type RestaurantChanges,
  type RestaurantDetail,
  restaurantsProblems,
  type Written,
} from '#features/restaurants/restaurants.contract.ts';
import {
  applyChanges,
  canConvert,
  canRestore,
  overwritesOtherText,
} from '#features/restaurants/restaurants.rules.ts';
import type { ManualPlace } from '#features/catalogue/new-place.contract.ts';
import type { Connection, Database } from '#server/database/database.ts';
import { problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import { refreshPlace } from './refresh-provider-data.ts';
import { attachSavedRestaurantPhotos } from './saved-restaurant-photos.ts';
import { countUsedSlots, rejectUnknownCategory } from './restaurants.checks.ts';
import {
  markDeleted,
  lockListWith,
  type OwnedRestaurant,
  incrementVersion,
  selectMyRestaurant,
  selectMyRestaurants,
  keepClosed,
  setSharedList,
  unmarkDeleted,
  updateSavedRestaurant,
} from './restaurants.sql.ts';
import { announceChange } from './saved-restaurant-changes.ts';

/**
 * Returns the member's list.
 * @param version the version of the list, read before the rows. If a write happens between the two reads, the next
 * request reads the list once more, and no change is missed.
 */
export const readList = async (
  database: Database,
  { userId, version }: { userId: string; version: number },
): Promise<MyList> => ({ version, restaurants: await selectMyRestaurants(database, userId) });

/**
 * Changes the member's record of a place and, if the review is shared, the public review. An absent field stays
 * unchanged. Therefore concurrent edits of different fields are both kept. The function writes several rows and must be
 * called in a transaction.
 * @param basedOn the texts that the edit replaces
 * @param visitedAt milliseconds; when the place was visited, if its status becomes 방문 완료; null if the day is unknown
 * @throws restaurants.not_found, restaurants.changed_elsewhere, photos.not_found, request.invalid (categoryId)
 */
export async function updateSavedRestaurantOf(
  transaction: Connection,
  {
    person: { userId },
    restaurantId,
    changes,
    basedOn = {},
    visitedAt,
  }: {
    person: Pick<Person, 'userId'>;
    restaurantId: string;
    changes: RestaurantChanges;
    basedOn?: BaseTexts | undefined;
    visitedAt?: number | null | undefined;
  },
): Promise<Written> {
  await rejectUnknownCategory(transaction, changes.categoryId);
  const link = await lockSavedRestaurant(transaction, { userId, restaurantId });
  if (overwritesOtherText({ current: link, changes, basedOn }))
    throw problem(restaurantsProblems, 'restaurants.changed_elsewhere');
  if (changes.userPhotoFilenames) {
    await attachSavedRestaurantPhotos(transaction, {
      userId,
      restaurantId,
      photoIds: changes.userPhotoFilenames,
    });
  }
  const after = applyChanges({ before: link, changes });
  const written = await updateSavedRestaurant(transaction, link, {
    ...after,
    visitedAt: typeof visitedAt === 'number' ? new Date(visitedAt) : visitedAt,
  });
  await announceChange(transaction, { userId, restaurantId, before: link, after });
  return written;
}

/** Calls `updateSavedRestaurantOf` in a transaction of its own. */
export const changeRestaurant = (
  database: Database,
  given: Parameters<typeof updateSavedRestaurantOf>[1],
): Promise<Written> =>
  database.transaction().execute((transaction) => updateSavedRestaurantOf(transaction, given));

/**
 * Changes the facts of a manual place.
 * @throws restaurants.not_found, restaurants.place_not_editable
 */
export async function updateManualPlace({
  database,
  maps,
  person,
  restaurantId,
  place,
}: {
  database: Database;
  maps: PlacesProvider;
  person: Person;
  restaurantId: string;
  place: ManualPlace;
}): Promise<Written> {
  const located = await resolveManualLocation({ maps, place });
  return database.transaction().execute(async (transaction) => {
    const { list } = await lockSavedRestaurant(transaction, { userId: person.userId, restaurantId });
    await announcePlaceChanges(transaction, [restaurantId]);
    const isChanged = await updatePrivatePlace(transaction, {
      id: restaurantId,
      place: located,
      authorUid: person.userId,
    });
    if (!isChanged) throw problem(restaurantsProblems, 'restaurants.place_not_editable');
    const listVersion = await incrementVersion(transaction, list);
    const restaurant = await selectMyRestaurant(transaction, { userId: person.userId, restaurantId });
    return { restaurant, listVersion };
  });
}

/**
 * Removes a restaurant from the list. The restaurant can be restored for a day. The function is idempotent, so that a
 * phone can repeat a request if the response was lost.
 * @throws restaurants.not_found
 */
export async function deleteRestaurant({
  database,
  person,
  restaurantId,
}: {
  database: Database;
  person: Person;
  restaurantId: string;
}): Promise<Written> {
  return database.transaction().execute(async (transaction) => {
    const { list, link } = await lockListWith(transaction, { userId: person.userId, restaurantId });
    if (!link) throw problem(restaurantsProblems, 'restaurants.not_found');
    if (link.deletedAt !== null) return { restaurant: null, listVersion: list.version };
    const listVersion = await markDeleted(transaction, link);
    await announceChange(transaction, { userId: person.userId, restaurantId, before: link, after: null });
    return { restaurant: null, listVersion };
  });
}

/**
 * Undoes a deletion. The function is idempotent.
 * @param now milliseconds
 * @throws restaurants.not_found (also if the deletion is more than a day old), restaurants.limit_reached
 */
export async function restoreRestaurant({
  database,
  person,
  restaurantId,
  now,
}: {
  database: Database;
  person: Person;
  restaurantId: string;
  now: number;
}): Promise<Written> {
  return database.transaction().execute(async (transaction) => {
    const { list, link } = await lockListWith(transaction, { userId: person.userId, restaurantId });
    if (!link) throw problem(restaurantsProblems, 'restaurants.not_found');
    if (link.deletedAt === null) return currentState(transaction, link);
    const decision = canRestore({
      tier: person.tier,
      usedSlots: await countUsedSlots(transaction, { list, tier: person.tier }),
      link,
      now,
    });
    if (!decision.allowed) {
      throw decision.reason === 'too_late'
        ? problem(restaurantsProblems, 'restaurants.not_found')
        : problem(restaurantsProblems, 'restaurants.limit_reached', { limit: decision.limit });
    }
    const written = await unmarkDeleted(transaction, link);
    await announceChange(transaction, { userId: person.userId, restaurantId, before: null, after: link });
    return written;
  });
}

type Saved = { database: Database; person: Person; restaurantId: string };

/** Locks a saved restaurant and changes it. @throws restaurants.not_found */
const changeLocked = (
  { database, person, restaurantId }: Saved,
  change: (transaction: Connection, link: OwnedRestaurant) => Promise<Written>,
): Promise<Written> =>
  database.transaction().execute(async (transaction) => {
    const link = await lockSavedRestaurant(transaction, { userId: person.userId, restaurantId });
    return change(transaction, link);
  });

/**
 * Changes a restaurant from a shared list into the member's own restaurant. The function is idempotent.
 * @throws restaurants.not_found, restaurants.limit_reached
 */
export async function convertRestaurant(saved: Saved): Promise<Written> {
  return changeLocked(saved, async (transaction, link) => {
    const { list, sharedListId } = link;
    if (sharedListId === null) return currentState(transaction, link);
    const decision = canConvert({
      tier: saved.person.tier,
      usedSlots: await countUsedSlots(transaction, { list, tier: saved.person.tier }),
    });
    if (!decision.allowed) {
      throw problem(restaurantsProblems, 'restaurants.limit_reached', { limit: decision.limit });
    }
    return setSharedList(transaction, link, { sharedListId: null, convertedFrom: sharedListId });
  });
}

/**
 * Keeps a restaurant whose closure the licence register reports. The function is idempotent.
 * @throws restaurants.not_found
 */
export async function keepClosedRestaurant(saved: Saved): Promise<Written> {
  return changeLocked(saved, keepClosed);
}

/**
 * Undoes a conversion, however long ago it was. The restaurant then no longer counts towards the limit. The function is
 * idempotent.
 * @throws restaurants.not_found
 */
export async function undoConversion(saved: Saved): Promise<Written> {
  return changeLocked(saved, async (transaction, link) => {
    const { convertedFrom } = link;
    if (convertedFrom === null) return currentState(transaction, link);
    return setSharedList(transaction, link, { sharedListId: convertedFrom, convertedFrom: null });
  });
}

/**
 * Returns a place of the catalogue with the member's own record. If the place is provided and the member may see
 * provided places, the result contains the admin's note.
 * @param visibilityDays value of the setting PROVIDED_VISIBILITY_DAYS
 * @param now milliseconds
 * @throws restaurants.not_found; also thrown for a place that another member entered by hand
 */
export async function readRestaurant({
  database,
  maps,
  person,
  restaurantId,
  visibilityDays,
  now,
}: {
  database: Database;
  maps: PlacesProvider;
  person: Person;
  restaurantId: string;
  visibilityDays: number;
  now: number;
}): Promise<RestaurantDetail> {
  const { userId } = person;
  const key = { placeId: restaurantId, userId };
  const kept = await selectPlaceVisibleTo(database, key);
  if (!kept) throw problem(restaurantsProblems, 'restaurants.not_found');
  const isRefreshed = await refreshPlace({ database, maps, place: kept, now });
  const place = (isRefreshed && (await selectPlaceVisibleTo(database, key))) || kept;
  const mine = await selectMyRestaurant(database, { userId, restaurantId });
  const notes = canSeeProvided({ ...person, visibilityDays, now })
    ? await selectProvidedMemos(database, [restaurantId])
    : null;
  return { place, mine, provided: notes?.get(restaurantId) ?? null };
}

/**
 * Returns the member's record of a place that is in the list. The record and the list stay locked until the transaction
 * ends.
 * @throws restaurants.not_found
 */
async function lockSavedRestaurant(
  transaction: Connection,
  { userId, restaurantId }: { userId: string; restaurantId: string },
): Promise<OwnedRestaurant> {
  const { link } = await lockListWith(transaction, { userId, restaurantId });
  if (link?.deletedAt !== null) throw problem(restaurantsProblems, 'restaurants.not_found');
  return link;
}

/**
 * Returns the response to a repeated addition of a place.
 * @throws restaurants.deleted
 */
export async function existingRestaurant(
  transaction: Connection,
  { userId, restaurantId }: { userId: string; restaurantId: string },
): Promise<Written> {
  const { link } = await lockListWith(transaction, { userId, restaurantId });
  if (link?.deletedAt !== null) throw problem(restaurantsProblems, 'restaurants.deleted');
  return currentState(transaction, link);
}

/** Returns the response to a write that did not change the list. */
async function currentState(
  transaction: Connection,
  { list, restaurantId }: OwnedRestaurant,
): Promise<Written> {
  const restaurant = await selectMyRestaurant(transaction, { userId: list.userId, restaurantId });
  return { restaurant, listVersion: list.version };
}
