import { sql } from 'kysely';
import type { PlaceDetails } from '#features/places/places.contract.ts';
import type { Connection } from '#server/database/database.ts';
import { statement } from '#server/database/prepared.ts';
import { NO_SERVICE_FACTS, serviceFacts, serviceFactsOf } from './place-columns.sql.ts';

/** SQL for the maps services whose terms forbid the permanent storage of their data. */
const externalProviders = sql`('google', 'kakao', 'naver')`;

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
  await sql`
    update restaurants_public set
      provider_fetched_at = now(),
      business_status_at = now(),
      google_place_id = ${details.provider === 'google' ? details.placeId : null},
      business_status = coalesce(${details.businessStatus}, business_status),
      ${serviceFacts.assignments(serviceFactsOf(details))},
      last_updated_in_public_at = now()
    where id = ${id}
  `.execute(connection);
}

/**
 * Records that the service does not know the place, so that the next request is sent later. The stored facts are kept
 * until they expire.
 */
export async function recordProviderRequest(connection: Connection, id: string): Promise<void> {
  await sql`update restaurants_public set provider_requested_at = now() where id = ${id}`.execute(connection);
}

const placesWithExpiredData = statement(
  'catalogue_expired_provider_data',
  (_, { limit }: { limit: number }) => sql<{ id: string }>`
    select id from restaurants_public
    where provider in ${externalProviders} and provider_fetched_at < now() - ${PROVIDER_DATA_DAYS} * interval '1 day'
    order by id limit ${limit}`,
);

export async function selectPlacesWithExpiredData(connection: Connection, limit: number): Promise<string[]> {
  const rows = await placesWithExpiredData(connection, { limit });
  return rows.map(({ id }) => id);
}

/** Deletes the data of the maps service. The id and the facts that the member confirmed are kept. */
export async function deleteProviderData(connection: Connection, ids: readonly string[]): Promise<void> {
  await sql`
    update restaurants_public set
      provider_fetched_at = null, ${serviceFacts.assignments(NO_SERVICE_FACTS)},
      business_status = case when business_status_at > now() - ${PROVIDER_DATA_DAYS} * interval '1 day' then business_status end
    where id = any(${ids}::text[])
  `.execute(connection);
}

type PlaceToCheck = {
  id: string;
  /** The current id at the maps service. */
  placeId: string;
  name: string;
  lat: number | null;
  lng: number | null;
  businessStatus: string | null;
};

const placesToCheck = statement(
  'catalogue_places_to_check',
  (_, { limit }: { limit: number }) => sql<PlaceToCheck>`
    select id, coalesce(google_place_id, id) as "placeId", name, lat, lng, business_status as "businessStatus"
    from restaurants_public as place
    where provider in ${externalProviders}
      and (business_status_at is null or business_status_at < now() - ${CHECKED_EVERY_DAYS} * interval '1 day')
      and (
        provided_at is not null
        or exists (select from my_restaurants where restaurant_id = place.id and deleted_at is null)
        or exists (select from collection_places where restaurant_id = place.id and removed_at is null)
      )
    order by business_status_failed_at nulls first, business_status_at nulls first, id
    limit ${limit}`,
);

/**
 * Returns the places of lists and collections, and provided places, that have not been checked for a week. The place
 * with the oldest check comes first. Places without a response to the last check come last.
 */
export function selectPlacesToCheck(connection: Connection, limit: number): Promise<PlaceToCheck[]> {
  return placesToCheck(connection, { limit });
}

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

const placesChangedInRegister = statement(
  'catalogue_changed_in_register',
  () => sql<{ id: string }>`
    select place.id from restaurants_public as place join places as registered on registered.place_id = place.id
    where place.provider = 'local' and registered.business_status is distinct from place.business_status`,
);

/** Returns the ids of places whose status in the licence register has changed since they were added. */
export async function selectPlacesChangedInRegister(connection: Connection): Promise<string[]> {
  const rows = await placesChangedInRegister(connection, {});
  return rows.map(({ id }) => id);
}

export async function updateStatusesFromRegister(
  connection: Connection,
  ids: readonly string[],
): Promise<void> {
  await sql`
    update restaurants_public as place
    set business_status = registered.business_status, business_status_at = now()
    from places as registered
    where registered.place_id = place.id and place.id = any(${ids}::text[])
  `.execute(connection);
}
