import { type ExpressionBuilder, type InferResult, type RawBuilder, sql } from 'kysely';
import { commonProblems } from '#common/problem.ts';
import type {
  CollectionFields,
  CollectionPerson,
  CollectionRole,
  CollectionSummary,
} from '#features/collections/collections.contract.ts';
import { isReadOnly, type MembershipStatus } from '#features/collections/joint.rules.ts';
import type { Tier } from '#features/membership/membership.rules.ts';
import { anyOf, milliseconds, nextVersion } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import type { DB } from '#server/database/tables.ts';
import { problem } from '#server/http/problem.ts';

declare const locked: unique symbol;
declare const readable: unique symbol;

/**
 * The number of the member's own collections, counted while the account is locked. Only `lockCollections` creates this
 * type.
 */
export type LockedCollections = {
  readonly userId: string;
  /** Number of collections without deleted ones. */
  readonly owned: number;
  readonly [locked]: true;
};

/** A collection that this member may read. Only functions that check the right to read create this type. */
export type ReadableCollection = StoredCollection & {
  readonly userId: string;
  readonly membershipStatus: MembershipStatus;
  readonly me: string;
  /** A hash of the names of the collection's people. It changes if a name changes, or if people join or leave. */
  readonly namesVersion: string;
  readonly [readable]: true;
};

/**
 * A collection that this transaction has locked or created. Only `lockCollection` and `insertCollection` create this
 * type.
 */
export type LockedCollection = ReadableCollection & { readonly [locked]: true };

type StoredCollection = CollectionFields &
  Pick<CollectionSummary, 'id' | 'version' | 'createdAt'> & {
    ownerId: string;
    /** When the collection was deleted, in milliseconds; null if it is not deleted. */
    deletedAt: number | null;
  };

/** The fields that the members set. The database does not limit colours, icons and orders; every write is validated. */
const fieldColumns = ({ ref }: ExpressionBuilder<DB, 'collections'>) =>
  [
    'collections.name',
    'collections.note',
    ref('collections.colour').$castTo<CollectionFields['colour']>().as('colour'),
    ref('collections.icon').$castTo<CollectionFields['icon']>().as('icon'),
    ref('collections.sort').$castTo<CollectionFields['sort']>().as('sort'),
  ] as const;

const collectionColumns = (eb: ExpressionBuilder<DB, 'collections'>) =>
  [
    'collections.id',
    'collections.version',
    milliseconds(eb.ref('collections.created_at')).as('createdAt'),
    'collections.owner_id as ownerId',
    milliseconds(eb.ref('collections.deleted_at')).as('deletedAt'),
    ...fieldColumns(eb),
  ] as const;

export type CollectionKey = { userId: string; collectionId: string };

/** The id of an account as a value, or a column that contains the id. */
type UserId = string | RawBuilder<unknown>;

const isReadable = (userId: UserId) => sql<boolean>`(
  collections.owner_id = ${userId} or exists (
    select from collection_members as joined
    where joined.collection_id = collections.id and joined.user_id = ${userId}
  )
)`;

/** The role of a person; null if the person may not read the collection. */
const roleOf = (userId: UserId) => sql<CollectionRole | null>`(
  case when collections.owner_id = ${userId} then 'owner' else (
    select joined.role from collection_members as joined
    where joined.collection_id = collections.id and joined.user_id = ${userId}
  ) end
)`;

const memberCount = sql<number>`(
  select count(*) from collection_members as joined where joined.collection_id = collections.id
)`;

/** The present tier of the owner; null if the owner never had a membership. */
const ownerTier = sql<Tier | null>`(
  select case when membership.account_tier = 'paid'
    and coalesce(membership.paid_tier_expires_at > now(), true) then 'paid' else 'free' end
  from memberships as membership where membership.user_id = collections.owner_id
)`;

