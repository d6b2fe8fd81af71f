import { sql } from 'kysely';
import type { AdminRestaurant, CatalogueFilter } from '#features/catalogue/provided-admin.contract.ts';
import { columnsOf } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import { statement } from '#server/database/prepared.ts';
import { neighbourhoodOfPlace } from './neighbourhood.sql.ts';
import {
  type EnteredPlace,
  ownFacts,
  ownFactsOf,
  type PlaceIdentity,
  placeIdentity,
} from './place-columns.sql.ts';
import type { z } from 'zod';

type Row = Omit<AdminRestaurant, 'coordinates'> & PlaceIdentity;

type AdminFacts = Omit<Row, keyof PlaceIdentity | 'episodeIds'>;
const adminFacts = columnsOf('restaurants_public')<AdminFacts>({
  id: 'id',
  phoneNumber: 'phone_number',
  categoryId: 'category_id',
  provider: 'provider',
  isPrivate: { read: (place) => sql`${sql.ref(`${place}.private_to_uid`)} is not null` },
  isExample: 'is_example',
  providedAt: { milliseconds: 'provided_at' },
  memo: { read: (place) => sql`coalesce(${sql.ref(`${place}.source_memo`)}, '')` },
  tags: 'public_custom_tags',
});

const adminColumns = sql`
  ${adminFacts.select('place')}, ${placeIdentity.select('place')},
  array(
    select episode_id from source_places where restaurant_id = place.id order by episode_id
  ) as "episodeIds"`;

const asRestaurant = ({ lat, lng, ...facts }: Row): AdminRestaurant => ({
  ...facts,
  coordinates: lat === null || lng === null ? null : { lat, lng },
});

type Search = { text: string; shelf: z.infer<typeof CatalogueFilter>; limit: number };
const foundPlaces = statement(
  'catalogue_admin_search',
  (_, { text, shelf, limit }: Search) => sql<Row>`
    select ${adminColumns}
    from restaurants_public as place
    where position(lower(${text}) in lower(place.name || ' ' || place.address)) > 0
      and case ${shelf}::text
        when 'provided' then place.provided_at is not null
        when 'private' then place.private_to_uid is not null
        else true
      end
    order by place.first_added_to_public_at desc, place.id
    limit ${limit}`,
);

/** Searches the catalogue by name and address. The result is sorted, newest first. */
export const searchPlaces = async (connection: Connection, search: Search): Promise<AdminRestaurant[]> =>
  (await foundPlaces(connection, search)).map(asRestaurant);

const lockedPlaces = statement(
  'catalogue_admin_lock_places',
  (_, { ids }: { ids: readonly string[] }) => sql<Row>`
    select ${adminColumns} from restaurants_public as place
    where place.id = any(${ids}::text[])
    order by place.id
    for update of place`,
);

export const lockPlaces = async (
  connection: Connection,
  ids: readonly string[],
): Promise<Map<string, AdminRestaurant>> =>
  new Map((await lockedPlaces(connection, { ids })).map((row) => [row.id, asRestaurant(row)]));

/**
 * Locks imports until the transaction ends, so that only one import runs at a time. An import takes this lock before
 * it locks lists.
 */
export async function lockImports(connection: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('provided import', 0))`.execute(connection);
}

/** Sets the savepoint to which a preview rolls back. */
export async function setSavepoint(connection: Connection): Promise<void> {
  await sql`savepoint before_import`.execute(connection);
}

export async function rollBackToSavepoint(connection: Connection): Promise<void> {
  await sql`rollback to savepoint before_import`.execute(connection);
}

const existingPlaces = statement(
  'catalogue_known_places',
  (_, { ids }: { ids: readonly string[] }) => sql<{ id: string }>`
    select id from restaurants_public where id = any(${ids}::text[])`,
);

export async function knownPlaces(connection: Connection, ids: readonly string[]): Promise<Set<string>> {
  const rows = await existingPlaces(connection, { ids });
  return new Set(rows.map(({ id }) => id));
}

const placesNamed = statement(
  'catalogue_places_named',
  (_, { places }: { places: string }) => sql<{ id: string; name: string; address: string }>`
    select place.id, place.name, place.address
    from restaurants_public as place
    join jsonb_to_recordset(${places}::jsonb) as given (name text, address text)
      on given.name = place.name and given.address = place.address
    where place.private_to_uid is null
    order by place.id desc`,
);

/** Returns the places with these names and addresses. The import uses this function for rows without a place id. */
export function findPlacesNamed(
  connection: Connection,
  places: readonly { name: string; address: string }[],
): Promise<{ id: string; name: string; address: string }[]> {
  return placesNamed(connection, { places: JSON.stringify(places) });
}

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

/** Makes a restaurant no longer provided. The memo, the tags and the links to episodes are deleted. */
export async function unsetProvided(connection: Connection, id: string): Promise<void> {
  await sql`
    with removed as (delete from source_places where restaurant_id = ${id})
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

export async function updateManualPlaceDetails(
  connection: Connection,
  id: string,
  place: EnteredPlace,
): Promise<void> {
  const neighbourhood = await neighbourhoodOfPlace(connection, { ...place, id });
  await sql`
    update restaurants_public
    set ${ownFacts.assignments(ownFactsOf(place))}, neighbourhood = ${neighbourhood},
      last_updated_in_public_at = now()
    where id = ${id}
  `.execute(connection);
}

/** Stores a new place. `provider` is `google` if the import file contains an id of the maps service for the place. */
export async function insertPlaceFromProvider(
  connection: Connection,
  {
    id,
    provider,
    place,
    adminUid,
  }: { id: string; provider: 'google' | 'own'; place: EnteredPlace; adminUid: string },
): Promise<void> {
  const neighbourhood = await neighbourhoodOfPlace(connection, { ...place, id });
  await sql`
    insert into restaurants_public (
      id, provider, google_place_id, ${ownFacts.names}, neighbourhood, added_by_uid
    ) values (
      ${id}, ${provider}, ${provider === 'google' ? id : null}, ${ownFacts.values(ownFactsOf(place))},
      ${neighbourhood}, ${adminUid}
    )
    on conflict (id) do nothing
  `.execute(connection);
}
