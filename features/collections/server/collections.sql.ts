import { type RawBuilder, sql } from 'kysely';
import { commonProblems } from '#common/problem.ts';
import type {
  CollectionFields,
  CollectionPerson,
  CollectionRole,
  CollectionSummary,
} from '#features/collections/collections.contract.ts';
import { isReadOnly, type MembershipStatus } from '#features/collections/joint.rules.ts';
import type { Tier } from '#features/membership/membership.rules.ts';
import { columnsOf, milliseconds, nextVersion } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import { prepared, statement } from '#server/database/prepared.ts';
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

type CollectionFacts = Pick<CollectionSummary, 'id' | 'version' | 'createdAt'> & {
  ownerId: string;
  /** When the collection was deleted, in milliseconds; null if it is not deleted. */
  deletedAt: number | null;
};
type StoredCollection = CollectionFields & CollectionFacts;

const collectionFields = columnsOf('collections')<CollectionFields>({
  name: 'name',
  note: 'note',
  colour: 'colour',
  icon: 'icon',
  sort: 'sort',
});
const collectionFacts = columnsOf('collections')<CollectionFacts>({
  id: 'id',
  version: 'version',
  createdAt: { milliseconds: 'created_at' },
  ownerId: 'owner_id',
  deletedAt: { milliseconds: 'deleted_at' },
});
const collectionColumns = sql`${collectionFacts.select('collection')}, ${collectionFields.select('collection')}`;

export type CollectionKey = { userId: string; collectionId: string };

/** The id of an account as a value, or a column that contains the id. */
type UserId = string | RawBuilder<unknown>;

const isReadable = (userId: UserId) => sql`(
  collection.owner_id = ${userId} or exists (
    select from collection_members as joined
    where joined.collection_id = collection.id and joined.user_id = ${userId}
  )
)`;

const roleOf = (userId: UserId) => sql`(
  case when collection.owner_id = ${userId} then 'owner' else (
    select joined.role from collection_members as joined
    where joined.collection_id = collection.id and joined.user_id = ${userId}
  ) end
)`;

const memberCount = sql`(
  select count(*) from collection_members as joined where joined.collection_id = collection.id
)`;

const ownerTier = sql`(
  select case when membership.account_tier = 'paid'
    and coalesce(membership.paid_tier_expires_at > now(), true) then 'paid' else 'free' end
  from memberships as membership where membership.user_id = collection.owner_id
)`;

/** The owner, the members, and former members whose contributions stay. People with a lower rank come first. */
const people = sql`(
  select collection.owner_id as user_id, 'owner' as role, collection.created_at as since, 0 as rank
  union all
  select user_id, role, joined_at, 1 from collection_members where collection_id = collection.id
  union all
  (
    select author.user_id, null, now(), 2
    from (
      select added_by as user_id from collection_places where collection_id = collection.id
      union
      select user_id from collection_comments where collection_id = collection.id
    ) as author
    where author.user_id <> collection.owner_id and not exists (
      select from collection_members as joined
      where joined.collection_id = collection.id and joined.user_id = author.user_id
    )
  )
)`;

/** The hash is computed in a join, so that a statement for several viewers computes the hash only once. */
const names = sql`
  cross join lateral (
    select left(md5(string_agg(person.name, '/' order by person.id)), 8) as version
    from ${people} as member join users as person on person.id = member.user_id
  ) as names`;

/** The key identifies a person within one collection. It does not reveal the id of the account. */
const keyOf = (userId: string) => sql`
  left(encode(sha256(convert_to(collection.id || ' ' || ${sql.raw(userId)}, 'UTF8')), 'hex'), 16)`;

export const isVisible = (userId: string) =>
  sql`(place.private_to_uid is null or place.private_to_uid = ${userId})`;

const myCollections = statement(
  'collections_mine',
  (_, { userId }: { userId: string }) => sql<
    CollectionFields &
      Pick<CollectionFacts, 'id' | 'version' | 'createdAt'> & {
        restaurantIds: string[];
        role: CollectionRole;
        memberCount: number;
        ownerTier: Tier | null;
      }
  >`
    select ${collectionFields.select('collection')}, collection.id, collection.version,
      ${milliseconds('collection.created_at')} as "createdAt",
      coalesce((
        select array_agg(entry.restaurant_id order by entry.position, entry.restaurant_id)
        from collection_places as entry
        join restaurants_public as place on place.id = entry.restaurant_id
        where entry.collection_id = collection.id and entry.removed_at is null and ${isVisible(userId)}
      ), '{}') as "restaurantIds",
      coalesce(${roleOf(userId)}, 'reader') as role, ${memberCount} as "memberCount", ${ownerTier} as "ownerTier"
    from collections as collection
    where collection.id in (
      select id from collections where owner_id = ${userId}
      union all
      select collection_id from collection_members where user_id = ${userId}
    ) and collection.deleted_at is null
    order by collection.created_at desc, collection.id`,
);

