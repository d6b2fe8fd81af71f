import { sql } from 'kysely';
import type { PlaceDetails } from '#features/places/places.contract.ts';
import type { Connection } from '#server/database/database.ts';
import { statement } from '#server/database/prepared.ts';
import { NO_SERVICE_FACTS, serviceFacts, serviceFactsOf } from './place-columns.sql.ts';

/** The terms of these services forbid permanent storage of their data. */
const externalProviders = sql`('google', 'kakao', 'naver')`;

/** Google's terms allow 30 days for coordinates. */
const PROVIDER_DATA_DAYS = 30;
/** Days between two checks of whether a place still exists. */
const CHECKED_EVERY_DAYS = 7;

/** Keeps name, address and coordinates as the member confirmed them, and the category as the product derived it. */
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

/** Delays the next request for a place that the service does not know. Existing facts expire as usual. */
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

/** Keeps the id and the facts that the member who added the place confirmed. */
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
  /** The current id at the service. */
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
    order by business_status_at nulls first, id
    limit ${limit}`,
);

/** Places of lists and collections, and provided places, that were not checked for a week, oldest check first. */
export function selectPlacesToCheck(connection: Connection, limit: number): Promise<PlaceToCheck[]> {
  return placesToCheck(connection, { limit });
}

/** @param status null: unknown; the stored status is kept */
export async function updateBusinessStatus(
  connection: Connection,
  { id, status, currentId }: { id: string; status: PlaceDetails['businessStatus']; currentId: string },
): Promise<void> {
  await sql`
    update restaurants_public
    set business_status = coalesce(${status}, business_status), business_status_at = now(),
      google_place_id = case when provider = 'google' then ${currentId} else google_place_id end
    where id = ${id}
  `.execute(connection);
}

const placesChangedInRegister = statement(
  'catalogue_changed_in_register',
  () => sql<{ id: string }>`
    select place.id from restaurants_public as place join places as registered on registered.place_id = place.id
    where place.provider = 'local' and registered.business_status is distinct from place.business_status`,
);

/** Places whose status in the licence register has changed since they were added. */
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
