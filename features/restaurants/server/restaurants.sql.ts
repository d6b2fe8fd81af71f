import { sql } from 'kysely';
import { commonProblems } from '#common/problem.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import {
  effectiveCategory,
  type SavedRestaurantFields,
  type SavedRestaurantState,
} from '#features/restaurants/restaurants.rules.ts';
import {
  type VisitColumns,
  visitColumns,
  visitFactsOf,
} from '#features/catalogue/server/catalogue.public.ts';
import { columnsOf, milliseconds, nextVersion } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import { prepared, statement } from '#server/database/prepared.ts';
import { problem } from '#server/http/problem.ts';

declare const locked: unique symbol;
declare const owned: unique symbol;

/**
 * A member's list that this transaction has locked. Only `lockList` and `lockListWith` create this type. Every write of
 * saved restaurants requires it.
 */
export type LockedList = { readonly userId: string; readonly version: number; readonly [locked]: true };

/** A saved restaurant of the owner of the list, deleted or not. Only functions that lock the list create this type. */
export type OwnedRestaurant = StoredLink & {
  readonly list: LockedList;
  readonly restaurantId: string;
  readonly [owned]: true;
};

type StoredLink = SavedRestaurantFields &
  SavedRestaurantState & {
    /**
     * The id of the shared list that a converted restaurant was taken over from; null if the restaurant was not
     * converted.
     */
    convertedFrom: string | null;
  };

export type WrittenRestaurant = { restaurant: MyRestaurant; listVersion: number };

/** The key of a saved restaurant. */
type LinkKey = { userId: string; restaurantId: string };

/** The fields that the member sets. Every write of a saved restaurant writes all of these fields. */
const linkFields = columnsOf('my_restaurants')<SavedRestaurantFields>({
  status: 'status',
  rating: 'rating',
  review: 'review',
  customTags: 'custom_tags',
  sourceKind: 'source_kind',
  sourceMemo: 'source_memo',
  userCategoryOverrideId: 'user_category_override_id',
  userPhotoFilenames: 'user_photo_filenames',
  isShared: 'is_shared',
  isAnonymous: 'is_anonymous',
});

type LinkFacts = Pick<MyRestaurant, 'sharedListId' | 'linkedAt' | 'visitedAt' | 'lastModifiedByUserAt'>;
const linkFacts = columnsOf('my_restaurants')<LinkFacts>({
  sharedListId: 'shared_list_id',
  linkedAt: { milliseconds: 'linked_at' },
  visitedAt: { milliseconds: 'visited_at' },
  lastModifiedByUserAt: { milliseconds: 'last_modified_by_user_at' },
});

/** The fields that `asMyRestaurant` computes from the row. */
type Derived = 'coordinates' | 'categoryId' | 'openingSpans' | 'hasParking';
type PlaceFacts = Omit<MyRestaurant, keyof SavedRestaurantFields | keyof LinkFacts | Derived> & {
  lat: number | null;
  lng: number | null;
  catalogueCategoryId: string | null;
};
const placeFacts = columnsOf('restaurants_public')<PlaceFacts>({
  id: 'id',
  name: 'name',
  address: 'address',
  neighbourhood: 'neighbourhood',
  lat: 'lat',
  lng: 'lng',
  phoneNumber: 'phone_number',
  catalogueCategoryId: 'category_id',
  isManual: { read: (place) => sql`${sql.ref(`${place}.private_to_uid`)} is not null` },
  isExample: 'is_example',
  businessStatus: 'business_status',
  firstAddedToPublicAt: { milliseconds: 'first_added_to_public_at' },
});

type MyRestaurantRow = PlaceFacts & VisitColumns & SavedRestaurantFields & LinkFacts;

const myRestaurantColumns = sql`
  ${placeFacts.select('place')}, ${visitColumns.select('place')}, ${linkFields.select('link')}, ${linkFacts.select('link')}`;

/** The common table expression `list`. It raises the version of the owner's list and returns the new version. */
const raisedVersion = (userId: string) => sql`list as (
      update restaurant_lists as list set version = ${nextVersion('list.version')}
      where list.user_id = ${userId} returning version
    )`;

type WrittenRow = MyRestaurantRow & { listVersion: number };

const writtenLink = sql`
    select list.version as "listVersion", ${myRestaurantColumns}
    from link
    join restaurants_public as place on place.id = link.restaurant_id
    cross join list`;