/** The owner, the members, and former members whose contributions stay. People with a lower rank come first. */
const people = sql<{ user_id: string; role: CollectionRole | null; since: Date; rank: number }>`(
  select collections.owner_id as user_id, 'owner' as role, collections.created_at as since, 0 as rank
  union all
  select user_id, role, joined_at, 1 from collection_members where collection_id = collections.id
  union all
  (
    select author.user_id, null, now(), 2
    from (
      select added_by as user_id from collection_places where collection_id = collections.id
      union
      select user_id from collection_comments where collection_id = collections.id
    ) as author
    where author.user_id <> collections.owner_id and not exists (
      select from collection_members as joined
      where joined.collection_id = collections.id and joined.user_id = author.user_id
    )
  )
)`;

/** The hash is computed in a join, so that a statement for several viewers computes the hash only once. */
const names = sql<{ version: string }>`(
  select left(md5(string_agg(person.name, '/' order by person.id)), 8) as version
  from ${people} as member join users as person on person.id = member.user_id
)`.as('names');

/** The key identifies a person within one collection. It does not reveal the id of the account. */
const keyOf = (userId: string) => sql<string>`
  left(encode(sha256(convert_to(collections.id || ' ' || ${sql.ref(userId)}, 'UTF8')), 'hex'), 16)`;

export const isVisible = (userId: string) =>
  sql<boolean>`(place.private_to_uid is null or place.private_to_uid = ${userId})`;

/** Returns the collections of a member. The newest collection comes first. */
export async function selectCollections(
  connection: Connection,
  userId: string,
): Promise<CollectionSummary[]> {
  const rows = await connection
    .selectFrom('collections')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('collections')
        .where('owner_id', '=', userId)
        .select('id')
        .unionAll(
          selectFrom('collection_members').where('user_id', '=', userId).select('collection_id as id'),
        ),
    )
    .where('deleted_at', 'is', null)
    .select(fieldColumns)
    .select(({ ref, fn }) => [
      'id',
      'version',
      milliseconds(ref('created_at')).as('createdAt'),
      sql<string[]>`coalesce((
        select array_agg(entry.restaurant_id order by entry.position, entry.restaurant_id)
        from collection_places as entry
        join restaurants_public as place on place.id = entry.restaurant_id
        where entry.collection_id = collections.id and entry.removed_at is null and ${isVisible(userId)}
      ), '{}')`.as('restaurantIds'),
      fn.coalesce(roleOf(userId), sql<'reader'>`'reader'`).as('role'),
      memberCount.as('memberCount'),
      fn.coalesce(ownerTier, sql<'free'>`'free'`).as('ownerTier'),
    ])
    .orderBy('collections.created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ ownerTier: tier, ...summary }) => ({
    ...summary,
    isReadOnly: isReadOnly({ ownerTier: tier, memberCount: summary.memberCount }),
  }));
}

/**
 * Locks the member's account and counts the member's own collections. The number stays correct until the transaction
 * ends.
 */
