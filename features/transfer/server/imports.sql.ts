import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { ADDED_KINDS } from '#features/restaurants/another-source.rules.ts';
import type { StoredAddition } from '#features/restaurants/server/restaurants.public.ts';
import type { ImportFields, ImportRow, PlaceImport } from '#features/transfer/imports.contract.ts';
import { IMPORT_UNDO_MS } from '#features/transfer/import-rows.rules.ts';
import type { Connection } from '#server/database/database.ts';
import { json, milliseconds } from '#server/database/columns.ts';
import type { DB } from '#server/database/tables.ts';

declare const locked: unique symbol;

export type ImportKey = { importId: string; userId: string };
type State = PlaceImport['state'];

/** An import of the member, locked by this transaction. Only `lockImport` and `lockOpenImport` create it. */
export type LockedImport = {
  readonly id: string;
  readonly userId: string;
  readonly state: State;
  readonly fields: ImportFields;
  readonly [locked]: true;
};

const asRow = (row: Selectable<DB['member_import_rows']>): ImportRow => ({
  position: row.position,
  place: row.place as ImportRow['place'],
  fields: row.fields as ImportRow['fields'],
  match: row.match as ImportRow['match'],
  choice: row.choice as ImportRow['choice'],
  isChecked: row.is_checked,
  restaurantId: row.restaurant_id,
  collectedIn: row.collection_id,
  added: row.added === null ? null : (row.added as unknown as StoredAddition).counts,
  problem: row.problem,
});

/** The sum of the added values of one kind over the rows of an import. */
const sumOf = (kind: string) =>
  sql`${sql.lit(kind)}::text, coalesce(sum((added->'counts'->>${sql.lit(kind)})::int), 0)`;

type ImportFacts = Omit<PlaceImport, 'undoUntil'> & { savedAt: number | null };

/** Returns the imports of a member: the open import first, then the newest. */
export async function selectImports(
  connection: Connection,
  { userId, importId = null }: { userId: string; importId?: string | null },
): Promise<PlaceImport[]> {
  const { rows } = await sql<ImportFacts>`
    select import.id, import.state, import.fields, ${milliseconds('import.updated_at')} as "updatedAt",
      ${milliseconds('import.expires_at')} as "expiresAt", rows.*
    from member_imports as import
    cross join lateral (
      select count(*) as "rowCount", count(*) filter (where match is null and restaurant_id is null) as "unmatchedCount",
        count(restaurant_id) as "savedCount", count(collection_id) as "collectedCount",
        count(added) as "addedToCount",
        jsonb_build_object(${sql.join([...ADDED_KINDS, 'leftOut'].map(sumOf))}) as added,
        count(coalesce(restaurant_id, collection_id, added->>'restaurantId')) as "doneCount",
        case import.state when 'undoing' then count(saved_at) else count(*) filter (where is_wanted) end as "waitingCount",
        ${milliseconds('max(saved_at)')} as "savedAt"
      from member_import_rows where import_id = import.id
    ) as rows
    where import.user_id = ${userId} and (${importId}::uuid is null or import.id = ${importId}::uuid)
    order by import.state = 'done', import.created_at desc
  `.execute(connection);
  return rows.map(({ savedAt, ...row }) => ({
    ...row,
    undoUntil: savedAt === null ? null : savedAt + IMPORT_UNDO_MS,
  }));
}

const OPEN = ['review', 'saving'] as const;

const importsOf = (connection: Connection, userId: string) =>
  connection
    .selectFrom('member_imports')
    .where('user_id', '=', userId)
    .select(({ ref }) => [
      'id',
      'user_id as userId',
      'state',
      ref('fields').$castTo<ImportFields>().as('fields'),
    ]);

export async function lockImport(
  connection: Connection,
  { importId, userId }: ImportKey,
): Promise<LockedImport | null> {
  const row = await importsOf(connection, userId).where('id', '=', importId).forUpdate().executeTakeFirst();
  return row ? (row as LockedImport) : null;
}