const myList = prepared(
  'restaurants_my_list',
  (_, given: { userId: string }) => sql<MyRestaurantRow>`
    select ${myRestaurantColumns}
    from my_restaurants as link
    join restaurants_public as place on place.id = link.restaurant_id
    where link.user_id = ${given.userId} and link.deleted_at is null
    order by link.linked_at desc, link.restaurant_id`,
);

/**
 * Returns the whole list, with the newest restaurant first. The query reads one range of the primary key of
 * `my_restaurants`, and reads the catalogue by its primary key.
 */
export const selectMyRestaurants = async (connection: Connection, userId: string): Promise<MyRestaurant[]> =>
  (await myList(connection, { userId })).map(asMyRestaurant);

const myRestaurant = prepared(
  'restaurants_my_restaurant',
  (_, given: LinkKey) => sql<MyRestaurantRow>`
    select ${myRestaurantColumns}
    from my_restaurants as link
    join restaurants_public as place on place.id = link.restaurant_id
    where link.user_id = ${given.userId} and link.restaurant_id = ${given.restaurantId} and link.deleted_at is null`,
);

export async function selectMyRestaurant(connection: Connection, key: LinkKey): Promise<MyRestaurant | null> {
  const [row] = await myRestaurant(connection, key);
  return row ? asMyRestaurant(row) : null;
}

const lockedVersion = prepared(
  'restaurants_lock_list',
  (_, given: { userId: string }) => sql<{ version: number }>`
    select list.version from restaurant_lists as list
    where list.user_id = (select id from users where id = ${given.userId} for key share)
    for update of list`,
);

/**
 * Makes this transaction the only writer of the list until the transaction ends. The first write of a member creates
 * the list. The account is locked before the list, because account deletion uses the same order.
 */
export async function lockList(connection: Connection, userId: string): Promise<LockedList> {
  const [list] = await lockedVersion(connection, { userId });
  if (list) return { userId, ...list } as LockedList;
  await sql`
    insert into restaurant_lists (user_id) values (${userId}) on conflict (user_id) do nothing
  `.execute(connection);
  const [made] = await lockedVersion(connection, { userId });
  if (!made) throw problem(commonProblems, 'account.sign_in_required');
  return { userId, ...made } as LockedList;
}

const ownSavedRestaurant = prepared(
  'restaurants_own_link',
  (_, given: LinkKey) => sql<StoredLink>`
    select ${linkFields.select('my_restaurants')}, shared_list_id as "sharedListId",
      converted_from as "convertedFrom", ${milliseconds('linked_at')} as "linkedAt",
      ${milliseconds('deleted_at')} as "deletedAt"
    from my_restaurants
    where user_id = ${given.userId} and restaurant_id = ${given.restaurantId}
    for update`,
);

/**
 * Returns the owner's record of a place, even if the record is deleted; null if there is none. The row is locked too,
 * because the purge of deleted records does not lock the list.
 */
export async function findOwnedRestaurant(
  connection: Connection,
  list: LockedList,
  restaurantId: string,
): Promise<OwnedRestaurant | null> {
  const [link] = await ownSavedRestaurant(connection, { userId: list.userId, restaurantId });
  return asOwned(link, list, { restaurantId });
}

const asOwned = (
  link: StoredLink | undefined,
  list: LockedList,
  { restaurantId }: Pick<LinkKey, 'restaurantId'>,
): OwnedRestaurant | null => (link ? ({ ...link, list, restaurantId } as OwnedRestaurant) : null);

/**
 * Does the work of `lockList` and `findOwnedRestaurant` in one round trip. PostgreSQL runs the second statement after
 * the first statement. Therefore the second statement sees everything that was committed before the list was locked.
 */
export async function lockListWith(
  connection: Connection,
  key: LinkKey,
): Promise<{ list: LockedList; link: OwnedRestaurant | null }> {
  const [[locked], [link]] = await Promise.all([
    lockedVersion(connection, key),
    ownSavedRestaurant(connection, key),
  ]);
  if (locked) {
    const list = { userId: key.userId, ...locked } as LockedList;
    return { list, link: asOwned(link, list, key) };
  }
  const list = await lockList(connection, key.userId);
  return { list, link: await findOwnedRestaurant(connection, list, key.restaurantId) };
}

