import { sql } from 'kysely';
import type { Category } from '#features/catalogue/catalogue.contract.ts';
import type { OpeningHours, PlaceDetails } from '#features/places/places.contract.ts';
import { milliseconds } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import { neighbourhoodOfPlace } from './neighbourhood.sql.ts';
import {
  columnsOfEnteredPlace,
  columnsOfIdentity,
  columnsOfServiceFacts,
  type EnteredPlace,
} from './place-columns.sql.ts';

/** A place of the catalogue. A field is null if the maps service did not know the value. */
export type CataloguePlace = Omit<PlaceDetails, 'provider'> & {
  provider: PlaceDetails['provider'] | 'own';
  /** Time in milliseconds at which the data was fetched from the maps service. */
  fetchedAt: number | null;
  /** Time in milliseconds at which the maps service last answered that it does not know the place. */
  requestedAt: number | null;
  /** The current id at the maps service. A maps service can change the id of a place. */
  currentId: string;
};

export type PublicMemo = { sourceMemo: string; customTags: readonly string[] };

export const selectCategories = (connection: Connection): Promise<Category[]> =>
  connection
    .selectFrom('restaurant_categories')
    .select(['id', 'name', 'display_order as order'])
    .orderBy('display_order')
    .orderBy('id')
    .execute();

export const categoryExists = async (connection: Connection, categoryId: string): Promise<boolean> =>
  (await connection
    .selectFrom('restaurant_categories')
    .where('id', '=', categoryId)
    .select('id')
    .executeTakeFirst()) !== undefined;

/** Returns the name and address of a public place; null if the place is a private manual place. */
export async function selectPublicPlace(
  connection: Connection,
  placeId: string,
): Promise<{ name: string; address: string } | null> {
  const place = await connection
    .selectFrom('restaurants_public')
    .where('id', '=', placeId)
    .where('private_to_uid', 'is', null)
    .select(['name', 'address'])
    .executeTakeFirst();
  return place ?? null;
}

/** Returns a place; null if this member may not see it. Private manual places are visible only to their author. */
export async function selectPlaceVisibleTo(
  connection: Connection,
  { placeId, userId }: { placeId: string; userId: string },
): Promise<CataloguePlace | null> {
  const place = await connection
    .selectFrom('restaurants_public')
    .where('id', '=', placeId)
    .where(({ eb, or }) => or([eb('private_to_uid', 'is', null), eb('private_to_uid', '=', userId)]))
    .select(({ ref, fn }) => [
      'id as placeId',
      'provider',
      'category_id as categoryId',
      'business_status as businessStatus',
      'is_example as isExample',
      fn.coalesce('google_place_id', 'id').as('currentId'),
      milliseconds(ref('provider_fetched_at')).as('fetchedAt'),
      milliseconds(ref('provider_requested_at')).as('requestedAt'),
      'name',
      'address',
      'lat',
      'lng',
      'primary_type_display_name as kind',
      'phone_number as phoneNumber',
      'website',
      'maps_url as mapsUrl',
      'google_rating as rating',
      'google_user_ratings_total as ratingCount',
      ref('price_level').$castTo<PlaceDetails['priceLevel']>().as('priceLevel'),
      'detailed_opening_hours as weekdayLines',
      ref('opening_periods').$castTo<OpeningHours['periods']>().as('periods'),
      'opening_hours_summary as openingHoursSummary',
      'allows_dogs as allowsDogs',
      'wheelchair_accessible_parking as wheelchairAccessibleParking',
      'wheelchair_accessible_entrance as wheelchairAccessibleEntrance',
      'wheelchair_accessible_restroom as wheelchairAccessibleRestroom',
      'wheelchair_accessible_seating as wheelchairAccessibleSeating',
      'parking_options_summary as parkingOptionsSummary',
      ref('photos').$castTo<PlaceDetails['photos']>().as('photos'),
    ])
    .executeTakeFirst();
  if (!place) return null;
  const { lat, lng, weekdayLines, periods, ...facts } = place;
  return {
    ...facts,
    coordinates: lat === null || lng === null ? null : { lat, lng },
    openingHours: weekdayLines.length === 0 && periods === null ? null : { weekdayLines, periods },
  };
}

/** Returns the id of a place that was added under another id and now has this Google id. */
export async function selectMovedPlace(connection: Connection, currentId: string): Promise<string | null> {
  const place = await connection
    .selectFrom('restaurants_public')
    .where('google_place_id', '=', currentId)
    .whereRef('google_place_id', '<>', 'id')
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return place?.id ?? null;
}

