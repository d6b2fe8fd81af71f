import {
  type ExpressionBuilder,
  type InferResult,
  type InsertQueryBuilder,
  type QueryCreator,
  type Selectable,
  sql,
  type UpdateObject,
  type UpdateQueryBuilder,
} from 'kysely';
import { commonProblems } from '#common/problem.ts';
import { VISITED } from '#common/visit-status.ts';
import {
  listedPlaceColumns,
  visitColumns,
  visitFactsOf,
} from '#features/catalogue/server/catalogue.public.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import {
  effectiveCategory,
  placeFactsOf,
  type SavedRestaurantFields,
  type SavedRestaurantState,
} from '#features/restaurants/restaurants.rules.ts';
import { anyOf, milliseconds, nextVersion } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import type { DB } from '#server/database/tables.ts';
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

type LinkKey = { userId: string; restaurantId: string };

/** Returns the columns of the fields that the member sets. Every write of a saved restaurant writes all of them. */
const columnsOfFields = (fields: SavedRestaurantFields) => ({
  status: fields.status,
  rating: fields.rating,
  review: fields.review,
  custom_tags: fields.customTags,
  source_kind: fields.sourceKind,
  source_memo: fields.sourceMemo,
  user_category_override_id: fields.userCategoryOverrideId,
  user_photo_filenames: fields.userPhotoFilenames,
  is_shared: fields.isShared,
  is_anonymous: fields.isAnonymous,
});

const FIELD_COLUMNS = [
  'status',
  'rating',
  'review',
  'custom_tags',
  'source_kind',
  'source_memo',
  'user_category_override_id',
  'user_photo_filenames',
  'is_shared',
  'is_anonymous',
] as const;

/** A statement that reads `my_restaurants` under the name `link`. */
type Links = { link: DB['my_restaurants'] };

const SELECTED_FIELDS = [
  'link.status',
  'link.rating',
  'link.review',
  'link.custom_tags as customTags',
  'link.source_kind as sourceKind',
  'link.source_memo as sourceMemo',
  'link.user_category_override_id as userCategoryOverrideId',
  'link.user_photo_filenames as userPhotoFilenames',
  'link.is_shared as isShared',
  'link.is_anonymous as isAnonymous',
] as const;

const linkColumns = ({ ref }: ExpressionBuilder<Links, 'link'>) =>
  [
    ...SELECTED_FIELDS,
    'link.shared_list_id as sharedListId',
    milliseconds(ref('link.linked_at')).as('linkedAt'),
    milliseconds(ref('link.visited_at')).as('visitedAt'),
    sql<string | null>`to_char(link.kept_closed_on, 'YYYY-MM-DD')`.as('keptClosedOn'),
    milliseconds(ref('link.last_modified_by_user_at')).as('lastModifiedByUserAt'),
  ] as const;

/** The restaurants of a member's list. */
const myRestaurants = (connection: Connection, userId: string) =>
  connection
    .selectFrom('my_restaurants as link')
    .innerJoin('restaurants_public as place', 'place.id', 'link.restaurant_id')
    .where('link.user_id', '=', userId)
    .where('link.deleted_at', 'is', null)
    .select(listedPlaceColumns)
    .select(visitColumns)
    .select(linkColumns);

type MyRestaurantRow = InferResult<ReturnType<typeof myRestaurants>>[number];

/** Adds the common table expression `list`. It raises the version of the owner's list and returns the new version. */
const withRaisedVersion = (connection: Connection, userId: string) =>
  connection.with('list', (database) =>
    database
      .updateTable('restaurant_lists')
      .set({ version: nextVersion('version') })
      .where('user_id', '=', userId)
      .returning('version'),
  );

type LinkRow = Selectable<DB['my_restaurants']>;

/** Writes saved restaurants, raises the version of the list, and returns the restaurants as the list shows them. */
const writtenRestaurants = (
  connection: Connection,
  userId: string,
  write: (
    database: QueryCreator<DB>,
  ) =>
    | InsertQueryBuilder<DB, 'my_restaurants', LinkRow>
    | UpdateQueryBuilder<DB, 'my_restaurants', 'my_restaurants', LinkRow>,
) =>
  withRaisedVersion(connection, userId)
    .with('link', write)
    .selectFrom('link')
    .innerJoin('restaurants_public as place', 'place.id', 'link.restaurant_id')
    .crossJoin('list')
    .select('list.version as listVersion')
    .select(listedPlaceColumns)
    .select(visitColumns)
    .select(linkColumns);

/**
 * Returns the whole list, with the newest restaurant first. The query reads one range of the primary key of
 * `my_restaurants`, and reads the catalogue by its primary key.
 */