export async function lockCollections(connection: Connection, userId: string): Promise<LockedCollections> {
  const { rows } = await sql`
    select 1 from users where id = ${userId} for no key update
  `.execute(connection);
  if (rows.length === 0) throw problem(commonProblems, 'account.sign_in_required');
  const { owned } = await connection
    .selectFrom('collections')
    .where('owner_id', '=', userId)
    .where('deleted_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('owned'))
    .executeTakeFirstOrThrow();
  return { userId, owned } as LockedCollections;
}

export async function insertCollection(
  connection: Connection,
  { userId }: LockedCollections,
  { id, name, note, colour, icon, sort }: { id: string } & CollectionFields,
): Promise<LockedCollection> {
  const row = await connection
    .insertInto('collections')
    .values({ id, owner_id: userId, name, note, colour, icon, sort })
    .returning(collectionColumns)
    .executeTakeFirstOrThrow();
  const owned = await membershipIn(connection, { userId, collectionId: row.id });
  if (!owned) throw new Error('The owner of a new collection is not its member.');
  return { ...row, ...owned, userId } as LockedCollection;
}

export async function findCollectionOfTime(
  connection: Connection,
  { userId }: LockedCollections,
  createdAt: Date,
): Promise<string | null> {
  const collection = await connection
    .selectFrom('collections')
    .where('owner_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`date_trunc('milliseconds', created_at) = date_trunc('milliseconds', ${createdAt}::timestamptz)`,
    )
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return collection?.id ?? null;
}

export async function setCreationTime(
  connection: Connection,
  { id }: LockedCollection,
  createdAt: Date,
): Promise<void> {
  await sql`update collections set created_at = ${createdAt} where id = ${id}`.execute(connection);
}

/** The collections as the person `viewer` sees them. */
const collectionsOfViewer = (connection: Connection) =>
  connection
    .selectFrom('collections')
    .crossJoinLateral(names)
    .crossJoin('users as viewer')
    .select([
      roleOf(sql.ref('viewer.id')).as('role'),
      memberCount.as('memberCount'),
      ownerTier.as('ownerTier'),
      keyOf('viewer.id').as('me'),
      'names.version as namesVersion',
    ]);

type Membership = InferResult<ReturnType<typeof collectionsOfViewer>>[number];

function asMembership({
  role,
  memberCount: count,
  ownerTier: tier,
  me,
  namesVersion,
}: Membership): Pick<ReadableCollection, 'membershipStatus' | 'me' | 'namesVersion'> | null {
  if (role === null) return null;
  return { membershipStatus: { role, memberCount: count, ownerTier: tier ?? 'free' }, me, namesVersion };
}

async function membershipIn(connection: Connection, { userId, collectionId }: CollectionKey) {
  const membership = await collectionsOfViewer(connection)
    .where('viewer.id', '=', userId)
    .where('collections.id', '=', collectionId)
    .executeTakeFirst();
  return membership ? asMembership(membership) : null;
}

/** Returns the collection. Returns null if the collection does not exist, is deleted, or the member may not read it. */
export async function findCollection(
  connection: Connection,
  { userId, collectionId }: CollectionKey,
): Promise<ReadableCollection | null> {
  const row = await collectionsOfViewer(connection)
    .where('viewer.id', '=', userId)
    .where('collections.id', '=', collectionId)
    .where(isReadable(userId))
    .where('collections.deleted_at', 'is', null)
    .select(collectionColumns)
    .executeTakeFirst();
  return row ? asReadable({ ...row, userId }) : null;
}

function asReadable(row: StoredCollection & Membership & { userId: string }): ReadableCollection | null {
  const { role, memberCount: count, ownerTier: tier, me, namesVersion, ...stored } = row;
  const found = asMembership({ role, memberCount: count, ownerTier: tier, me, namesVersion });
  return found ? ({ ...stored, ...found } as ReadableCollection) : null;
}

/**
 * Returns a map from session ids to the collection as the member of the session sees it. Ended sessions and members who
 * may not read the collection are left out.
 */
export async function findCollectionOfSessions(
  connection: Connection,
  { collectionId, sessionIds }: { collectionId: string; sessionIds: readonly string[] },
): Promise<Map<string, ReadableCollection>> {
  const rows = await collectionsOfViewer(connection)
    .innerJoin('sessions', 'sessions.user_id', 'viewer.id')
    .where('sessions.id', '=', anyOf(sessionIds))
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .where('collections.id', '=', collectionId)
    .where(isReadable(sql.ref('viewer.id')))
    .where('collections.deleted_at', 'is', null)
    .select(collectionColumns)
    .select(['sessions.id as sessionId', 'viewer.id as userId'])
    .execute();
  const found = new Map<string, ReadableCollection>();
  for (const { sessionId, ...row } of rows) {
    const collection = asReadable(row);
    if (collection) found.set(sessionId, collection);
  }
  return found;
}

export async function findOwnCollection(
  connection: Connection,
  key: CollectionKey,
): Promise<ReadableCollection | null> {
  const collection = await findCollection(connection, key);
  return collection?.ownerId === key.userId ? collection : null;
}

/**
 * Locks a collection, even if the collection is deleted. The account is locked before the collection, because account
 * deletion uses the same order.
 */
export async function lockCollection(
  connection: Connection,
  key: CollectionKey,
): Promise<LockedCollection | null> {
  const row = await connection
    .with(
      (member) => member('member').materialized(),
      (database) => database.selectFrom('users').where('id', '=', key.userId).select('id').forKeyShare(),
    )
    .selectFrom('member')
    .crossJoin('collections')
    .where('collections.id', '=', key.collectionId)
    .where(isReadable(key.userId))
    .select(collectionColumns)
    .forUpdate('collections')
    .executeTakeFirst();
  // The membership is read after the lock, because the member may have been removed while this transaction waited for
  // the lock.
  const found = row && (await membershipIn(connection, key));
  return found ? ({ ...row, ...found, userId: key.userId } as LockedCollection) : null;
}

export const updateCollection = (
  connection: Connection,
  { id }: LockedCollection,
  { name, note, colour, icon, sort }: CollectionFields,
): Promise<StoredCollection> =>
  connection
    .updateTable('collections')
    .set({ name, note, colour, icon, sort, version: nextVersion('version') })
    .where('id', '=', id)
    .returning(collectionColumns)
    .executeTakeFirstOrThrow();

export async function setDeleted(
  connection: Connection,
  { id }: LockedCollection,
  isDeleted: boolean,
): Promise<void> {
  await sql`
    update collections set version = ${nextVersion('version')},
      deleted_at = ${isDeleted ? sql`now()` : sql`null`}
    where id = ${id}
  `.execute(connection);
}

/** Returns the people of the collection. The members are in the order in which they joined. */
export const selectPeople = (
  connection: Connection,
  { id }: ReadableCollection,
): Promise<CollectionPerson[]> =>
  connection
    .selectFrom('collections')
    .crossJoinLateral(people.as('member'))
    .innerJoin('users as person', 'person.id', 'member.user_id')
    .where('collections.id', '=', id)
    .select([
      keyOf('person.id').as('key'),
      sql<string | null>`nullif(trim(person.name), '')`.as('name'),
      'member.role',
    ])
    .orderBy('member.rank')
    .orderBy('member.since')
    .orderBy('person.id')
    .execute();

/** Returns the ids of the owner and the members, without the given person. */
export async function selectOtherPeople(
  connection: Connection,
  { collectionId, userId }: { collectionId: string; userId: string | null },
): Promise<string[]> {
  const rows = await connection
    .selectFrom('collections')
    .crossJoinLateral(people.as('member'))
    .where('collections.id', '=', collectionId)
    .where('member.user_id', 'is distinct from', userId)
    .select('member.user_id as userId')
    .execute();
  return rows.map((row) => row.userId);
}

export async function incrementVersion(connection: Connection, { id }: LockedCollection): Promise<number> {
  const { version } = await connection
    .updateTable('collections')
    .set({ version: nextVersion('version') })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/**
 * Raises the versions of all collections that contain one of these places. The collections are locked in the order of
 * their ids, so that two of these statements cannot deadlock.
 */
export async function incrementVersionsOfCollectionsWith(
  connection: Connection,
  restaurantIds: readonly string[],
): Promise<void> {
  await sql`
    with holder as (
      select id from collections
      where id in (
        select collection_id from collection_places
        where restaurant_id = any(${restaurantIds}::text[]) and removed_at is null
      )
      order by id
      for update
    )
    , changed as (
      -- A trigger replaces the 0 with the new version, which marks these rows as changed.
      update collection_places as entry set changed_version = 0
      from holder where entry.collection_id = holder.id and entry.restaurant_id = any(${restaurantIds}::text[])
    )
    update collections as collection set version = ${nextVersion('collection.version')}
    from holder where collection.id = holder.id
  `.execute(connection);
}

/**
 * Permanently deletes collections that were deleted more than a day ago, and places that were removed from a collection
 * more than a day ago.
 * @returns the ids of all these places, including the places of the deleted collections
 */
export async function purgeRemoved(connection: Connection): Promise<string[]> {
  const dayAgo = sql<Date>`now() - interval '1 day'`;
  const purged = await connection
    .deleteFrom('collection_places')
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('removed_at', '<', dayAgo),
        eb('collection_id', 'in', selectFrom('collections').where('deleted_at', '<', dayAgo).select('id')),
      ]),
    )
    .returning('restaurant_id as restaurantId')
    .execute();
  await sql`delete from collections where deleted_at < now() - interval '1 day'`.execute(connection);
  return purged.map(({ restaurantId }) => restaurantId);
}
