import { sql } from 'kysely';
import type { Category } from '#features/catalogue/catalogue.contract.ts';
import type { OpeningHours, OpeningPeriod, PlaceDetails } from '#features/places/places.contract.ts';
import type { ManualPlace } from '#features/restaurants/restaurants.contract.ts';
import type { Connection } from '#server/database/database.ts';
import { prepared } from '#server/database/prepared.ts';
import { neighbourhoodOfPlace } from './neighbourhood.ts';

/** A place of the catalogue; null for facts that the maps service did not know. */
export type CataloguePlace = Omit<PlaceDetails, 'provider'> & {
  provider: PlaceDetails['provider'] | 'own';
  /** When the maps service's facts were fetched, in milliseconds. */
  fetchedAt: number | null;
  /** When the maps service last answered that it does not know the place, in milliseconds. */
  askedAt: number | null;
  /** The maps service's current id of the place, which can change. */
  currentId: string;
};

/** The admin's note on a provided restaurant. */
export type PublicMemo = { sourceMemo: string; customTags: readonly string[] };

export async function selectCategories(connection: Connection): Promise<Category[]> {
  const { rows } = await sql<Category>`
    select id, name, display_order as "order" from restaurant_categories order by display_order, id
  `.execute(connection);
  return rows;
}

export async function categoryExists(connection: Connection, categoryId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from restaurant_categories where id = ${categoryId}`.execute(
    connection,
  );
  return rows.length === 1;
}

type PlaceRow = Omit<CataloguePlace, 'coordinates' | 'openingHours' | 'fetchedAt' | 'askedAt'> & {
  lat: number | null;
  lng: number | null;
  weekdayLines: string[];
  periods: OpeningPeriod[] | null;
  fetchedAt: Date | null;
  askedAt: Date | null;
};

const placeVisibleTo = prepared<{ placeId: string; userId: string }>('catalogue_place_visible_to')(
  (_, given) => sql<PlaceRow>`
    select id as "placeId", provider, provider_fetched_at as "fetchedAt",
      provider_requested_at as "askedAt", coalesce(google_place_id, id) as "currentId", name, address, lat, lng,
      primary_type_display_name as kind, category_id as "categoryId", phone_number as "phoneNumber", website,
      maps_url as "mapsUrl", business_status as "businessStatus", google_rating as rating,
      google_user_ratings_total as "ratingCount", price_level as "priceLevel",
      detailed_opening_hours as "weekdayLines", opening_periods as periods,
      opening_hours_summary as "openingHoursSummary", allows_dogs as "allowsDogs",
      wheelchair_accessible_parking as "wheelchairAccessibleParking",
      wheelchair_accessible_entrance as "wheelchairAccessibleEntrance",
      wheelchair_accessible_restroom as "wheelchairAccessibleRestroom",
      wheelchair_accessible_seating as "wheelchairAccessibleSeating",
      parking_options_summary as "parkingOptionsSummary", photos, is_example as "isExample"
    from restaurants_public
    where id = ${given.placeId} and (private_to_uid is null or private_to_uid = ${given.userId})`,
);

/** The public facts of a catalogue place; null for a private manual place. */
export async function selectPublicPlace(
  connection: Connection,
  placeId: string,
): Promise<{ name: string; address: string } | null> {
  const { rows } = await sql<{ name: string; address: string }>`
    select name, address from restaurants_public where id = ${placeId} and private_to_uid is null
  `.execute(connection);
  return rows[0] ?? null;
}

/** Opening hours of these places, where known. */
export async function selectOpeningHours(
  connection: Connection,
  placeIds: readonly string[],
): Promise<Map<string, OpeningHours>> {
  const { rows } = await sql<OpeningHours & { id: string }>`
    select id, detailed_opening_hours as "weekdayLines", opening_periods as periods
    from restaurants_public
    where id = any(${placeIds}::text[]) and (opening_periods is not null or cardinality(detailed_opening_hours) > 0)
  `.execute(connection);
  return new Map(rows.map(({ id, ...hours }) => [id, hours]));
}

/** The place if this member may see it: private manual places are visible only to their author. */
export async function selectPlaceVisibleTo(
  connection: Connection,
  key: { placeId: string; userId: string },
): Promise<CataloguePlace | null> {
  const [place] = await placeVisibleTo(connection, key);
  if (!place) return null;
  const { lat, lng, weekdayLines, periods, fetchedAt, askedAt, ...facts } = place;
  return {
    ...facts,
    coordinates: lat === null || lng === null ? null : { lat, lng },
    openingHours: weekdayLines.length === 0 && periods === null ? null : { weekdayLines, periods },
    fetchedAt: fetchedAt && fetchedAt.getTime(),
    askedAt: askedAt && askedAt.getTime(),
  };
}

/** The place whose Google id has changed to this one since it was added; null if there is none. */
export async function selectMovedPlace(connection: Connection, currentId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from restaurants_public where google_place_id = ${currentId} and google_place_id <> id order by id limit 1
  `.execute(connection);
  return rows[0]?.id ?? null;
}