/** Returns the collections of a member. The newest collection comes first. */
export const selectCollections = async (
  connection: Connection,
  userId: string,
): Promise<CollectionSummary[]> =>
  (await myCollections(connection, { userId })).map(({ ownerTier: tier, ...summary }) => ({
    ...summary,
    isReadOnly: isReadOnly({ ownerTier: tier ?? 'free', memberCount: summary.memberCount }),
  }));

const collectionCount = statement(
  'collections_count',
  (_, { userId }: { userId: string }) => sql<{ count: number }>`
    select count(*) as count from collections where owner_id = ${userId} and deleted_at is null`,
);

/**
 * Locks the member's account and counts the member's own collections. The number stays correct until the transaction
 * ends.
 */
export async function lockCollections(connection: Connection, userId: string): Promise<LockedCollections> {
  const { rows } = await sql`
    select 1 from users where id = ${userId} for no key update
  `.execute(connection);
  if (rows.length === 0) throw problem(commonProblems, 'account.sign_in_required');
  const [row] = await collectionCount(connection, { userId });
  return { userId, owned: row?.count ?? 0 } as LockedCollections;
}

const insertedCollection = statement(
  'collections_insert',
  (_, given: { id: string; userId: string } & CollectionFields) => sql<StoredCollection>`
    insert into collections as collection (id, owner_id, ${collectionFields.names})
    values (${given.id}, ${given.userId}, ${collectionFields.values(given)})
    returning ${collectionColumns}`,
);

export async function insertCollection(
  connection: Connection,
  { userId }: LockedCollections,
  given: { id: string } & CollectionFields,
): Promise<LockedCollection> {
  const [row] = await insertedCollection(connection, { userId, ...given });
  const owned = row && (await membershipIn(connection, { userId, collectionId: row.id }));
  if (!owned) throw new Error('The inserted collection was not returned.');
  return { ...row, ...owned, userId } as LockedCollection;
}

const collectionOfTime = statement(
  'collections_of_time',
  (_, { userId, createdAt }: { userId: string; createdAt: Date }) => sql<{ id: string }>`
    select id from collections
    where owner_id = ${userId} and deleted_at is null
      and date_trunc('milliseconds', created_at) = date_trunc('milliseconds', ${createdAt}::timestamptz)
    limit 1`,
);

export const findCollectionOfTime = async (
  connection: Connection,
  { userId }: LockedCollections,
  createdAt: Date,
): Promise<string | null> => (await collectionOfTime(connection, { userId, createdAt }))[0]?.id ?? null;

export async function setCreationTime(
  connection: Connection,
  { id }: LockedCollection,
  createdAt: Date,
): Promise<void> {
  await sql`update collections set created_at = ${createdAt} where id = ${id}`.execute(connection);
}

type Membership = {
  role: CollectionRole | null;
  memberCount: number;
  ownerTier: Tier | null;
  me: string;
  namesVersion: string;
};

const membership = (userId: UserId) => sql`
  ${roleOf(userId)} as role, ${memberCount} as "memberCount", ${ownerTier} as "ownerTier",
  ${keyOf('viewer.id')} as me, names.version as "namesVersion"`;

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

const membershipOf = prepared(
  'collections_membership',
  (_, given: CollectionKey) => sql<Membership>`
    select ${membership(given.userId)}
    from collections as collection ${names} join users as viewer on viewer.id = ${given.userId}
    where collection.id = ${given.collectionId}`,
);

async function membershipIn(connection: Connection, key: CollectionKey) {
  const [row] = await membershipOf(connection, key);
  return row ? asMembership(row) : null;
}

const readableCollection = prepared(
  'collections_readable',
  (_, given: CollectionKey) => sql<StoredCollection & Membership>`
    select ${collectionColumns}, ${membership(given.userId)}
    from collections as collection ${names} join users as viewer on viewer.id = ${given.userId}
    where collection.id = ${given.collectionId} and ${isReadable(given.userId)} and collection.deleted_at is null`,
);

/** Returns the collection. Returns null if the collection does not exist, is deleted, or the member may not read it. */
export async function findCollection(
  connection: Connection,
  key: CollectionKey,
): Promise<ReadableCollection | null> {
  const [row] = await readableCollection(connection, key);
  return row ? asReadable({ ...row, userId: key.userId }) : null;
}

function asReadable(row: StoredCollection & Membership & { userId: string }): ReadableCollection | null {
  const { role, memberCount: count, ownerTier: tier, me, namesVersion, ...stored } = row;
  const found = asMembership({ role, memberCount: count, ownerTier: tier, me, namesVersion });
  return found ? ({ ...stored, ...found } as ReadableCollection) : null;
}