/** Locks the open import of the member. Creates a new import if the member has no open import. */
export async function lockOpenImport(
  connection: Connection,
  given: { id: string; userId: string; fields: ImportFields; expiresAt: Date },
): Promise<LockedImport> {
  // `do update` locks the open import. If it ends meanwhile, PostgreSQL inserts the new one.
  const { rows } = await sql<LockedImport>`
    insert into member_imports (id, user_id, fields, expires_at)
    values (${given.id}, ${given.userId}, ${json(given.fields)}, ${given.expiresAt})
    on conflict (user_id) where state in ('review', 'saving')
      do update set updated_at = member_imports.updated_at
    returning id, user_id as "userId", state, fields
  `.execute(connection);
  return rows[0] as LockedImport;
}

/** Updates an import. Values that are absent stay unchanged. */
export async function touchImport(
  connection: Connection,
  { id }: LockedImport,
  { state, fields, expiresAt }: { state?: State; fields?: ImportFields; expiresAt?: Date },
): Promise<void> {
  await sql`
    update member_imports
    set updated_at = now(), state = coalesce(${state ?? null}, state),
      fields = coalesce(${json(fields)}, fields), expires_at = coalesce(${expiresAt ?? null}, expires_at)
    where id = ${id}
  `.execute(connection);
}

export const isUndoing = async (connection: Connection, userId: string): Promise<boolean> =>
  (await importsOf(connection, userId).where('state', '=', 'undoing').execute()).length > 0;

export const hasOtherOpenImport = async (
  connection: Connection,
  { id, userId }: LockedImport,
): Promise<boolean> =>
  (await importsOf(connection, userId).where('state', 'in', OPEN).where('id', '<>', id).execute()).length > 0;

export async function selectRowsByKey(
  connection: Connection,
  { id }: LockedImport,
  keys: readonly string[],
): Promise<Map<string, ImportRow>> {
  const rows = await connection
    .selectFrom('member_import_rows')
    .where('import_id', '=', id)
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .selectAll()
    .execute();
  return new Map(rows.map((row) => [row.key, asRow(row)]));
}

/** Adds the rows that the import does not contain yet, after its last row. */
export async function insertRows(
  connection: Connection,
  { id }: LockedImport,
  rows: readonly { key: string; place: object; fields: object }[],
): Promise<void> {
  await sql`
    insert into member_import_rows (import_id, position, key, place, fields)
    select ${id}, last.position + given.at, given.key, given.place, given.fields
    from jsonb_to_recordset(${json(rows.map((row, at) => ({ ...row, at })))})
      as given (at int, key text, place jsonb, fields jsonb)
    cross join (
      select coalesce(max(position) + 1, 0) as position from member_import_rows where import_id = ${id}
    ) as last
    on conflict (import_id, key) do nothing
  `.execute(connection);
}

