import { sql } from 'kysely';
import type { Category } from '#features/catalogue/catalogue.contract.ts';
import type { PlaceDetails } from '#features/places/places.contract.ts';
import { columnsOf } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import { prepared, statement } from '#server/database/prepared.ts';
import { neighbourhoodOfPlace } from './neighbourhood.sql.ts';
import {
  type EnteredPlace,
  identityOf,
  ownFacts,
  ownFactsOf,
  type PlaceIdentity,
  placeIdentity,
  type ServiceFacts,
  serviceFacts,
  serviceFactsOf,
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

const categories = statement(
  'catalogue_categories',
  () => sql<Category>`
    select id, name, display_order as "order" from restaurant_categories order by display_order, id`,
);

export function selectCategories(connection: Connection): Promise<Category[]> {
  return categories(connection, {});
}

export async function categoryExists(connection: Connection, categoryId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from restaurant_categories where id = ${categoryId}`.execute(
    connection,
  );
  return rows.length === 1;
}

type PlaceFacts = Pick<
  CataloguePlace,
  | 'provider'
  | 'placeId'
  | 'categoryId'
  | 'businessStatus'
  | 'isExample'
  | 'currentId'
  | 'fetchedAt'
  | 'requestedAt'
>;
const placeFacts = columnsOf('restaurants_public')<PlaceFacts>({
  placeId: 'id',
  provider: 'provider',
  categoryId: 'category_id',
  businessStatus: 'business_status',
  isExample: 'is_example',
  currentId: {
    read: (place) => sql`coalesce(${sql.ref(`${place}.google_place_id`)}, ${sql.ref(`${place}.id`)})`,
  },
  fetchedAt: { milliseconds: 'provider_fetched_at' },
  requestedAt: { milliseconds: 'provider_requested_at' },
});

const placeVisibleTo = prepared(
  'catalogue_place_visible_to',
  (_, given: { placeId: string; userId: string }) => sql<PlaceFacts & PlaceIdentity & ServiceFacts>`
    select ${placeFacts.select('place')}, ${placeIdentity.select('place')}, ${serviceFacts.select('place')}
    from restaurants_public as place
    where id = ${given.placeId} and (private_to_uid is null or private_to_uid = ${given.userId})`,
);

const publicPlace = statement(
  'catalogue_public_place',
  (_, { placeId }: { placeId: string }) => sql<{ name: string; address: string }>`
    select name, address from restaurants_public where id = ${placeId} and private_to_uid is null`,
);

/** Returns the name and address of a public place; null if the place is a private manual place. */
export async function selectPublicPlace(
  connection: Connection,
  placeId: string,
): Promise<{ name: string; address: string } | null> {
  const [row] = await publicPlace(connection, { placeId });
  return row ?? null;
}

/** Returns a place; null if this member may not see it. Private manual places are visible only to their author. */
export async function selectPlaceVisibleTo(
  connection: Connection,
  key: { placeId: string; userId: string },
): Promise<CataloguePlace | null> {
  const [place] = await placeVisibleTo(connection, key);
  if (!place) return null;
  const { lat, lng, weekdayLines, periods, ...facts } = place;
  return {
    ...facts,
    coordinates: lat === null || lng === null ? null : { lat, lng },
    openingHours: weekdayLines.length === 0 && periods === null ? null : { weekdayLines, periods },
  };
}

const movedPlace = statement(
  'catalogue_moved_place',
  (_, { currentId }: { currentId: string }) => sql<{ id: string }>`
    select id from restaurants_public where google_place_id = ${currentId} and google_place_id <> id order by id limit 1`,
);

/** Returns the id of a place that was added under another id and now has this Google id. */
export async function selectMovedPlace(connection: Connection, currentId: string): Promise<string | null> {
  const rows = await movedPlace(connection, { currentId });
  return rows[0]?.id ?? null;
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
  const neighbourhood = await neighbourhoodOfPlace(connection, { ...details, id: placeId });
  const { numAffectedRows } = await sql`
    insert into restaurants_public (
      id, provider, provider_fetched_at, google_place_id, business_status, business_status_at, category_id,
      ${placeIdentity.names}, neighbourhood, ${serviceFacts.names}, is_example, source_memo, public_custom_tags, provided_at,
      added_by_uid
    ) values (
      ${placeId}, ${provider}, now(), ${provider === 'google' ? placeId : null}, ${businessStatus},
      ${businessStatus === null ? null : sql`now()`},
      (select id from restaurant_categories where id = ${details.categoryId}),
      ${placeIdentity.values(identityOf(details))}, ${neighbourhood}, ${serviceFacts.values(serviceFactsOf(details))},
      ${details.isExample}, ${note?.sourceMemo || null}, ${note?.customTags ?? []}, ${note ? sql`now()` : null},
      ${addedByUid}
    )
    on conflict (id) do nothing
  `.execute(connection);
  return numAffectedRows === 1n;
}

export async function insertPrivatePlace(
  connection: Connection,
  { id, place, authorUid }: { id: string; place: EnteredPlace; authorUid: string },
): Promise<void> {
  const neighbourhood = await neighbourhoodOfPlace(connection, { ...place, id });
  await sql`
    insert into restaurants_public (
      id, provider, ${ownFacts.names}, neighbourhood, added_by_uid, private_to_uid
    ) values (
      ${id}, 'own', ${ownFacts.values(ownFactsOf(place))}, ${neighbourhood}, ${authorUid}, ${authorUid}
    )
  `.execute(connection);
}

/**
 * Updates a private manual place.
 * @returns false if the place belongs to another author or has been published
 */
export async function updatePrivatePlace(
  connection: Connection,
  { id, place, authorUid }: { id: string; place: EnteredPlace; authorUid: string },
): Promise<boolean> {
  const neighbourhood = await neighbourhoodOfPlace(connection, { ...place, id });
  const { numAffectedRows } = await sql`
    update restaurants_public
    set ${ownFacts.assignments(ownFactsOf(place))}, neighbourhood = ${neighbourhood},
      last_updated_in_public_at = now()
    where id = ${id} and private_to_uid = ${authorUid}
  `.execute(connection);
  return numAffectedRows === 1n;
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