const ownSavedRestaurantsUpTo = prepared(
  'restaurants_count_own_links',
  (_, given: { userId: string; upTo: number }) => sql<{ count: number }>`
    select count(*) as count from (
      select from my_restaurants
      where user_id = ${given.userId} and deleted_at is null and shared_list_id is null
      limit ${given.upTo}
    ) as own`,
);

/**
 * Returns the number of saved restaurants that count towards the free limit (`countsToLimit`). The count stops at
 * `upTo`.
 */
export async function countTowardsLimit(
  connection: Connection,
  list: LockedList,
  upTo: number,
): Promise<number> {
  const [own] = await ownSavedRestaurantsUpTo(connection, { userId: list.userId, upTo });
  return own?.count ?? 0;
}

type NewLink = LinkKey &
  SavedRestaurantFields & {
    linkedAt: Date | null;
    visitedAt: Date | null;
    isUndated: boolean;
    sharedListId: string | null;
    mustBeVisible: boolean;
  };

const insertedLink = prepared(
  'restaurants_insert_link',
  (_, given: NewLink) => sql<WrittenRow>`
    with ${raisedVersion(given.userId)}, link as (
      insert into my_restaurants (
        user_id, restaurant_id, ${linkFields.names}, shared_list_id, linked_at, last_modified_by_user_at, visited_at
      )
      select
        ${given.userId}, id, ${linkFields.values(given)}, ${given.sharedListId},
        coalesce(${given.linkedAt}::timestamptz, now()), coalesce(${given.linkedAt}::timestamptz, now()),
        case when ${given.status} = '방문 완료' and not ${given.isUndated}::boolean then
          least(coalesce(${given.visitedAt}::timestamptz, ${given.linkedAt}::timestamptz), now())
        end
      from restaurants_public
      where id = ${given.restaurantId}
        and (not ${given.mustBeVisible}::boolean or private_to_uid is null or private_to_uid = ${given.userId})
      returning *
    )
    ${writtenLink}`,
);

type LinkToInsert = {
  restaurantId: string;
  fields: SavedRestaurantFields;
  /** When the member added the place; default: now. */
  linkedAt?: Date | null;
  /** When the status became 방문 완료; default: the value of `linkedAt`. Null means that the day is unknown. */
  visitedAt?: Date | null;
  /** The id of the share link that the place was taken over from. */
  sharedListId?: string | null;
};

/** Adds a place of the catalogue to the list, even if the place is private to another member. */
export const insertSavedRestaurant = async (
  connection: Connection,
  list: LockedList,
  link: LinkToInsert,
): Promise<WrittenRestaurant> =>
  asWritten(await insertLink(connection, list, { ...link, mustBeVisible: false }));

/**
 * Adds a place of the catalogue to the list. Returns null if the catalogue does not contain the place or the member may
 * not see it. After null the caller must roll back the transaction.
 */
export async function insertIfVisible(
  connection: Connection,
  list: LockedList,
  link: LinkToInsert,
): Promise<WrittenRestaurant | null> {
  const rows = await insertLink(connection, list, { ...link, mustBeVisible: true });
  return rows.length === 0 ? null : asWritten(rows);
}

const insertLink = (
  connection: Connection,
  { userId }: LockedList,
  {
    fields,
    linkedAt = null,
    visitedAt,
    sharedListId = null,
    ...link
  }: LinkToInsert & { mustBeVisible: boolean },
): Promise<WrittenRow[]> =>
  insertedLink(connection, {
    ...{ userId, ...link, ...fields, linkedAt, sharedListId },
    visitedAt: visitedAt ?? null,
    isUndated: visitedAt === null,
  });

const insertedLinks = statement(
  'restaurants_insert_links',
  (_, { userId, records }: { userId: string; records: string }) => sql<WrittenRow>`
    with ${raisedVersion(userId)}, link as (
      insert into my_restaurants (user_id, restaurant_id, ${linkFields.names}, linked_at, visited_at)
      select ${userId}, restaurant_id, ${linkFields.names}, coalesce(linked_at, now()),
        case when status = '방문 완료' then visited_at end
      from jsonb_populate_recordset(null::my_restaurants, ${records}::jsonb)
      returning *
    )
    ${writtenLink}`,
);

/**
 * Adds places in one statement. The places must not be in the list. If a place was deleted from the list within the
 * last day, a new record replaces the deleted record.
 * @param links `linkedAt` defaults to the current time, and `visitedAt` to `linkedAt`. If `visitedAt` is null, the day of
 * the visit is unknown
 */