export async function countRows(connection: Connection, { id }: LockedImport): Promise<number> {
  const { count } = await connection
    .selectFrom('member_import_rows')
    .where('import_id', '=', id)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const rowsOf = (connection: Connection, importId: string) =>
  connection
    .selectFrom('member_import_rows')
    .where('import_id', '=', importId)
    .orderBy('position')
    .selectAll();

type Page = { importId: string; limit: number };

export const selectRows = async (
  connection: Connection,
  { importId, after, limit }: Page & { after: number },
): Promise<ImportRow[]> =>
  (await rowsOf(connection, importId).where('position', '>', after).limit(limit).execute()).map(asRow);

export const selectRowsAt = async (
  connection: Connection,
  { importId, positions }: { importId: string; positions: readonly number[] },
): Promise<ImportRow[]> =>
  (
    await rowsOf(connection, importId)
      .where(sql<boolean>`position = any(${positions}::int[])`)
      .execute()
  ).map(asRow);

export const selectUnmatchedRows = async (
  connection: Connection,
  { importId, limit }: Page,
): Promise<ImportRow[]> =>
  (
    await rowsOf(connection, importId)
      .where('match', 'is', null)
      .where('restaurant_id', 'is', null)
      .limit(limit)
      .execute()
  ).map(asRow);

/** Stores the matches of rows whose place has not changed since the search. */
export async function storeMatches(
  connection: Connection,
  importId: string,
  rows: readonly Pick<ImportRow, 'position' | 'place' | 'match'>[],
): Promise<void> {
  await sql`
    update member_import_rows as kept set match = given.match
    from jsonb_to_recordset(${json(rows)}) as given (position int, place jsonb, match jsonb)
    where kept.import_id = ${importId} and kept.position = given.position and kept.place = given.place
  `.execute(connection);
}

/** Stores the member's changes to rows. */
export async function storeRows(
  connection: Connection,
  { id }: LockedImport,
  rows: readonly ImportRow[],
): Promise<void> {
  await sql`
    update member_import_rows as kept
    set place = given.place, fields = given.fields, match = nullif(given.match, 'null'::jsonb),
      choice = nullif(given.choice, 'null'::jsonb), is_checked = given."isChecked", problem = null
    from jsonb_to_recordset(${json(rows)})
      as given (position int, place jsonb, fields jsonb, match jsonb, choice jsonb, "isChecked" boolean)
    where kept.import_id = ${id} and kept.position = given.position
  `.execute(connection);
}

/** Marks only these rows as to be saved, and removes the problems of earlier attempts. */
export async function markWanted(
  connection: Connection,
  { id }: LockedImport,
  positions: readonly number[],
): Promise<void> {
  await sql`
    update member_import_rows
    set is_wanted = position = any(${positions}::int[]), problem = null
    where import_id = ${id} and restaurant_id is null and collection_id is null and added is null
      and (is_wanted or problem is not null or position = any(${positions}::int[]))
  `.execute(connection);
}

export const selectWantedRows = async (
  connection: Connection,
  { importId, limit }: Page,
): Promise<ImportRow[]> =>
  (await rowsOf(connection, importId).where('is_wanted', '=', true).limit(limit).execute()).map(asRow);

/**
 * Returns ids of collections. If `isUndoing` is true, the rows to be undone were put into these collections. If
 * `isUndoing` is false, the rows to be saved go into these collections.
 */
export async function selectCollectionsOfRows(
  connection: Connection,
  { importId, isUndoing: isUndone }: { importId: string; isUndoing: boolean },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct collection.id
    from member_imports as import
    join member_import_rows as row on row.import_id = import.id
    cross join lateral (
      select case when ${isUndone} then row.collection_id
        else nullif(coalesce(row.fields->>'collectionId', import.fields->>'collectionId'), '') end as id
    ) as collection
    where import.id = ${importId} and collection.id is not null
      and case when ${isUndone} then row.saved_at is not null else row.is_wanted end
  `.execute(connection);
  return rows.map(({ id }) => id);
}

/** The result of a row. `restaurantId` is null if the row added no restaurant. */
export type RowOutcome = {
  position: number;
  restaurantId: string | null;
  collectionId: string | null;
  /** What the row added to a restaurant that was already in the list; null if it added nothing. */
  added: StoredAddition | null;
  problem: string | null;
  match: ImportRow['match'];
};

/**
 * Stores the results of rows. `saved_at` is `now()`. The restaurants and places that the same transaction adds have the
 * same timestamp.
 */
export async function storeOutcomes(
  connection: Connection,
  { id }: LockedImport,
  outcomes: readonly RowOutcome[],
): Promise<void> {
  await sql`
    update member_import_rows as kept
    set is_wanted = false, restaurant_id = given."restaurantId", collection_id = given."collectionId",
      added = nullif(given.added, 'null'::jsonb),
      problem = given.problem, match = nullif(given.match, 'null'::jsonb),
      saved_at = case when coalesce(given."restaurantId", given."collectionId", given.added->>'restaurantId') is not null
        then now() end,
      is_checked = case when given.problem is not null then is_checked else false end
    from jsonb_to_recordset(${json(outcomes)})
      as given (
        position int, "restaurantId" text, "collectionId" text, added jsonb, problem text, match jsonb
      )
    where kept.import_id = ${id} and kept.position = given.position
  `.execute(connection);
}

/**
 * Stores which saved restaurant belongs to each row, for later imports. This includes restaurants that were already in
 * the list before the import.
 */
export async function rememberPlaces(
  connection: Connection,
  { id, userId }: LockedImport,
  positions: readonly number[],
): Promise<void> {
  await sql`
    insert into member_imported_places (user_id, key, restaurant_id)
    select link.user_id, sha256(convert_to(row.key, 'UTF8')), link.restaurant_id
    from member_import_rows as row
    join my_restaurants as link
      on link.user_id = ${userId} and link.restaurant_id = coalesce(row.restaurant_id, row.match->>'restaurantId')
    where row.import_id = ${id} and row.position = any(${positions}::int[]) and row.problem is null
    on conflict (user_id, key) do update set restaurant_id = excluded.restaurant_id
  `.execute(connection);
}

/** Returns the saved restaurants that `rememberPlaces` stored for these row keys in earlier imports, by row key. */
export async function selectRememberedPlaces(
  connection: Connection,
  { userId, keys }: { userId: string; keys: readonly string[] },
): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; restaurantId: string }>`
    select given.key, link.restaurant_id as "restaurantId"
    from unnest(${keys}::text[]) as given (key)
    join member_imported_places as place
      on place.user_id = ${userId} and place.key = sha256(convert_to(given.key, 'UTF8'))
    join my_restaurants as link
      on link.user_id = ${userId} and link.restaurant_id = place.restaurant_id and link.deleted_at is null
  `.execute(connection);
  return new Map(rows.map(({ key, restaurantId }) => [key, restaurantId]));
}

/**
 * Whether the import has rows that the member may still want to save. These are rows that are neither saved nor in the
 * list, and rows that were refused.
 */
export async function hasOpenRows(connection: Connection, { id }: LockedImport): Promise<boolean> {
  const row = await connection
    .selectFrom('member_import_rows')
    .where('import_id', '=', id)
    .where('restaurant_id', 'is', null)
    .where(sql<boolean>`(match->>'state' is distinct from 'saved' or problem is not null)`)
    .select('position')
    .executeTakeFirst();
  return row !== undefined;
}

type UndoableRow = {
  position: number;
  /** The restaurant that the row added; null if the restaurant was in the list before. */
  restaurantId: string | null;
  isUnchanged: boolean;
  /**
   * The place that the row put into a collection. null if there is none, or if a member has changed the place in the
   * collection, commented on it or reacted to it since.
   */
  collected: { collectionId: string; restaurantId: string } | null;
};

/**
 * Returns the rows that were saved within the last day. Each row states whether its restaurant, and its place in a
 * collection, have stayed as the import saved them.
 */
export async function selectUndoableRows(
  connection: Connection,
  { id, userId }: LockedImport,
  limit: number,
): Promise<UndoableRow[]> {
  const { rows } = await sql<UndoableRow>`
    select row.position, row.restaurant_id as "restaurantId",
      coalesce(link.deleted_at is null and link.last_modified_by_user_at = row.saved_at, false) as "isUnchanged",
      case when entry.restaurant_id is not null then
        jsonb_build_object('collectionId', entry.collection_id, 'restaurantId', entry.restaurant_id)
      end as collected
    from member_import_rows as row
    left join my_restaurants as link on link.user_id = ${userId} and link.restaurant_id = row.restaurant_id
    left join collection_places as entry
      on entry.collection_id = row.collection_id
      and entry.restaurant_id = coalesce(row.restaurant_id, row.match->>'restaurantId')
      and entry.removed_at is null and entry.added_at = row.saved_at and entry.note = ''
      and not exists (
        select from collection_comments as comment
        where comment.collection_id = entry.collection_id and comment.restaurant_id = entry.restaurant_id
      )
      and not exists (
        select from collection_reactions as reaction
        where reaction.collection_id = entry.collection_id and reaction.restaurant_id = entry.restaurant_id
          and (reaction.wants or reaction.visited_on is not null)
      )
    where row.import_id = ${id} and row.saved_at > now() - interval '1 day'
    order by row.position
    limit ${limit}
  `.execute(connection);
  return rows;
}

/**
 * Returns the rows that added values to restaurants within the last day, the last addition first: several rows may have
 * added to one restaurant.
 */
export const selectUndoableAdditions = (
  connection: Connection,
  { id }: LockedImport,
  limit: number,
): Promise<{ position: number; added: StoredAddition }[]> =>
  connection
    .selectFrom('member_import_rows')
    .where('import_id', '=', id)
    .where('added', 'is not', null)
    .where('saved_at', '>', sql<Date>`now() - interval '1 day'`)
    .select(({ ref }) => ['position', ref('added').$castTo<StoredAddition>().as('added')])
    .orderBy('saved_at', 'desc')
    .orderBy('position', 'desc')
    .limit(limit)
    .execute();

/** Marks rows whose added values were removed. A row that also put its place into a collection is still to be undone. */
export async function markAdditionsUndone(
  connection: Connection,
  { id }: LockedImport,
  positions: readonly number[],
): Promise<void> {
  await sql`
    update member_import_rows
    set added = null, saved_at = case when collection_id is not null then saved_at end, is_checked = null
    where import_id = ${id} and position = any(${positions}::int[])
  `.execute(connection);
}

/**
 * Marks rows as undone. A row returns to the review if the undo removed its restaurant, or if the row added no
 * restaurant. The other rows stay saved.
 * @param uncollected rows whose place was removed from its collection
 */
export async function markUndone(
  connection: Connection,
  { id }: LockedImport,
  {
    removed,
    kept,
    uncollected,
  }: { removed: readonly number[]; kept: readonly number[]; uncollected: readonly number[] },
): Promise<void> {
  await sql`
    update member_import_rows
    set saved_at = null,
      restaurant_id = case when position = any(${kept}::int[]) then restaurant_id end,
      collection_id = case when position = any(${uncollected}::int[]) then null else collection_id end,
      is_checked = case when position = any(${kept}::int[]) then is_checked end
    where import_id = ${id} and position = any(${[...removed, ...kept]}::int[])
  `.execute(connection);
}

/** Deletes the rows that are not saved. */
export const deleteOpenRows = (connection: Connection, { id }: LockedImport) =>
  connection
    .deleteFrom('member_import_rows')
    .where('import_id', '=', id)
    .where('restaurant_id', 'is', null)
    .where('collection_id', 'is', null)
    .where('added', 'is', null)
    .execute();

export const deleteImport = (connection: Connection, { id }: LockedImport) =>
  connection.deleteFrom('member_imports').where('id', '=', id).execute();

/** Deletes finished imports except the newest. */
export async function deleteOldImports(
  connection: Connection,
  { userId, kept }: { userId: string; kept: number },
): Promise<void> {
  await sql`
    delete from member_imports where id in (
      select id from member_imports where user_id = ${userId} and state = 'done'
      order by created_at desc offset ${kept}
    )
  `.execute(connection);
}

/** Deletes expired imports that no job works on. */
export const deleteExpiredImports = (connection: Connection) =>
  connection
    .deleteFrom('member_imports')
    .where('expires_at', '<', sql<Date>`now()`)
    .where('state', 'in', ['review', 'done'])
    .execute();

/** Returns the imports on which a job should be working. */
export const selectUnfinishedImports = (connection: Connection) =>
  connection
    .selectFrom('member_imports')
    .where('state', 'in', ['saving', 'undoing'])
    .select('id as importId')
    .execute();

/** Returns the owner of an import with the owner's membership; undefined if the import does not exist. */
export async function selectOwner(connection: Connection, importId: string) {
  return connection
    .selectFrom('member_imports')
    .leftJoin('memberships', 'memberships.user_id', 'member_imports.user_id')
    .where('member_imports.id', '=', importId)
    .select([
      'member_imports.user_id as userId',
      'memberships.account_tier as accountTier',
      'memberships.paid_tier_expires_at as paidTierExpiresAt',
    ])
    .executeTakeFirst();
}
