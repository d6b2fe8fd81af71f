import { sql } from 'kysely';
import type { PlaceDetails } from '#features/places/places.contract.ts';
import type { Connection } from '#server/database/database.ts';
import { anyOf } from '#server/database/columns.ts';
import { columnsOfServiceFacts, NO_SERVICE_FACTS } from './place-columns.sql.ts';

/** The maps services whose terms forbid the permanent storage of their data. */
const EXTERNAL_PROVIDERS = ['google', 'kakao', 'naver'] as const;

/** Days after which data of a maps service is deleted. Google's terms allow 30 days for coordinates. */
const PROVIDER_DATA_DAYS = 30;
/** Days after which the business status of a place is checked again. */
const CHECKED_EVERY_DAYS = 7;

/**
 * Stores the facts of the maps service. The name, address and coordinates that the member confirmed are kept, and
 * also the category that this server derived.
 */
export async function updateProviderData(
  connection: Connection,
  { id, details }: { id: string; details: PlaceDetails },
): Promise<void> {
  await connection
    .updateTable('restaurants_public')
    .set({
      provider_fetched_at: sql`now()`,
      business_status_at: sql`now()`,
      google_place_id: details.provider === 'google' ? details.placeId : null,
      // An unknown status keeps the stored status.
      business_status: details.businessStatus ?? undefined,
      ...columnsOfServiceFacts(details),
      last_updated_in_public_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Records that the service does not know the place, so that the next request is sent later. The stored facts are kept
 * until they expire.
 */
export async function recordProviderRequest(connection: Connection, id: string): Promise<void> {
  await sql`update restaurants_public set provider_requested_at = now() where id = ${id}`.execute(connection);
}

export async function selectPlacesWithExpiredData(connection: Connection, limit: number): Promise<string[]> {
  const rows = await connection
    .selectFrom('restaurants_public')
    .where('provider', 'in', EXTERNAL_PROVIDERS)
    .where('provider_fetched_at', '<', daysAgo(PROVIDER_DATA_DAYS))
    .select('id')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes the data of the maps service. The id and the facts that the member confirmed are kept. */
export async function deleteProviderData(connection: Connection, ids: readonly string[]): Promise<void> {
  await connection
    .updateTable('restaurants_public')
    .set({
      provider_fetched_at: null,
      ...columnsOfServiceFacts(NO_SERVICE_FACTS),
      business_status: ({ eb, ref }) =>
        eb
          .case()
          .when('business_status_at', '>', daysAgo(PROVIDER_DATA_DAYS))
          .then(ref('business_status'))
          .end(),
    })
    .where('id', '=', anyOf(ids))
    .execute();
}

const daysAgo = (days: number) => sql<Date>`now() - ${days} * interval '1 day'`;

/**
 * Returns the places of lists and collections, and provided places, that have not been checked for a week. The place
 * with the oldest check comes first. Places without a response to the last check come last.
 * `placeId` is the current id at the maps service.
 */
export const selectPlacesToCheck = (connection: Connection, limit: number) =>
  connection
    .selectFrom('restaurants_public as place')
    .where('provider', 'in', EXTERNAL_PROVIDERS)
    .where(({ eb, or }) =>
      or([eb('business_status_at', 'is', null), eb('business_status_at', '<', daysAgo(CHECKED_EVERY_DAYS))]),
    )
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('provided_at', 'is not', null),
        exists(
          selectFrom('my_restaurants')
            .whereRef('restaurant_id', '=', 'place.id')
            .where('deleted_at', 'is', null)
            .select('restaurant_id'),
        ),
        exists(
          selectFrom('collection_places')
            .whereRef('restaurant_id', '=', 'place.id')
            .where('removed_at', 'is', null)
            .select('restaurant_id'),
        ),
      ]),
    )
    .select(({ fn }) => [
      'place.id',
      fn.coalesce('google_place_id', 'id').as('placeId'),
      'place.name',
      'lat',
      'lng',
      'business_status as businessStatus',
    ])
    .orderBy('business_status_failed_at', (order) => order.asc().nullsFirst())
    .orderBy('business_status_at', (order) => order.asc().nullsFirst())
    .orderBy('place.id')
    .limit(limit)
    .execute();

/**
 * Stores the result of a check.
 * @param status null if unknown; the stored status is then kept
 */
export async function updateBusinessStatus(
  connection: Connection,
  { id, status, currentId }: { id: string; status: PlaceDetails['businessStatus']; currentId: string },
): Promise<void> {
  await sql`
    update restaurants_public
    set business_status = coalesce(${status}, business_status), business_status_at = now(),
      business_status_failed_at = null,
      google_place_id = case when provider = 'google' then ${currentId} else google_place_id end
    where id = ${id}
  `.execute(connection);
}

/** Records that the provider did not respond to the check of a place. */
export const recordFailedCheck = (connection: Connection, id: string) =>
  connection
    .updateTable('restaurants_public')
    .set({ business_status_failed_at: sql`now()` })
    .where('id', '=', id)
    .execute();

/** The day of the closure. A place that is open again can have a day in the register. */
const registeredClosure = sql<Date | null>`case when registered.business_status = 'closed_permanently' then registered.closed_on end`;

/** Returns those of the places that have closed permanently. */
export async function selectClosedPlaces(connection: Connection, ids: readonly string[]): Promise<string[]> {
  const rows = await connection
    .selectFrom('restaurants_public')
    .where('id', '=', anyOf(ids))
    .where('business_status', '=', 'closed_permanently')
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the ids of places whose status in the licence register has changed since they were added. */
export async function selectPlacesChangedInRegister(connection: Connection): Promise<string[]> {
  const rows = await connection
    .selectFrom('restaurants_public as place')
    .innerJoin('places as registered', 'registered.place_id', 'place.id')
    .where('place.provider', '=', 'local')
    .where(({ eb, or, ref }) =>
      or([
        eb('registered.business_status', 'is distinct from', ref('place.business_status')),
        eb(registeredClosure, 'is distinct from', ref('place.closed_on')),
      ]),
    )
    .select('place.id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function updateStatusesFromRegister(
  connection: Connection,
  ids: readonly string[],
): Promise<void> {
  await sql`
    update restaurants_public as place
    set business_status = registered.business_status, business_status_at = now(),
      closed_on = ${registeredClosure}
    from places as registered
    where registered.place_id = place.id and place.id = any(${ids}::text[])
  `.execute(connection);
}
