import { v7 as uuidv7 } from 'uuid';
import { isManualPlaceId, manualPlaceId } from '#features/catalogue/catalogue.rules.ts';
import { type ManualPlace, type NewPlace, newPlaceProblems } from '#features/catalogue/new-place.contract.ts';
import type { PlaceDetails } from '#features/places/places.contract.ts';
import type { PlacesProvider } from '#features/places/server/places.public.ts';
import type { Database } from '#server/database/database.ts';
import { problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import { selectMovedPlace, selectPlaceVisibleTo } from './catalogue.sql.ts';
import { resolveManualLocation } from './resolve-manual-location.ts';

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
  place: NewPlace;
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
  if (!details) throw problem(newPlaceProblems, 'restaurants.place_not_found');
  // The maps service may return a place that has moved under another id than the requested one.
  return { from: 'maps', placeId: details.placeId, details };
}

/** How long details are kept: long enough to pay for the membership after an addition was refused. */
const DETAILS_KEPT_MS = 10 * 60 * 1000;
const DETAILS_KEPT_MAXIMUM = 200;
type KeptDetails = Map<string, { details: Promise<PlaceDetails | null>; until: number }>;
/** By database, because tests open several, then by member and place. */
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