const collectionOfSessions = prepared(
  'collections_of_sessions',
  (_, given: { collectionId: string; sessionIds: readonly string[] }) => sql<
    StoredCollection & Membership & { userId: string; sessionId: string }
  >`
    select sessions.id as "sessionId", viewer.id as "userId", ${collectionColumns}, ${membership(sql.ref('viewer.id'))}
    from collections as collection ${names}
    join sessions on sessions.id = any(${given.sessionIds}::text[]) and sessions.expires_at > now()
    join users as viewer on viewer.id = sessions.user_id
    where collection.id = ${given.collectionId} and ${isReadable(sql.ref('viewer.id'))}
      and collection.deleted_at is null`,
);

/**
 * Returns a map from session ids to the collection as the member of the session sees it. Ended sessions and members who
 * may not read the collection are left out.
 */
export async function findCollectionOfSessions(
  connection: Connection,
  given: { collectionId: string; sessionIds: readonly string[] },
): Promise<Map<string, ReadableCollection>> {
  const found = new Map<string, ReadableCollection>();
  for (const { sessionId, ...row } of await collectionOfSessions(connection, given)) {
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

const lockedCollection = prepared(
  'collections_lock',
  (_, given: CollectionKey) => sql<StoredCollection>`
    with member as materialized (select id from users where id = ${given.userId} for key share)
    select ${collectionColumns} from member cross join collections as collection
    where collection.id = ${given.collectionId} and ${isReadable(given.userId)}
    for update of collection`,
);

/**
 * Locks a collection, even if the collection is deleted. The account is locked before the collection, because account
 * deletion uses the same order.
 */
export async function lockCollection(
  connection: Connection,
  key: CollectionKey,
): Promise<LockedCollection | null> {
  const [row] = await lockedCollection(connection, key);
  // The membership is read after the lock, because the member may have been removed while this transaction waited for
  // the lock.
  const found = row && (await membershipIn(connection, key));
  return found ? ({ ...row, ...found, userId: key.userId } as LockedCollection) : null;
}

const updatedCollection = statement(
  'collections_update',
  (_, given: { id: string } & CollectionFields) => sql<StoredCollection>`
    update collections as collection
    set ${collectionFields.assignments(given)}, version = ${nextVersion('collection.version')}
    where collection.id = ${given.id}
    returning ${collectionColumns}`,
);

export async function updateCollection(
  connection: Connection,
  { id }: LockedCollection,
  fields: CollectionFields,
): Promise<StoredCollection> {
  const [row] = await updatedCollection(connection, { id, ...fields });
  if (!row) throw new Error('A locked collection was not found.');
  return row;
}

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

const peopleOf = prepared(
  'collections_people',
  (_, { collectionId }: { collectionId: string }) => sql<CollectionPerson>`
    select ${keyOf('person.id')} as key, nullif(trim(person.name), '') as name, member.role
    from collections as collection
    cross join lateral ${people} as member
    join users as person on person.id = member.user_id
    where collection.id = ${collectionId}
    order by member.rank, member.since, person.id`,
);

/** Returns the people of the collection. The members are in the order in which they joined. */
export const selectPeople = (
  connection: Connection,
  { id }: ReadableCollection,
): Promise<CollectionPerson[]> => peopleOf(connection, { collectionId: id });

const incrementedVersion = statement(
  'collections_increment_version',
  (_, { collectionId }: { collectionId: string }) => sql<{ version: number }>`
    update collections set version = ${nextVersion('version')} where id = ${collectionId} returning version`,
);

export async function incrementVersion(
  connection: Connection,
  collection: LockedCollection,
): Promise<number> {
  const [row] = await incrementedVersion(connection, { collectionId: collection.id });
  return row?.version ?? collection.version;
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

const purgedEntries = statement(
  'collections_purge_entries',
  () => sql<{ restaurantId: string }>`
    delete from collection_places as entry
    where entry.removed_at < now() - interval '1 day' or entry.collection_id in (
      select id from collections where deleted_at < now() - interval '1 day'
    )
    returning entry.restaurant_id as "restaurantId"`,
);

/**
 * Permanently deletes collections that were deleted more than a day ago, and places that were removed from a collection
 * more than a day ago.
 * @returns the ids of all these places, including the places of the deleted collections
 */
export async function purgeRemoved(connection: Connection): Promise<string[]> {
  const purged = await purgedEntries(connection, {});
  await sql`delete from collections where deleted_at < now() - interval '1 day'`.execute(connection);
  return purged.map(({ restaurantId }) => restaurantId);
}