export async function insertSavedRestaurants(
  connection: Connection,
  list: LockedList,
  links: readonly {
    restaurantId: string;
    fields: SavedRestaurantFields;
    linkedAt?: Date | null;
    visitedAt?: Date | null;
  }[],
): Promise<{ restaurants: MyRestaurant[]; listVersion: number }> {
  const ids = links.map(({ restaurantId }) => restaurantId);
  await sql`
    delete from my_restaurants
    where user_id = ${list.userId} and restaurant_id = any(${ids}::text[]) and deleted_at is not null
  `.execute(connection);
  const records = links.map(({ restaurantId, fields, linkedAt, visitedAt }) => ({
    restaurant_id: restaurantId,
    ...linkFields.record(fields),
    linked_at: linkedAt,
    // PostgreSQL reads the text `now` as the time of the transaction.
    visited_at: visitedAt === undefined ? (linkedAt ?? 'now') : visitedAt,
  }));
  const rows = await insertedLinks(connection, {
    userId: list.userId,
    records: JSON.stringify(records),
  });
  return { restaurants: rows.map(asMyRestaurant), listVersion: rows[0]?.listVersion ?? list.version };
}

const savedAmong = statement(
  'restaurants_saved_among',
  (_, { userId, restaurantIds }: { userId: string; restaurantIds: readonly string[] }) => sql<{ id: string }>`
    select restaurant_id as id from my_restaurants
    where user_id = ${userId} and restaurant_id = any(${restaurantIds}::text[]) and deleted_at is null`,
);

/** Returns the given places that are in the list. */
export async function selectSavedAmong(
  connection: Connection,
  list: LockedList,
  restaurantIds: readonly string[],
): Promise<Set<string>> {
  const rows = await savedAmong(connection, { userId: list.userId, restaurantIds });
  return new Set(rows.map(({ id }) => id));
}

const updatedLink = prepared(
  'restaurants_update_link',
  (
    _,
    given: LinkKey & SavedRestaurantFields & { visitedAt: Date | null; isUndated: boolean },
  ) => sql<WrittenRow>`
    with ${raisedVersion(given.userId)}, link as (
      update my_restaurants
      set ${linkFields.assignments(given)},
        last_modified_by_user_at = now(),
        -- The time of the visit is removed if the visit is undone. All other changes keep it.
        visited_at = case
          when ${given.status} <> '방문 완료' then null
          when status = '방문 완료' then visited_at
          when ${given.isUndated}::boolean then null
          else least(${given.visitedAt}::timestamptz, now())
        end
      where user_id = ${given.userId} and restaurant_id = ${given.restaurantId}
      returning *
    )
    ${writtenLink}`,
);

/**
 * @param fields the new values; `visitedAt` is used if the status becomes 방문 완료. If it is absent, the visit is now. If
 * it is null, the day of the visit is unknown
 */
export const updateSavedRestaurant = async (
  connection: Connection,
  { list, restaurantId }: OwnedRestaurant,
  { visitedAt, ...fields }: SavedRestaurantFields & { visitedAt?: Date | null | undefined },
): Promise<WrittenRestaurant> =>
  asWritten(
    await updatedLink(connection, {
      ...{ userId: list.userId, restaurantId, ...fields },
      visitedAt: visitedAt ?? null,
      isUndated: visitedAt === null,
    }),
  );

const visit = statement(
  'restaurants_visit',
  (_, given: LinkKey) => sql<{ visitedAt: number | null; modifiedAt: string }>`
    select ${milliseconds('visited_at')} as "visitedAt",
      coalesce(last_modified_by_user_at::text) as "modifiedAt"
    from my_restaurants
    where user_id = ${given.userId} and restaurant_id = ${given.restaurantId}`,
);

/** Returns the time of the visit in milliseconds, and the time of the last change as PostgreSQL writes it. */
export async function selectVisit(
  connection: Connection,
  { list, restaurantId }: OwnedRestaurant,
): Promise<{ visitedAt: number | null; modifiedAt: string }> {
  const [row] = await visit(connection, { userId: list.userId, restaurantId });
  if (!row) throw new Error('A locked restaurant is missing.');
  return row;
}

/**
 * Writes the fields and the time of the visit as they are given.
 * @param modifiedAt when the member changed the restaurant; null means now
 */
