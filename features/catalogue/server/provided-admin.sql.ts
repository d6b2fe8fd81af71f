import { sql } from 'kysely';
import type { AdminRestaurant, CatalogueFilter } from '#features/catalogue/provided-admin.contract.ts';
import type { Connection } from '#server/database/database.ts';
import { neighbourhoodOfPlace } from './neighbourhood.ts';
import type { z } from 'zod';

type Row = Omit<AdminRestaurant, 'coordinates'> & { lat: number | null; lng: number | null };

const adminColumns = sql`
  place.id, place.name, place.address, place.lat, place.lng, place.phone_number as "phoneNumber",
  place.category_id as "categoryId", place.provider, place.private_to_uid is not null as "isPrivate",
  place.is_example as "isExample", (date_part('epoch', place.provided_at) * 1000)::int8 as "providedAt",
  coalesce(place.source_memo, '') as memo, place.public_custom_tags as tags,
  array(
    select episode_id from source_places where restaurant_id = place.id order by episode_id
  ) as "episodeIds"`;

const asRestaurant = ({ lat, lng, ...facts }: Row): AdminRestaurant => ({
  ...facts,
  coordinates: lat === null || lng === null ? null : { lat, lng },
});

/** Places whose name or address contains the text, newest first. */
export async function searchPlaces(
  connection: Connection,
  { text, shelf, limit }: { text: string; shelf: z.infer<typeof CatalogueFilter>; limit: number },
): Promise<AdminRestaurant[]> {
  const { rows } = await sql<Row>`
    select ${adminColumns}
    from restaurants_public as place
    where position(lower(${text}) in lower(place.name || ' ' || place.address)) > 0
      and case ${shelf}::text
        when 'provided' then place.provided_at is not null
        when 'private' then place.private_to_uid is not null
        else true
      end
    order by place.first_added_to_public_at desc, place.id
    limit ${limit}
  `.execute(connection);
  return rows.map(asRestaurant);
}

/** Locks these places until the end of the transaction. */
export async function lockPlaces(
  connection: Connection,
  ids: readonly string[],
): Promise<Map<string, AdminRestaurant>> {
  const { rows } = await sql<Row>`
    select ${adminColumns} from restaurants_public as place
    where place.id = any(${ids}::text[])
    order by place.id
    for update of place
  `.execute(connection);
  return new Map(rows.map((row) => [row.id, asRestaurant(row)]));
}

/** Serializes imports until the end of the transaction. An import takes this lock first, before those of lists. */
export async function lockImports(connection: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('provided import', 0))`.execute(connection);
}

/** Public places by name and address, for rows without an id. */
export async function findPlacesNamed(
  connection: Connection,
  places: readonly { name: string; address: string }[],
): Promise<{ id: string; name: string; address: string }[]> {
  const { rows } = await sql<{ id: string; name: string; address: string }>`
    select place.id, place.name, place.address
    from restaurants_public as place
    join jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as given (name text, address text)
      on given.name = place.name and given.address = place.address
    where place.private_to_uid is null
    order by place.id desc
  `.execute(connection);
  return rows;
}

/** The note of a restaurant to provide or already provided. */
export type ProvidedFields = { memo: string; tags: readonly string[]; categoryId: string | null };

export async function setProvided(
  connection: Connection,
  id: string,
  { memo, tags, categoryId }: ProvidedFields,
): Promise<void> {
  await sql`
    update restaurants_public
    set provided_at = coalesce(provided_at, now()), source_memo = ${memo || null}, public_custom_tags = ${tags},
      category_id = ${categoryId}, last_updated_in_public_at = now()
    where id = ${id}
  `.execute(connection);
}

/** Memo and tags are deleted when a restaurant is no longer provided. */
export async function unsetProvided(connection: Connection, id: string): Promise<void> {
  await sql`
    with gone as (delete from source_places where restaurant_id = ${id})
    update restaurants_public
    set provided_at = null, source_memo = null, public_custom_tags = '{}', last_updated_in_public_at = now()
    where id = ${id}
  `.execute(connection);
}

export async function setPublished(connection: Connection, id: string): Promise<void> {
  await sql`
    update restaurants_public set private_to_uid = null, last_updated_in_public_at = now() where id = ${id}
  `.execute(connection);
}

export type ManualPlaceDetails = {
  name: string;
  address: string;
  coordinates: { lat: number; lng: number } | null;
  phoneNumber: string;
};

export async function updateManualPlaceDetails(
  connection: Connection,
  id: string,
  place: ManualPlaceDetails,
): Promise<void> {
  const neighbourhood = await neighbourhoodOfPlace(connection, { ...place, id });
  await sql`
    update restaurants_public
    set name = ${place.name}, address = ${place.address}, neighbourhood = ${neighbourhood}, lat = ${place.coordinates?.lat ?? null},
      lng = ${place.coordinates?.lng ?? null}, phone_number = ${place.phoneNumber || null},
      last_updated_in_public_at = now()
    where id = ${id}
  `.execute(connection);
}

/** A place entered by the admin, not by a maps service; with a maps service's id if the admin knows it. */
export async function insertPlaceFromProvider(
  connection: Connection,
  {
    id,
    provider,
    place,
    adminUid,
  }: { id: string; provider: 'google' | 'own'; place: ManualPlaceDetails; adminUid: string },
): Promise<void> {
  const neighbourhood = await neighbourhoodOfPlace(connection, { ...place, id });
  await sql`
    insert into restaurants_public (
      id, provider, google_place_id, name, address, neighbourhood, lat, lng, phone_number, added_by_uid
    ) values (
      ${id}, ${provider}, ${provider === 'google' ? id : null}, ${place.name}, ${place.address}, ${neighbourhood},
      ${place.coordinates?.lat ?? null}, ${place.coordinates?.lng ?? null}, ${place.phoneNumber || null}, ${adminUid}
    )
    on conflict (id) do nothing
  `.execute(connection);
}
