import { type InferResult, sql } from 'kysely';
import type { AdminRestaurant, CatalogueFilter } from '#features/catalogue/provided-admin.contract.ts';
import { anyOf, milliseconds } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import { neighbourhoodOfPlace } from './neighbourhood.sql.ts';
import { columnsOfEnteredPlace, type EnteredPlace } from './place-columns.sql.ts';
import type { z } from 'zod';

const places = (connection: Connection) =>
  connection.selectFrom('restaurants_public as place').select(({ ref, fn, val }) => [
    'place.id',
    'place.phone_number as phoneNumber',
    'place.category_id as categoryId',
    'place.provider',
    sql<boolean>`place.private_to_uid is not null`.as('isPrivate'),
    'place.is_example as isExample',
    milliseconds(ref('place.provided_at')).as('providedAt'),
    fn.coalesce('place.source_memo', val('')).as('memo'),
    'place.public_custom_tags as tags',
    'place.name',
    'place.address',
    'place.lat',
    'place.lng',
    sql<string[]>`array(
        select episode_id from source_places where restaurant_id = place.id order by episode_id
      )`.as('episodeIds'),
  ]);

type Row = InferResult<ReturnType<typeof places>>[number];

const asRestaurant = ({ lat, lng, ...facts }: Row): AdminRestaurant => ({
  ...facts,
  coordinates: lat === null || lng === null ? null : { lat, lng },
});

type Search = { text: string; shelf: z.infer<typeof CatalogueFilter>; limit: number };

/** Searches the catalogue by name and address. The result is sorted, newest first. */
export async function searchPlaces(
  connection: Connection,
  { text, shelf, limit }: Search,
): Promise<AdminRestaurant[]> {
  const rows = await places(connection)
    .where(sql<boolean>`position(lower(${text}) in lower(place.name || ' ' || place.address)) > 0`)
    .$if(shelf === 'provided', (found) => found.where('place.provided_at', 'is not', null))
    .$if(shelf === 'private', (found) => found.where('place.private_to_uid', 'is not', null))
    .orderBy('place.first_added_to_public_at', 'desc')
    .orderBy('place.id')
    .limit(limit)
    .execute();
  return rows.map(asRestaurant);
}

export async function lockPlaces(
  connection: Connection,
  ids: readonly string[],
): Promise<Map<string, AdminRestaurant>> {
  const rows = await places(connection)
    .where('place.id', '=', anyOf(ids))
    .orderBy('place.id')
    .forUpdate('place')
    .execute();
  return new Map(rows.map((row) => [row.id, asRestaurant(row)]));
}

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

export async function knownPlaces(connection: Connection, ids: readonly string[]): Promise<Set<string>> {
  const rows = await connection
    .selectFrom('restaurants_public')
    .where('id', '=', anyOf(ids))
    .select('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Returns the places with these names and addresses. The import uses this function for rows without a place id. */
export const findPlacesNamed = (
  connection: Connection,
  named: readonly { name: string; address: string }[],
): Promise<{ id: string; name: string; address: string }[]> =>
  connection
    .selectFrom('restaurants_public as place')
    .innerJoin(
      sql<{ name: string; address: string }>`jsonb_to_recordset(${JSON.stringify(named)}::jsonb)`.as<'given'>(
        sql`given (name text, address text)`,
      ),
      (join) => join.onRef('given.name', '=', 'place.name').onRef('given.address', '=', 'place.address'),
    )
    .where('place.private_to_uid', 'is', null)
    .select(['place.id', 'place.name', 'place.address'])
    .orderBy('place.id', 'desc')
    .execute();

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
  const neighbourhood = neighbourhoodOfPlace({ ...place, id });
  await connection
    .updateTable('restaurants_public')
    .set({ ...columnsOfEnteredPlace(place), neighbourhood, last_updated_in_public_at: sql`now()` })
    .where('id', '=', id)
    .execute();
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
  const neighbourhood = neighbourhoodOfPlace({ ...place, id });
  await connection
    .insertInto('restaurants_public')
    .values({
      id,
      provider,
      google_place_id: provider === 'google' ? id : null,
      ...columnsOfEnteredPlace(place),
      neighbourhood,
      added_by_uid: adminUid,
    })
    .onConflict((row) => row.column('id').doNothing())
    .execute();
}