/**
 * Stores the maps service's answer. If several members add a place at once, the first row stays.
 * @param note null unless the admin adds it: with a note the place is provided
 * @returns whether this was the first
 */
export async function insertPlace(
  connection: Connection,
  { details, addedByUid, note }: { details: PlaceDetails; addedByUid: string; note: PublicMemo | null },
): Promise<boolean> {
  const { coordinates, openingHours } = details;
  const neighbourhood = await neighbourhoodOfPlace(connection, { ...details, id: details.placeId });
  const { numAffectedRows } = await sql`
    insert into restaurants_public (
      id, provider, provider_fetched_at, name, address, neighbourhood, lat, lng, google_place_id, category_id,
      primary_type_display_name, phone_number, website, maps_url, business_status, business_status_at, google_rating,
      google_user_ratings_total, price_level, detailed_opening_hours, opening_periods, opening_hours_summary,
      allows_dogs, wheelchair_accessible_parking, wheelchair_accessible_entrance, wheelchair_accessible_restroom,
      wheelchair_accessible_seating, parking_options_summary, photos, is_example,
      source_memo, public_custom_tags, provided_at, added_by_uid
    ) values (
      ${details.placeId}, ${details.provider}, now(), ${details.name}, ${details.address}, ${neighbourhood},
      ${coordinates?.lat ?? null}, ${coordinates?.lng ?? null},
      ${details.provider === 'google' ? details.placeId : null},
      (select id from restaurant_categories where id = ${details.categoryId}),
      ${details.kind}, ${details.phoneNumber}, ${details.website}, ${details.mapsUrl}, ${details.businessStatus},
      ${details.businessStatus === null ? null : sql`now()`}, ${details.rating}, ${details.ratingCount}, ${details.priceLevel}, ${openingHours?.weekdayLines ?? []},
      ${json(openingHours?.periods)}, ${details.openingHoursSummary}, ${details.allowsDogs},
      ${details.wheelchairAccessibleParking}, ${details.wheelchairAccessibleEntrance},
      ${details.wheelchairAccessibleRestroom}, ${details.wheelchairAccessibleSeating},
      ${details.parkingOptionsSummary}, ${json(details.photos)}, ${details.isExample},
      ${note?.sourceMemo || null}, ${note?.customTags ?? []}, ${note ? sql`now()` : null}, ${addedByUid}
    )
    on conflict (id) do nothing
  `.execute(connection);
  return numAffectedRows === 1n;
}

const json = (value: unknown) =>
  sql`${value === undefined || value === null ? null : JSON.stringify(value)}::jsonb`;

export async function insertPrivatePlace(
  connection: Connection,
  { id, place, authorUid }: { id: string; place: ManualPlace; authorUid: string },
): Promise<void> {
  const neighbourhood = await neighbourhoodOfPlace(connection, { ...place, id });
  await sql`
    insert into restaurants_public (
      id, provider, name, address, neighbourhood, lat, lng, phone_number, added_by_uid, private_to_uid
    ) values (
      ${id}, 'own', ${place.name}, ${place.address}, ${neighbourhood}, ${place.coordinates?.lat ?? null},
      ${place.coordinates?.lng ?? null}, ${place.phoneNumber || null}, ${authorUid}, ${authorUid}
    )
  `.execute(connection);
}

/** Changes a manual place; false if it belongs to another author or has been published. */
export async function updatePrivatePlace(
  connection: Connection,
  { id, place, authorUid }: { id: string; place: ManualPlace; authorUid: string },
): Promise<boolean> {
  const neighbourhood = await neighbourhoodOfPlace(connection, { ...place, id });
  const { numAffectedRows } = await sql`
    update restaurants_public
    set name = ${place.name}, address = ${place.address}, neighbourhood = ${neighbourhood}, lat = ${place.coordinates?.lat ?? null},
      lng = ${place.coordinates?.lng ?? null}, phone_number = ${place.phoneNumber || null},
      last_updated_in_public_at = now()
    where id = ${id} and private_to_uid = ${authorUid}
  `.execute(connection);
  return numAffectedRows === 1n;
}

/** Deletes those of these places that are unpublished manual ones. */
export async function deletePrivatePlaces(connection: Connection, ids: readonly string[]): Promise<void> {
  await sql`
    delete from restaurants_public where id = any(${ids}::text[]) and private_to_uid is not null
  `.execute(connection);
}

/** Deletes example places that these members added first and no one else saved. */
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

/** Sets the categories and their order. Places of a removed category become uncategorized. */
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