export async function writeSavedRestaurant(
  connection: Connection,
  { list, restaurantId }: OwnedRestaurant,
  {
    visitedAt,
    modifiedAt,
    ...fields
  }: SavedRestaurantFields & { visitedAt: number | null; modifiedAt: string | null },
): Promise<void> {
  await sql`
    with ${raisedVersion(list.userId)}
    update my_restaurants
    set ${linkFields.assignments(fields)}, visited_at = ${visitedAt === null ? null : new Date(visitedAt)},
      last_modified_by_user_at = coalesce(${modifiedAt}::timestamptz, now())
    where user_id = ${list.userId} and restaurant_id = ${restaurantId}
  `.execute(connection);
}

const linkWithSharedList = statement(
  'restaurants_set_shared_list',
  (
    _,
    {
      userId,
      restaurantId,
      sharedListId,
      convertedFrom,
    }: { userId: string; restaurantId: string; sharedListId: string | null; convertedFrom: string | null },
  ) => sql<WrittenRow>`
    with ${raisedVersion(userId)}, link as (
      update my_restaurants
      set shared_list_id = ${sharedListId}, converted_from = ${convertedFrom}, counts_since = now(),
        last_modified_by_user_at = now()
      where user_id = ${userId} and restaurant_id = ${restaurantId}
      returning *
    )
    ${writtenLink}`,
);

/**
 * Stores the shared list that a record was taken over from. If `sharedListId` is null, the record becomes the member's
 * own record. The member's own records count towards the free limit.
 * @param convertedFrom the id of the shared list before the conversion
 */
export async function setSharedList(
  connection: Connection,
  { list, restaurantId }: OwnedRestaurant,
  { sharedListId, convertedFrom }: Pick<StoredLink, 'sharedListId' | 'convertedFrom'>,
): Promise<WrittenRestaurant> {
  const rows = await linkWithSharedList(connection, {
    userId: list.userId,
    restaurantId,
    sharedListId,
    convertedFrom,
  });
  return asWritten(rows);
}

const deletedLink = statement(
  'restaurants_mark_deleted',
  (_, { userId, restaurantId }: { userId: string; restaurantId: string }) => sql<{ version: number }>`
    with ${raisedVersion(userId)}, link as (
      update my_restaurants set deleted_at = now()
      where user_id = ${userId} and restaurant_id = ${restaurantId}
    )
    select version from list`,
);

/**
 * Deletes a record from the list. The record can be restored until it is purged. Returns the new version of the list.
 */
export async function markDeleted(
  connection: Connection,
  { list, restaurantId }: OwnedRestaurant,
): Promise<number> {
  const rows = await deletedLink(connection, { userId: list.userId, restaurantId });
  return rows[0]?.version ?? list.version;
}

const severalDeleted = statement(
  'restaurants_mark_several_deleted',
  (_, { userId, restaurantIds }: { userId: string; restaurantIds: readonly string[] }) => sql<
    SavedRestaurantFields & { id: string }
  >`
    with ${raisedVersion(userId)}, link as (
      update my_restaurants set deleted_at = now()
      where user_id = ${userId} and restaurant_id = any(${restaurantIds}::text[]) and deleted_at is null
      returning *
    )
    select link.restaurant_id as id, ${linkFields.select('link')} from link cross join list order by link.restaurant_id`,
);

/** Deletes records and returns them in the order of their place ids. */
export const markSeveralDeleted = (
  connection: Connection,
  { userId }: LockedList,
  restaurantIds: readonly string[],
): Promise<(SavedRestaurantFields & { id: string })[]> =>
  severalDeleted(connection, { userId, restaurantIds });

const restoredLink = statement(
  'restaurants_unmark_deleted',
  (_, { userId, restaurantId }: { userId: string; restaurantId: string }) => sql<WrittenRow>`
    with ${raisedVersion(userId)}, link as (
      update my_restaurants set deleted_at = null
      where user_id = ${userId} and restaurant_id = ${restaurantId}
      returning *
    )
    ${writtenLink}`,
);

/** Restores a deleted record. */
export async function unmarkDeleted(
  connection: Connection,
  { list, restaurantId }: OwnedRestaurant,
): Promise<WrittenRestaurant> {
  const rows = await restoredLink(connection, { userId: list.userId, restaurantId });
  return asWritten(rows);
}