/**
 * Stores a new place. If several members add the place at the same time, only the first row is stored.
 * @param note the admin's note; if it is not null, the place becomes a provided restaurant
 * @returns whether this call stored the place
 */
export async function insertPlace(
  connection: Connection,
  { details, addedByUid, note }: { details: PlaceDetails; addedByUid: string; note: PublicMemo | null },
): Promise<boolean> {
  const { placeId, provider, businessStatus } = details;
  const neighbourhood = neighbourhoodOfPlace({ ...details, id: placeId });
  const { numInsertedOrUpdatedRows } = await connection
    .insertInto('restaurants_public')
    .values(({ selectFrom }) => ({
      id: placeId,
      provider,
      provider_fetched_at: sql`now()`,
      google_place_id: provider === 'google' ? placeId : null,
      business_status: businessStatus,
      business_status_at: businessStatus === null ? null : sql`now()`,
      category_id: selectFrom('restaurant_categories').where('id', '=', details.categoryId).select('id'),
      ...columnsOfIdentity(details),
      neighbourhood,
      ...columnsOfServiceFacts(details),
      is_example: details.isExample,
      source_memo: note?.sourceMemo || null,
      public_custom_tags: [...(note?.customTags ?? [])],
      provided_at: note ? sql`now()` : null,
      added_by_uid: addedByUid,
    }))
    .onConflict((row) => row.column('id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function insertPrivatePlace(
  connection: Connection,
  { id, place, authorUid }: { id: string; place: EnteredPlace; authorUid: string },
): Promise<void> {
  const neighbourhood = neighbourhoodOfPlace({ ...place, id });
  await connection
    .insertInto('restaurants_public')
    .values({
      id,
      provider: 'own',
      ...columnsOfEnteredPlace(place),
      neighbourhood,
      added_by_uid: authorUid,
      private_to_uid: authorUid,
    })
    .modifyEnd(sql`/* catalogue_insert_private_place */`)
    .execute();
}

/**
 * Updates a private manual place.
 * @returns false if the place belongs to another author or has been published
 */
export async function updatePrivatePlace(
  connection: Connection,
  { id, place, authorUid }: { id: string; place: EnteredPlace; authorUid: string },
): Promise<boolean> {
  const neighbourhood = neighbourhoodOfPlace({ ...place, id });
  const { numUpdatedRows } = await connection
    .updateTable('restaurants_public')
    .set({ ...columnsOfEnteredPlace(place), neighbourhood, last_updated_in_public_at: sql`now()` })
    .where('id', '=', id)
    .where('private_to_uid', '=', authorUid)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Deletes places. Keeps places that are not manual, that are published, or that are in a list or a collection. */
export async function deletePrivatePlaces(connection: Connection, ids: readonly string[]): Promise<void> {
  await sql`
    delete from restaurants_public as place
    where place.id = any(${ids}::text[]) and place.private_to_uid is not null
      and not exists (select from my_restaurants where restaurant_id = place.id)
      and not exists (select from collection_places where restaurant_id = place.id)
  `.execute(connection);
}

/** Deletes the example places that these members added. A place that another member has saved is not deleted. */
export async function deleteExamplePlacesAddedBy(
  connection: Connection,
  userIds: readonly string[],
): Promise<void> {
  await sql`
    delete from restaurants_public as place
    where place.added_by_uid = any(${userIds}::text[]) and place.is_example and not exists (
      select from my_restaurants as link
      where link.restaurant_id = place.id and link.user_id <> all(${userIds}::text[])
    )
  `.execute(connection);
}

/** Replaces the categories. Places of a removed category become uncategorized. */
export async function setCategories(
  connection: Connection,
  categories: readonly Pick<Category, 'id' | 'name'>[],
): Promise<void> {
  const ids = categories.map(({ id }) => id);
  await sql`delete from restaurant_categories where id <> all(${ids}::text[])`.execute(connection);
  await sql`
    insert into restaurant_categories (id, name, display_order)
    select id, name, place from unnest(${ids}::text[], ${categories.map(({ name }) => name)}::text[])
      with ordinality as given (id, name, place)
    on conflict (id) do update set name = excluded.name, display_order = excluded.display_order
  `.execute(connection);
}
