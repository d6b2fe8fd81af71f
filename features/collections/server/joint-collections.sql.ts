import { type RawBuilder, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type {
  CollectionInvite,
  InvitePreview,
  JoinedRole,
  PlaceReaction,
} from '#features/collections/collections.contract.ts';
import { json, nextVersion } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import type { LockedCollection, ReadableCollection } from './collections.sql.ts';

export async function selectInvite(
  connection: Connection,
  { id }: ReadableCollection,
): Promise<CollectionInvite | null> {
  const invite = await connection
    .selectFrom('collection_invites')
    .where('collection_id', '=', id)
    .select(['id', 'role'])
    .executeTakeFirst();
  return invite ?? null;
}

/**
 * Creates the invite. If the collection already has an invite, only the role of that invite is changed, and the given
 * id is not used.
 */
export const writeInvite = (
  connection: Connection,
  { id: collectionId }: LockedCollection,
  { id, role }: { id: string; role: JoinedRole },
): Promise<CollectionInvite> =>
  connection
    .insertInto('collection_invites')
    .values({ id, collection_id: collectionId, role })
    .onConflict((row) => row.column('collection_id').doUpdateSet({ role }))
    .returning(['id', 'role'])
    .executeTakeFirstOrThrow();

export async function deleteInvite(connection: Connection, { id }: LockedCollection): Promise<void> {
  await sql`delete from collection_invites where collection_id = ${id}`.execute(connection);
}

/** Number of places that a preview names. */
const INVITE_PLACES_MAXIMUM = 50;

/**
 * Returns null if the invite does not exist or the collection is deleted.
 * @param given.userId null for a visitor
 */
export async function selectInvitePreview(
  connection: Connection,
  { inviteId, userId }: { inviteId: string; userId: string | null },
): Promise<InvitePreview | null> {
  const { rows } = await sql<InvitePreview>`
    select collection.name, collection.colour, collection.icon, invite.role,
      nullif(trim(owner.name), '') as "ownerName",
      (
        select count(*) from collection_places as entry
        join restaurants_public as place on place.id = entry.restaurant_id
        where entry.collection_id = collection.id and entry.removed_at is null and place.private_to_uid is null
      ) as "placeCount",
      (
        select coalesce(json_agg(shown), '[]') from (
          select place.id, place.name, place.address, place.neighbourhood, place.category_id as "categoryId",
            case when place.lat is not null then json_build_object('lat', place.lat, 'lng', place.lng) end as coordinates
          from collection_places as entry
          join restaurants_public as place on place.id = entry.restaurant_id
          where entry.collection_id = collection.id and entry.removed_at is null and place.private_to_uid is null
          order by entry.position, entry.restaurant_id
          limit ${INVITE_PLACES_MAXIMUM}
        ) as shown
      ) as places,
      (select count(*) from collection_members where collection_id = collection.id) as "memberCount",
      (
        select collection.id where collection.owner_id = ${userId} or exists (
          select from collection_members as joined
          where joined.collection_id = collection.id and joined.user_id = ${userId}
        )
      ) as "collectionId"
    from collection_invites as invite
    join collections as collection on collection.id = invite.collection_id
    join users as owner on owner.id = collection.owner_id
    where invite.id = ${inviteId} and collection.deleted_at is null
  `.execute(connection);
  return rows[0] ?? null;
}

/** The collection of an invite. Its row is locked, so that a member can join. Only `lockToJoin` creates this type. */
export type JoinableCollection = {
  readonly collectionId: string;
  readonly userId: string;
  readonly role: JoinedRole;
  readonly memberCount: number;
  readonly ownerIsPaid: boolean;
  /** Whether the person is already the owner or a member. */
  readonly isIn: boolean;
};

/** Locks the account, and then the collection. Returns null for an unknown or revoked link. */
export async function lockToJoin(
  connection: Connection,
  { inviteId, userId }: { inviteId: string; userId: string },
): Promise<JoinableCollection | null> {
  const collection = await connection
    .with(
      (member) => member('member').materialized(),
      (database) => database.selectFrom('users').where('id', '=', userId).select('id').forKeyShare(),
    )
    .selectFrom('member')
    .crossJoin('collection_invites as invite')
    .innerJoin('collections as collection', 'collection.id', 'invite.collection_id')
    .where('invite.id', '=', inviteId)
    .where('collection.deleted_at', 'is', null)
    .select('collection.id')
    .forUpdate('collection')
    .executeTakeFirst();
  if (!collection) return null;
  const joining = await connection
    .selectFrom('collection_invites as invite')
    .innerJoin('collections as collection', 'collection.id', 'invite.collection_id')
    .where('invite.id', '=', inviteId)
    .where('collection.id', '=', collection.id)
    .select([
      'invite.role',
      sql<number>`(
        select count(*) from collection_members where collection_id = collection.id
      )`.as('memberCount'),
      isPaid(sql.ref('collection.owner_id')).as('ownerIsPaid'),
      sql<boolean>`collection.owner_id = ${userId} or exists (
        select from collection_members as joined
        where joined.collection_id = collection.id and joined.user_id = ${userId}
      )`.as('isIn'),
    ])
    .executeTakeFirst();
  return joining ? { ...joining, collectionId: collection.id, userId } : null;
}

const isPaid = (userId: RawBuilder<unknown>) => sql<boolean>`coalesce((
  select membership.account_tier = 'paid' and coalesce(membership.paid_tier_expires_at > now(), true)
  from memberships as membership where membership.user_id = ${userId}
), false)`;

export async function insertMember(
  connection: Connection,
  { collectionId, userId, role }: JoinableCollection,
): Promise<void> {
  await sql`
    insert into collection_members (collection_id, user_id, role) values (${collectionId}, ${userId}, ${role})
  `.execute(connection);
  await sql`
    update collections set version = ${nextVersion('version')} where id = ${collectionId}
  `.execute(connection);
}

export async function selectMember(
  connection: Connection,
  { collectionId, memberKey }: { collectionId: string; memberKey: string },
): Promise<{ userId: string; isPaid: boolean } | null> {
  const member = await connection
    .selectFrom('collection_members as member')
    .where('member.collection_id', '=', collectionId)
    .where(
      sql<boolean>`${memberKey} =
        left(encode(sha256(convert_to(member.collection_id || ' ' || member.user_id, 'UTF8')), 'hex'), 16)`,
    )
    .select(['member.user_id as userId', isPaid(sql.ref('member.user_id')).as('isPaid')])
    .executeTakeFirst();
  return member ?? null;
}

export async function setMemberRole(
  connection: Connection,
  { id }: LockedCollection,
  { userId, role }: { userId: string; role: JoinedRole },
): Promise<void> {
  await sql`
    update collection_members set role = ${role} where collection_id = ${id} and user_id = ${userId}
  `.execute(connection);
}

/** Deletes a member and the reactions of this member. The member's places and comments stay. */
export async function deleteMember(
  connection: Connection,
  { id }: LockedCollection,
  userId: string,
): Promise<void> {
  await sql`delete from collection_members where collection_id = ${id} and user_id = ${userId}`.execute(
    connection,
  );
  await sql`delete from collection_reactions where collection_id = ${id} and user_id = ${userId}`.execute(
    connection,
  );
}

/** Locks accounts. Call this before the collection is locked. */
export async function lockAccounts(connection: Connection, userIds: readonly string[]): Promise<void> {
  await sql`
    select 1 from users where id = any(${[...userIds]}::text[]) order by id for key share
  `.execute(connection);
}

/** Changes the owner. The old owner becomes an editor, and the link to join is revoked. */
export async function setOwner(
  connection: Connection,
  { id, ownerId }: LockedCollection,
  userId: string,
): Promise<void> {
  await sql`delete from collection_members where collection_id = ${id} and user_id = ${userId}`.execute(
    connection,
  );
  await sql`update collections set owner_id = ${userId} where id = ${id}`.execute(connection);
  await sql`
    insert into collection_members (collection_id, user_id, role) values (${id}, ${ownerId}, 'editor')
  `.execute(connection);
  await sql`delete from collection_invites where collection_id = ${id}`.execute(connection);
}

/** Writes a reaction. An absent field stays unchanged. */
export async function writeReaction(
  connection: Connection,
  { id, userId }: LockedCollection,
  { restaurantId, reaction: { wants, visitedOn } }: { restaurantId: string; reaction: PlaceReaction },
): Promise<void> {
  await sql`
    insert into collection_reactions (collection_id, restaurant_id, user_id, wants, visited_on)
    values (${id}, ${restaurantId}, ${userId}, ${wants ?? false}, ${visitedOn ?? null}::date)
    on conflict (collection_id, restaurant_id, user_id) do update set
      wants = ${wants === undefined ? sql`collection_reactions.wants` : wants},
      visited_on = ${visitedOn === undefined ? sql`collection_reactions.visited_on` : sql`${visitedOn}::date`}
  `.execute(connection);
}

export async function countComments(
  connection: Connection,
  { id }: LockedCollection,
  restaurantId: string,
): Promise<number> {
  const { count } = await connection
    .selectFrom('collection_comments')
    .where('collection_id', '=', id)
    .where('restaurant_id', '=', restaurantId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertComment(
  connection: Connection,
  { id, userId }: LockedCollection,
  comment: { id: string; restaurantId: string; text: string },
): Promise<void> {
  await sql`
    insert into collection_comments (id, collection_id, restaurant_id, user_id, text)
    values (${comment.id}, ${id}, ${comment.restaurantId}, ${userId}, ${comment.text})
  `.execute(connection);
}

/** The contributions of a member that an archive contains. */
export type ArchivedContributions = {
  wants: boolean;
  /** The day of the visit, such as `2026-11-23`; null if there was no visit. */
  visitedOn: string | null;
  comments: readonly { text: string; createdAt: Date }[];
};

export async function insertArchivedContributions(
  connection: Connection,
  { id, userId }: LockedCollection,
  places: readonly (ArchivedContributions & { restaurantId: string })[],
): Promise<void> {
  const reactions = places.filter(({ wants, visitedOn }) => wants || visitedOn !== null);
  await sql`
    insert into collection_reactions (collection_id, restaurant_id, user_id, wants, visited_on)
    select ${id}, given."restaurantId", ${userId}, given.wants, given."visitedOn"
    from jsonb_to_recordset(${json(reactions)}) as given ("restaurantId" text, wants boolean, "visitedOn" date)
  `.execute(connection);
  const comments = places.flatMap(({ restaurantId, comments: texts }) =>
    texts.map((comment) => ({ id: uuidv7(), restaurantId, ...comment })),
  );
  await sql`
    insert into collection_comments (id, collection_id, restaurant_id, user_id, text, created_at)
    select given.id, ${id}, given."restaurantId", ${userId}, given.text, given."createdAt"
    from jsonb_to_recordset(${json(comments)})
      as given (id uuid, "restaurantId" text, text text, "createdAt" timestamptz)
  `.execute(connection);
}

export async function selectCommentAuthor(
  connection: Connection,
  { id }: LockedCollection,
  commentId: string,
): Promise<string | null> {
  const comment = await connection
    .selectFrom('collection_comments')
    .where('id', '=', commentId)
    .where('collection_id', '=', id)
    .select('user_id')
    .executeTakeFirst();
  return comment?.user_id ?? null;
}

export async function deleteCommentRow(
  connection: Connection,
  { id }: LockedCollection,
  commentId: string,
): Promise<void> {
  await sql`
    delete from collection_comments where id = ${commentId} and collection_id = ${id}
  `.execute(connection);
}

/**
 * Removes an account from all collections. Call this before the account is deleted. Each joint collection of the
 * account gets a new owner from its members. Paid members come first, then editors, then members who joined earlier.
 * Collections in which the account is a member or an author get a new version. Collections of the account without other
 * members are deleted with the account.
 */
export async function leaveAllCollections(connection: Connection, userId: string): Promise<void> {
  await sql`
    select id from collections
    where owner_id = ${userId} or id in (
      select collection_id from collection_members where user_id = ${userId}
      union
      select collection_id from collection_comments where user_id = ${userId}
      union
      select collection_id from collection_places where added_by = ${userId}
    )
    order by id for update
  `.execute(connection);
  await sql`
    update collections as collection set version = ${nextVersion('collection.version')}
    where id in (
      select collection_id from collection_members where user_id = ${userId}
      union
      select collection_id from collection_comments where user_id = ${userId}
      union
      select collection_id from collection_places where added_by = ${userId}
    )
  `.execute(connection);
  await sql`
    with new_owner as (
      select distinct on (member.collection_id) member.collection_id, member.user_id
      from collection_members as member
      join collections as collection on collection.id = member.collection_id
      left join memberships as membership on membership.user_id = member.user_id
      where collection.owner_id = ${userId}
      order by member.collection_id,
        coalesce(
          membership.account_tier = 'paid' and coalesce(membership.paid_tier_expires_at > now(), true), false
        ) desc,
        member.role = 'editor' desc, member.joined_at, member.user_id
    ), gone as (
      delete from collection_members as member using new_owner
      where member.collection_id = new_owner.collection_id and member.user_id = new_owner.user_id
    ), revoked as (
      delete from collection_invites as invite using new_owner where invite.collection_id = new_owner.collection_id
    )
    update collections as collection set owner_id = new_owner.user_id, version = ${nextVersion('collection.version')}
    from new_owner where collection.id = new_owner.collection_id
  `.execute(connection);
}