export async function selectMyRestaurants(connection: Connection, userId: string): Promise<MyRestaurant[]> {
  const rows = await myRestaurants(connection, userId)
    .orderBy('link.linked_at', 'desc')
    .orderBy('link.restaurant_id')
    .execute();
  return rows.map(asMyRestaurant);
}

export async function selectMyRestaurant(
  connection: Connection,
  { userId, restaurantId }: LinkKey,
): Promise<MyRestaurant | null> {
  const row = await myRestaurants(connection, userId)
    .where('link.restaurant_id', '=', restaurantId)
    .executeTakeFirst();
  return row ? asMyRestaurant(row) : null;
}

const lockVersion = (connection: Connection, userId: string) =>
  connection
    .selectFrom('restaurant_lists as list')
    .where('list.user_id', '=', ({ selectFrom }) =>
      selectFrom('users').where('id', '=', userId).select('id').forKeyShare(),
    )
    .select('list.version')
    .forUpdate('list')
    .modifyFront(sql`/* restaurants_lock_list */`)
    .executeTakeFirst();

/**
 * Makes this transaction the only writer of the list until the transaction ends. The first write of a member creates
 * the list. The account is locked before the list, because account deletion uses the same order.
 */
export async function lockList(connection: Connection, userId: string): Promise<LockedList> {
  const list = await lockVersion(connection, userId);
  if (list) return { userId, ...list } as LockedList;
  await sql`
    insert into restaurant_lists (user_id) values (${userId}) on conflict (user_id) do nothing
  `.execute(connection);
  const made = await lockVersion(connection, userId);
  if (!made) throw problem(commonProblems, 'account.sign_in_required');
  return { userId, ...made } as LockedList;
}

const lockLink = (connection: Connection, { userId, restaurantId }: LinkKey) =>
  connection
    .selectFrom('my_restaurants as link')
    .where('link.user_id', '=', userId)
    .where('link.restaurant_id', '=', restaurantId)
    .select(SELECTED_FIELDS)
    .select(({ ref }) => [
      'link.shared_list_id as sharedListId',
      'link.converted_from as convertedFrom',
      milliseconds(ref('link.linked_at')).as('linkedAt'),
      milliseconds(ref('link.deleted_at')).as('deletedAt'),
    ])
    .forUpdate()
    .modifyFront(sql`/* restaurants_lock_link */`)
    .executeTakeFirst();

/**
 * Returns the owner's record of a place, even if the record is deleted; null if there is none. The row is locked too,
 * because the purge of deleted records does not lock the list.
 */
export async function findOwnedRestaurant(
  connection: Connection,
  list: LockedList,
  restaurantId: string,
): Promise<OwnedRestaurant | null> {
  const link = await lockLink(connection, { userId: list.userId, restaurantId });
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
  const [locked, link] = await Promise.all([lockVersion(connection, key.userId), lockLink(connection, key)]);
  if (locked) {
    const list = { userId: key.userId, ...locked } as LockedList;
    return { list, link: asOwned(link, list, key) };
  }
  const list = await lockList(connection, key.userId);
  return { list, link: await findOwnedRestaurant(connection, list, key.restaurantId) };
}

/**
 * Returns the number of saved restaurants that count towards the free limit (`countsToLimit`). The count stops at
 * `upTo`.
 */
export async function countTowardsLimit(
  connection: Connection,
  list: LockedList,
  upTo: number,
): Promise<number> {
  const own = await connection
    .selectFrom('my_restaurants')
    .where('user_id', '=', list.userId)
    .where('deleted_at', 'is', null)
    .where('shared_list_id', 'is', null)
    .select('restaurant_id')
    .limit(upTo)
    .execute();
  return own.length;
}

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
  const row = await insertLink(connection, list, { ...link, mustBeVisible: true });
  return row ? asWritten(row) : null;
}

