import { v7 as uuidv7 } from 'uuid';
import { objectIdOf } from '#common/object-id.ts';
import { isManualPlaceId, manualPlaceId } from '#features/catalogue/catalogue.rules.ts';
import { type ManualPlace, type NewPlace, newPlaceProblems } from '#features/catalogue/new-place.contract.ts';
import type { PlaceDetails } from '#features/places/places.contract.ts';
import type { PlacesProvider } from '#features/places/server/places.public.ts';
import type { Connection, Database } from '#server/database/database.ts';
import { problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import {
  insertPlace,
  insertPrivatePlace,
  type PublicMemo,
  selectMovedPlace,
  selectPlaceVisibleTo,
} from './catalogue.sql.ts';
import { requestDetailsOnce } from './request-details-once.ts';
import { resolveManualLocation } from './resolve-manual-location.ts';

export type FoundPlace =
  | { from: 'catalogue'; placeId: string }
  | { from: 'maps'; placeId: string; details: PlaceDetails }
  | { from: 'hand'; placeId: string; place: ManualPlace };

/**
 * Finds the place that a person wants to add. If the place is not in the catalogue, the maps service is queried. The
 * function must run outside a transaction, because a lock must not be held during a request to another service.
 * @throws restaurants.place_not_found, places.unavailable
 */
export async function findPlaceToAdd({
  database,
  maps,
  person,
  place,
  id,
}: {
  database: Database;
  maps: PlacesProvider;
  person: Person;
  place: NewPlace;
  /** An id that the client generates for this addition. */
  id?: string | undefined;
}): Promise<FoundPlace> {
  if (place.from === 'hand') {
    return {
      from: 'hand',
      placeId: manualPlaceId(id === undefined ? uuidv7() : objectIdOf({ userId: person.userId, id })),
      place: await resolveManualLocation({ maps, place }),
    };
  }
  const { placeId, sessionToken } = place;
  const isInCatalogue = await selectPlaceVisibleTo(database, { placeId, userId: person.userId });
  if (isInCatalogue) return { from: 'catalogue', placeId };
  const movedPlaceId = await selectMovedPlace(database, placeId);
  if (movedPlaceId !== null) return { from: 'catalogue', placeId: movedPlaceId };
  const details = isManualPlaceId(placeId)
    ? null
    : await requestDetailsOnce({ database, maps, person, placeId, sessionToken });
  if (!details) throw problem(newPlaceProblems, 'restaurants.place_not_found');
  // If the service has changed the id of the place, `details.placeId` differs from the requested id.
  return { from: 'maps', placeId: details.placeId, details };
}

/**
 * Adds a found place to the catalogue if it is not there. A place entered by hand is visible only to its author.
 * @param note the admin's note; if it is not null, the place becomes a provided restaurant
 * @returns whether a public place was added
 */
export async function insertFoundPlace(
  transaction: Connection,
  { found, userId, note = null }: { found: FoundPlace; userId: string; note?: PublicMemo | null },
): Promise<boolean> {
  if (found.from === 'maps') {
    return insertPlace(transaction, { details: found.details, addedByUid: userId, note });
  }
  if (found.from === 'hand') {
    await insertPrivatePlace(transaction, { id: found.placeId, place: found.place, authorUid: userId });
  }
  return false;
}