/** Removes a record permanently. If the record was already deleted, the visible list does not change. */
export async function deleteSavedRestaurant(
  connection: Connection,
  { list, restaurantId }: OwnedRestaurant,
): Promise<void> {
  await sql`
    delete from my_restaurants where user_id = ${list.userId} and restaurant_id = ${restaurantId}
  `.execute(connection);
}

const incrementedVersion = statement(
  'restaurants_increment_version',
  (_, { userId }: { userId: string }) => sql<{ version: number }>`
    with ${raisedVersion(userId)} select version from list`,
);

/** Raises the version of the list. Call this after a change of a fact that the list shows. */
export async function incrementVersion(connection: Connection, list: LockedList): Promise<number> {
  const rows = await incrementedVersion(connection, { userId: list.userId });
  return rows[0]?.version ?? list.version;
}

/**
 * Raises the version of every list that contains one of these places. The lists are locked in the order of their
 * owners. Therefore two of these statements cannot deadlock.
 */
export async function incrementVersionsOfListsWith(
  connection: Connection,
  restaurantIds: readonly string[],
): Promise<void> {
  await sql`
    with holder as (
      select user_id from restaurant_lists
      where user_id in (
        select user_id from my_restaurants where restaurant_id = any(${restaurantIds}::text[]) and deleted_at is null
      )
      order by user_id
      for update
    )
    update restaurant_lists as list set version = ${nextVersion('list.version')}
    from holder where list.user_id = holder.user_id
  `.execute(connection);
}

export async function isListEmpty(connection: Connection, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from my_restaurants where user_id = ${userId} and deleted_at is null limit 1
  `.execute(connection);
  return rows.length === 0;
}

/**
 * Returns whether an example may be added. An example may be added if the list is empty and never had an example. If
 * the result is true, the list is marked as having had an example.
 */
export async function markExampleAdded(connection: Connection, list: LockedList): Promise<boolean> {
  const { rows } = await sql`
    update restaurant_lists set example_linked_at = now()
    where user_id = ${list.userId} and example_linked_at is null and not exists (
      select from my_restaurants where user_id = ${list.userId} and deleted_at is null
    )
    returning 1
  `.execute(connection);
  return rows.length === 1;
}

const purgedLinks = statement(
  'restaurants_purge',
  (_, { limit }: { limit: number }) => sql<LinkKey>`
    delete from my_restaurants
    where (user_id, restaurant_id) in (
      select user_id, restaurant_id from my_restaurants
      where deleted_at < now() - interval '1 day'
      limit ${limit}
    ) and deleted_at < now() - interval '1 day'
    returning user_id as "userId", restaurant_id as "restaurantId"`,
);

/**
 * Permanently removes up to `limit` records that were deleted more than a day ago. Returns the owners and places of the
 * removed records.
 */
export function purgeDeletedSavedRestaurants(connection: Connection, limit: number): Promise<LinkKey[]> {
  return purgedLinks(connection, { limit });
}

function asWritten([row]: WrittenRow[]): WrittenRestaurant {
  if (!row) throw new Error('A locked saved restaurant was not found.');
  return { restaurant: asMyRestaurant(row), listVersion: row.listVersion };
}

/**
 * Copies every field by its name. This is five times as fast as a rest pattern that omits three fields. In addition,
 * the compiler reports a missing field.
 */
function asMyRestaurant(row: MyRestaurantRow): MyRestaurant {
  const visit = visitFactsOf(row);
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    neighbourhood: row.neighbourhood,
    coordinates: row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng },
    phoneNumber: row.phoneNumber,
    categoryId: effectiveCategory({
      userCategoryOverrideId: row.userCategoryOverrideId,
      categoryId: row.catalogueCategoryId,
    }),
    userCategoryOverrideId: row.userCategoryOverrideId,
    isManual: row.isManual,
    isExample: row.isExample,
    businessStatus: row.businessStatus,
    openingSpans: visit.openingSpans,
    hasParking: visit.hasParking,
    firstAddedToPublicAt: row.firstAddedToPublicAt,
    status: row.status,
    customTags: row.customTags,
    rating: row.rating,
    review: row.review,
    sourceKind: row.sourceKind,
    sourceMemo: row.sourceMemo,
    isShared: row.isShared,
    isAnonymous: row.isAnonymous,
    userPhotoFilenames: row.userPhotoFilenames,
    sharedListId: row.sharedListId,
    linkedAt: row.linkedAt,
    visitedAt: row.visitedAt,
    lastModifiedByUserAt: row.lastModifiedByUserAt,
  };
}
