import { DAY_MS } from '#common/dates.ts';
import {
  announcePlaceChanges,
  type CataloguePlace,
  deleteProviderData,
  recordFailedCheck,
  recordProviderRequest,
  incrementProvidedVersion,
  selectClosedPlaces,
  selectPlacesChangedInRegister,
  selectPlacesToCheck,
  selectPlacesWithExpiredData,
  updateBusinessStatus,
  updateStatusesFromRegister,
  updateProviderData,
} from '#features/catalogue/server/catalogue.public.ts';
import { placesProblems } from '#features/places/places.contract.ts';
import type { PlacesProvider } from '#features/places/server/places.public.ts';
import { notify } from '#features/notifications/server/notifications.public.ts';
import type { Connection, Database } from '#server/database/database.ts';
import { ProblemError } from '#server/http/problem.ts';
import { selectSavers } from './restaurants.sql.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'restaurants.check_closed': Record<string, never>;
    'restaurants.delete_expired_provider_data': Record<string, never>;
  }
}

/** Age of provider data in milliseconds. When a place is opened, provider data of at least this age is refreshed. */
const REFRESH_AFTER_MS = 7 * DAY_MS;
const BATCH = 500;
/** After this number of consecutive places without a response, the provider is considered unavailable. */
const MAXIMUM_FAILURES = 3;

/**
 * Refreshes the provider data of a place if the data is outdated or had to be deleted. If the maps service does not
 * respond, the stored data is kept and no error is shown.
 * @param now milliseconds
 * @returns whether the row of the catalogue has changed
 */
export async function refreshPlace({
  database,
  maps,
  place,
  now,
}: {
  database: Database;
  maps: PlacesProvider;
  place: CataloguePlace;
  now: number;
}): Promise<boolean> {
  const isFromExternalProvider = place.provider !== 'own' && place.provider !== 'local';
  const lastRequestedAt = Math.max(place.fetchedAt ?? 0, place.requestedAt ?? 0);
  if (!isFromExternalProvider || now - lastRequestedAt < REFRESH_AFTER_MS) return false;
  const { placeId: id, currentId, name, coordinates } = place;
  const details = await maps
    .details({ placeId: currentId, known: { name, coordinates } })
    .catch(placesProblemOf);
  if (typeof details === 'string') return false;
  if (details === null) {
    await recordProviderRequest(database, id);
    return false;
  }
  await changePlaces(database, [id], (transaction) => updateProviderData(transaction, { id, details }));
  return true;
}

/**
 * Updates the business status of provided places and of places in lists and collections. For places of the licence
 * register the status comes from the register. For other places it comes from their provider. The number of places per
 * night is limited. If the budget of a provider is used up or the provider does not respond, the remaining places
 * follow the next night. A place without a response is checked after all other places from then on. Otherwise a few
 * places without a response would end the check early every night.
 */
export async function checkClosedPlaces({
  database,
  maps,
}: {
  database: Database;
  maps: PlacesProvider;
}): Promise<void> {
  const changed = await selectPlacesChangedInRegister(database);
  await changePlaces(database, changed, (transaction) => updateStatusesFromRegister(transaction, changed));
  let failures = 0;
  for (const { id, placeId, name, lat, lng, businessStatus } of await selectPlacesToCheck(database, BATCH)) {
    const known = { name, coordinates: lat === null || lng === null ? null : { lat, lng } };
    const found = await maps.currentStatus({ placeId, known }).catch(placesProblemOf);
    if (typeof found === 'string') {
      if (found !== 'places.unavailable') return;
      await recordFailedCheck(database, id);
      failures += 1;
      if (failures === MAXIMUM_FAILURES) return;
      continue;
    }
    failures = 0;
    const { status, placeId: currentId } = found;
    const saveStatus = (connection: Connection) =>
      updateBusinessStatus(connection, { id, status, currentId });
    await (status === null || status === businessStatus
      ? saveStatus(database)
      : changePlaces(database, [id], saveStatus));
  }
}

/** Deletes provider data that is more than a month old, as the terms of the providers require. */
export async function deleteExpiredProviderData(database: Database): Promise<void> {
  let ids: string[];
  do {
    ids = await selectPlacesWithExpiredData(database, BATCH);
    await changePlaces(database, ids, (transaction) => deleteProviderData(transaction, ids));
  } while (ids.length === BATCH);
}

/** Changes rows of the catalogue. Raises the versions of the lists and collections that show these rows. */
async function changePlaces(
  database: Database,
  ids: readonly string[],
  change: (transaction: Connection) => Promise<void>,
): Promise<void> {
  if (ids.length === 0) return;
  await database.transaction().execute(async (transaction) => {
    await announcePlaceChanges(transaction, ids);
    const closedBefore = await selectClosedPlaces(transaction, ids);
    await change(transaction);
    await notifyOfClosures(transaction, { ids, closedBefore });
    await incrementProvidedVersion(transaction);
  });
}

/** Notifies the members who have saved a place that has closed. */
async function notifyOfClosures(
  transaction: Connection,
  { ids, closedBefore }: { ids: readonly string[]; closedBefore: readonly string[] },
): Promise<void> {
  const closed = await selectClosedPlaces(transaction, ids);
  for (const id of closed.filter((closedId) => !closedBefore.includes(closedId)))
    await notify(transaction, {
      kind: 'closure',
      subjectId: id,
      recipients: await selectSavers(transaction, id),
    });
}

/** Returns the problem code if the error comes from the maps service. Throws any other error. */
function placesProblemOf(error: unknown): string {
  if (error instanceof ProblemError && error.code in placesProblems) return error.code;
  throw error;
}