const insertLink = (
  connection: Connection,
  { userId }: LockedList,
  {
    restaurantId,
    fields,
    linkedAt = null,
    visitedAt,
    sharedListId = null,
    mustBeVisible,
  }: LinkToInsert & { mustBeVisible: boolean },
) => {
  const values = columnsOfFields(fields);
  const addedAt = sql`coalesce(${linkedAt}::timestamptz, now())`;
  const visitedAtLatest = sql`least(coalesce(${visitedAt ?? null}::timestamptz, ${linkedAt}::timestamptz), now())`;
  const hasVisitTime = fields.status === VISITED && visitedAt !== null;
  return writtenRestaurants(connection, userId, (database) =>
    database
      .insertInto('my_restaurants')
      .columns([
        'user_id',
        'restaurant_id',
        ...FIELD_COLUMNS,
        'shared_list_id',
        'linked_at',
        'last_modified_by_user_at',
        'visited_at',
      ])
      .expression(
        sql`
          select ${userId}, id, ${sql.join(FIELD_COLUMNS.map((column) => values[column]))}, ${sharedListId},
            ${addedAt}, ${addedAt}, case when ${hasVisitTime}::boolean then ${visitedAtLatest} end
          from restaurants_public
          where id = ${restaurantId}
            and (not ${mustBeVisible}::boolean or private_to_uid is null or private_to_uid = ${userId})`,
      )
      .returningAll(),
  )
    .modifyFront(sql`/* restaurants_insert_link */`)
    .executeTakeFirst();
};

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
    ...columnsOfFields(fields),
    linked_at: linkedAt,
    // PostgreSQL reads the text `now` as the time of the transaction.
    visited_at: visitedAt === undefined ? (linkedAt ?? 'now') : visitedAt,
  }));
  const rows = await writtenRestaurants(connection, list.userId, (database) =>
    database
      .insertInto('my_restaurants')
      .columns(['user_id', 'restaurant_id', ...FIELD_COLUMNS, 'linked_at', 'visited_at'])
      .expression(
        sql`
          select ${list.userId}, restaurant_id, ${sql.join(FIELD_COLUMNS.map((column) => sql.ref(column)))},
            coalesce(linked_at, now()), case when status = '방문 완료' then visited_at end
          from jsonb_populate_recordset(null::my_restaurants, ${JSON.stringify(records)}::jsonb)`,
      )
      .returningAll(),
  ).execute();
  return { restaurants: rows.map(asMyRestaurant), listVersion: rows[0]?.listVersion ?? list.version };
}

/** Returns the given places that are in the list. */
export async function selectSavedAmong(
  connection: Connection,
  list: LockedList,
  restaurantIds: readonly string[],
): Promise<Set<string>> {
  const rows = await connection
    .selectFrom('my_restaurants')
    .where('user_id', '=', list.userId)
    .where('restaurant_id', '=', anyOf(restaurantIds))
    .where('deleted_at', 'is', null)
    .select('restaurant_id as id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

const updateLink = async (
  connection: Connection,
  { list: { userId }, restaurantId }: OwnedRestaurant,
  columns: UpdateObject<DB, 'my_restaurants'>,
): Promise<WrittenRestaurant> =>
  asWritten(
    await writtenRestaurants(connection, userId, (database) =>
      database
        .updateTable('my_restaurants')
        .set(columns)
        .where('user_id', '=', userId)
        .where('restaurant_id', '=', restaurantId)
        .returningAll(),
    ).executeTakeFirst(),
  );

/**
 * @param fields the new values; `visitedAt` is used if the status becomes 방문 완료. If it is absent, the visit is now. If
 * it is null, the day of the visit is unknown
 */
export const updateSavedRestaurant = (
  connection: Connection,
  owned: OwnedRestaurant,
  { visitedAt, ...fields }: SavedRestaurantFields & { visitedAt?: Date | null | undefined },
): Promise<WrittenRestaurant> => {
  const newVisit = visitedAt === null ? sql`null` : sql`least(${visitedAt ?? null}::timestamptz, now())`;
  return updateLink(connection, owned, {
    ...columnsOfFields(fields),
    last_modified_by_user_at: sql`now()`,
    // The time of the visit is removed if the visit is undone. All other changes keep it.
    visited_at:
      fields.status === VISITED
        ? sql`case when status = '방문 완료' then visited_at else ${newVisit} end`
        : null,
  });
};

/** Returns the time of the visit in milliseconds, and the time of the last change as PostgreSQL writes it. */
export const selectVisit = (
  connection: Connection,
  { list, restaurantId }: OwnedRestaurant,
): Promise<{ visitedAt: number | null; modifiedAt: string }> =>
  connection
    .selectFrom('my_restaurants')
    .where('user_id', '=', list.userId)
    .where('restaurant_id', '=', restaurantId)
    .select(({ ref }) => [
      milliseconds(ref('visited_at')).as('visitedAt'),
      sql<string>`last_modified_by_user_at::text`.as('modifiedAt'),
    ])
    .executeTakeFirstOrThrow();

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
  await withRaisedVersion(connection, list.userId)
    .updateTable('my_restaurants')
    .set({
      ...columnsOfFields(fields),
      visited_at: visitedAt === null ? null : new Date(visitedAt),
      last_modified_by_user_at: sql`coalesce(${modifiedAt}::timestamptz, now())`,
    })
    .where('user_id', '=', list.userId)
    .where('restaurant_id', '=', restaurantId)
    .execute();
}

/**
 * Stores the shared list that a record was taken over from. If `sharedListId` is null, the record becomes the member's
 * own record. The member's own records count towards the free limit.
 * @param convertedFrom the id of the shared list before the conversion
 */
export const setSharedList = (
  connection: Connection,
  owned: OwnedRestaurant,
  { sharedListId, convertedFrom }: Pick<StoredLink, 'sharedListId' | 'convertedFrom'>,
): Promise<WrittenRestaurant> =>
  updateLink(connection, owned, {
    shared_list_id: sharedListId,
    converted_from: convertedFrom,
    counts_since: sql`now()`,
    last_modified_by_user_at: sql`now()`,
  });

/** Stores that the member keeps the place, although the licence register reports its closure. */
export const keepClosed = (connection: Connection, owned: OwnedRestaurant): Promise<WrittenRestaurant> =>
  updateLink(connection, owned, {
    kept_closed_on: (eb) =>
      eb
        .selectFrom('restaurants_public as place')
        .where('place.id', '=', owned.restaurantId)
        .select('place.closed_on'),
  });

/**
 * Deletes a record from the list. The record can be restored until it is purged. Returns the new version of the list.
 */
export async function markDeleted(
  connection: Connection,
  { list, restaurantId }: OwnedRestaurant,
): Promise<number> {
  const { version } = await withRaisedVersion(connection, list.userId)
    .with('link', (database) =>
      database
        .updateTable('my_restaurants')
        .set({ deleted_at: sql`now()` })
        .where('user_id', '=', list.userId)
        .where('restaurant_id', '=', restaurantId),
    )
    .selectFrom('list')
    .select('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Deletes records and returns them in the order of their place ids. */
export const markSeveralDeleted = (
  connection: Connection,
  { userId }: LockedList,
  restaurantIds: readonly string[],
): Promise<(SavedRestaurantFields & { id: string })[]> =>
  withRaisedVersion(connection, userId)
    .with('link', (database) =>
      database
        .updateTable('my_restaurants')
        .set({ deleted_at: sql`now()` })
        .where('user_id', '=', userId)
        .where('restaurant_id', '=', anyOf(restaurantIds))
        .where('deleted_at', 'is', null)
        .returningAll(),
    )
    .selectFrom('link')
    .select('link.restaurant_id as id')
    .select(SELECTED_FIELDS)
    .orderBy('link.restaurant_id')
    .execute();

/** Restores a deleted record. */
export const unmarkDeleted = (connection: Connection, owned: OwnedRestaurant): Promise<WrittenRestaurant> =>
  updateLink(connection, owned, { deleted_at: null });

/** Removes a record permanently. If the record was already deleted, the visible list does not change. */
export async function deleteSavedRestaurant(
  connection: Connection,
  { list, restaurantId }: OwnedRestaurant,
): Promise<void> {
  await sql`
    delete from my_restaurants where user_id = ${list.userId} and restaurant_id = ${restaurantId}
  `.execute(connection);
}

/** Raises the version of the list. Call this after a change of a fact that the list shows. */
export async function incrementVersion(connection: Connection, list: LockedList): Promise<number> {
  const { version } = await withRaisedVersion(connection, list.userId)
    .selectFrom('list')
    .select('version')
    .executeTakeFirstOrThrow();
  return version;
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

/**
 * Permanently removes up to `limit` records that were deleted more than a day ago. Returns the owners and places of the
 * removed records.
 */
export const purgeDeletedSavedRestaurants = (connection: Connection, limit: number): Promise<LinkKey[]> => {
  const dayAgo = sql<Date>`now() - interval '1 day'`;
  return connection
    .deleteFrom('my_restaurants')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('user_id', 'restaurant_id'),
        'in',
        selectFrom('my_restaurants')
          .where('deleted_at', '<', dayAgo)
          .select(['user_id', 'restaurant_id'])
          .limit(limit)
          .$asTuple('user_id', 'restaurant_id'),
      ),
    )
    .where('deleted_at', '<', dayAgo)
    .returning(['user_id as userId', 'restaurant_id as restaurantId'])
    .execute();
};

function asWritten(row: (MyRestaurantRow & { listVersion: number }) | undefined): WrittenRestaurant {
  if (!row) throw new Error('A locked saved restaurant was not found.');
  return { restaurant: asMyRestaurant(row), listVersion: row.listVersion };
}

const asMyRestaurant = (row: MyRestaurantRow): MyRestaurant => ({
  ...placeFactsOf({ ...row, ...visitFactsOf(row), categoryId: effectiveCategory(row) }),
  userCategoryOverrideId: row.userCategoryOverrideId,
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
  keptClosedOn: row.keptClosedOn,
  lastModifiedByUserAt: row.lastModifiedByUserAt,
});

/** Returns the members who have saved a place. */
export async function selectSavers(connection: Connection, restaurantId: string): Promise<string[]> {
  const links = await connection
    .selectFrom('my_restaurants')
    .where('restaurant_id', '=', restaurantId)
    .where('deleted_at', 'is', null)
    .select('user_id as userId')
    .execute();
  return links.map(({ userId }) => userId);
}
