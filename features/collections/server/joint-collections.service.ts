import { v7 as uuidv7 } from 'uuid';
import {
  type Collection,
  type CollectionInvite,
  collectionsProblems,
  COMMENTS_MAXIMUM,
  type InvitePreview,
  type JoinedRole,
  type PlaceReaction,
  type PlacesWritten,
} from '#features/collections/collections.contract.ts';
import { canJoin, COLLECTION_MEMBERS_MAXIMUM } from '#features/collections/joint.rules.ts';
import type { Connection, Database } from '#server/database/database.ts';
import { problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import { newSecretId } from '#server/http/secret-id.ts';
import { lockToWrite, readCollection, writeCollection, written } from './collections.service.ts';
import { personKey, selectOrder } from './collection-places.sql.ts';
import {
  findCollection,
  findOwnCollection,
  incrementVersion,
  type LockedCollection,
  lockCollection,
} from './collections.sql.ts';
import {
  countComments,
  deleteCommentRow,
  deleteInvite,
  deleteMember,
  insertComment,
  insertMember,
  lockAccounts,
  lockToJoin,
  selectCommentAuthor,
  selectInvite,
  selectInvitePreview,
  selectMember,
  setMemberRole,
  setOwner,
  writeInvite,
  writeReaction,
} from './joint-collections.sql.ts';
import { notifyOthers } from './notify-others.ts';

type CollectionKey = { person: Pick<Person, 'userId'>; collectionId: string };
type PlaceKey = CollectionKey & { restaurantId: string };

/** @throws collections.not_found, collections.not_allowed */
export async function inviteOf(
  database: Database,
  { person: { userId }, collectionId }: CollectionKey,
): Promise<CollectionInvite | null> {
  const collection = await findOwnCollection(database, { userId, collectionId });
  if (collection) return selectInvite(database, collection);
  const isMember = await findCollection(database, { userId, collectionId });
  throw problem(collectionsProblems, isMember ? 'collections.not_allowed' : 'collections.not_found');
}

/** @throws the same problems as `writeCollection` */
export const putInvite = (
  database: Database,
  { role, ...key }: CollectionKey & { role: JoinedRole },
): Promise<CollectionInvite> =>
  writeCollection(database, { ...key, act: 'invite' }, (transaction, collection) =>
    writeInvite(transaction, collection, { id: newSecretId(), role }),
  );

/** Revokes the link to join. The function is idempotent. @throws collections.not_found, collections.not_allowed */
export const revokeInvite = (database: Database, key: CollectionKey): Promise<void> =>
  writeCollection(database, { ...key, act: 'manage' }, deleteInvite);

/** @param given.userId null for a visitor @throws collections.invite_not_found */
export async function previewOf(
  database: Database,
  given: { inviteId: string; userId: string | null },
): Promise<InvitePreview> {
  const preview = await selectInvitePreview(database, given);
  if (!preview) throw problem(collectionsProblems, 'collections.invite_not_found');
  return preview;
}

/**
 * Adds the person to the members. The members are counted while the collection is locked, so that concurrent requests
 * cannot exceed the limit. The function is idempotent.
 * @throws collections.invite_not_found, collections.read_only, collections.too_many_members
 */
export const joinCollection = (
  database: Database,
  { person, inviteId }: { person: Pick<Person, 'userId'>; inviteId: string },
): Promise<{ collectionId: string }> =>
  database.transaction().execute(async (transaction) => {
    const joined = await lockToJoin(transaction, { inviteId, userId: person.userId });
    if (!joined) throw problem(collectionsProblems, 'collections.invite_not_found');
    const { collectionId, isIn, memberCount, ownerIsPaid } = joined;
    if (isIn) return { collectionId };
    const decision = canJoin({ memberCount, ownerTier: ownerIsPaid ? 'paid' : 'free' });
    if (!decision.allowed) {
      throw decision.reason === 'full'
        ? problem(collectionsProblems, 'collections.too_many_members', { limit: COLLECTION_MEMBERS_MAXIMUM })
        : problem(collectionsProblems, 'collections.read_only');
    }
    await insertMember(transaction, joined);
    await notifyOthers(transaction, { collectionId, userId: person.userId, act: 'joined' });
    return { collectionId };
  });

type MemberKey = CollectionKey & { memberKey: string };

/** @throws collections.not_found, collections.not_allowed, collections.member_not_found */
export const changeMember = (
  database: Database,
  { memberKey, role, ...key }: MemberKey & { role: JoinedRole },
): Promise<Collection> =>
  writeCollection(database, { ...key, act: 'manage' }, async (transaction, collection) => {
    const { userId } = await requireMember(transaction, { collection, memberKey });
    await setMemberRole(transaction, collection, { userId, role });
    return changed(transaction, collection);
  });

/**
 * Removes a member, or lets the person leave the collection. The places and comments of the member stay. A removal also
 * deletes the link to join, because the removed member knows the link. The function is idempotent.
 * @throws collections.not_found, collections.not_allowed
 */
export const removeMember = (database: Database, { memberKey, ...key }: MemberKey): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    const {
      person: { userId },
      collectionId,
    } = key;
    const seen = await lockCollection(transaction, { userId, collectionId });
    const isOwnKey = memberKey === personKey(collectionId)(userId);
    // The person has left, or was never in the collection. The response is the same for an unknown collection.
    if (!seen && isOwnKey) return;
    const isLeaving = isOwnKey && seen?.membershipStatus.role !== 'owner';
    const act = isLeaving ? 'leave' : 'manage';
    const collection = await lockToWrite(transaction, { ...key, act });
    const member = await selectMember(transaction, { collectionId, memberKey });
    if (!member) return;
    if (!isLeaving) await deleteInvite(transaction, collection);
    await deleteMember(transaction, collection, member.userId);
    await incrementVersion(transaction, collection);
  });

/**
 * Makes a member the owner. The function is idempotent.
 * @throws collections.not_found, collections.not_allowed, collections.member_not_found, collections.new_owner_not_paid
 */
export const transferCollection = (
  database: Database,
  { memberKey, ...key }: MemberKey,
): Promise<Collection> =>
  database.transaction().execute(async (transaction) => {
    const {
      person: { userId: me },
      collectionId,
    } = key;
    const next = await selectMember(transaction, { collectionId, memberKey });
    await lockAccounts(transaction, [me, next?.userId ?? me]);
    const seen = await lockCollection(transaction, { userId: me, collectionId });
    if (seen?.deletedAt === null && memberKey === personKey(collectionId)(seen.ownerId))
      return readCollection(transaction, seen);
    const collection = await lockToWrite(transaction, { ...key, act: 'manage' });
    // The member is read again while the collection is locked, because the member may have left.
    const { userId, isPaid } = await requireMember(transaction, { collection, memberKey });
    if (!isPaid) throw problem(collectionsProblems, 'collections.new_owner_not_paid');
    await setOwner(transaction, collection, userId);
    return changed(transaction, collection);
  });

async function requireMember(
  transaction: Connection,
  { collection, memberKey }: { collection: LockedCollection; memberKey: string },
): Promise<{ userId: string; isPaid: boolean }> {
  const member = await selectMember(transaction, { collectionId: collection.id, memberKey });
  if (!member) throw problem(collectionsProblems, 'collections.member_not_found');
  return member;
}

async function changed(transaction: Connection, collection: LockedCollection): Promise<Collection> {
  await incrementVersion(transaction, collection);
  const { userId, id: collectionId } = collection;
  const after = await findCollection(transaction, { userId, collectionId });
  if (!after) throw problem(collectionsProblems, 'collections.not_found');
  return readCollection(transaction, after);
}

/** @throws collections.not_found, collections.place_not_found, collections.read_only */
export const reactToPlace = (
  database: Database,
  { restaurantId, reaction, ...key }: PlaceKey & { reaction: PlaceReaction },
): Promise<PlacesWritten> =>
  writeCollection(database, { ...key, act: 'react' }, async (transaction, collection) => {
    await requirePlace(transaction, { collection, restaurantId });
    await writeReaction(transaction, collection, { restaurantId, reaction });
    const isNews = reaction.wants === true || typeof reaction.visitedOn === 'string';
    if (isNews) await notifyAboutPlace(transaction, { collection, act: 'reaction', restaurantId });
    return written(transaction, { collection, restaurantIds: [restaurantId] });
  });

/**
 * @throws collections.not_found, collections.place_not_found, collections.read_only, collections.too_many_comments
 */
export async function addComment(
  transaction: Connection,
  { restaurantId, text, ...key }: PlaceKey & { text: string },
): Promise<PlacesWritten> {
  const collection = await lockToWrite(transaction, { ...key, act: 'react' });
  await requirePlace(transaction, { collection, restaurantId });
  if ((await countComments(transaction, collection, restaurantId)) >= COMMENTS_MAXIMUM) {
    throw problem(collectionsProblems, 'collections.too_many_comments', { limit: COMMENTS_MAXIMUM });
  }
  await insertComment(transaction, collection, { id: uuidv7(), restaurantId, text });
  await notifyAboutPlace(transaction, { collection, act: 'comment', restaurantId });
  return written(transaction, { collection, restaurantIds: [restaurantId] });
}

/**
 * Deletes a comment. The author of the comment and the owner of the collection may do this. The function is idempotent.
 * @throws the same problems as `reactToPlace`, and collections.not_allowed
 */
export const deleteComment = (
  database: Database,
  { restaurantId, commentId, ...key }: PlaceKey & { commentId: string },
): Promise<PlacesWritten> =>
  writeCollection(database, { ...key, act: 'react' }, async (transaction, collection) => {
    const author = await selectCommentAuthor(transaction, collection, commentId);
    if (author !== null && author !== collection.userId && collection.membershipStatus.role !== 'owner') {
      throw problem(collectionsProblems, 'collections.not_allowed');
    }
    if (author !== null) await deleteCommentRow(transaction, collection, commentId);
    return written(transaction, { collection, restaurantIds: [restaurantId], isChanged: author !== null });
  });

const notifyAboutPlace = (
  transaction: Connection,
  {
    collection: { id: collectionId, userId },
    act,
    restaurantId,
  }: { collection: LockedCollection; act: 'comment' | 'reaction'; restaurantId: string },
): Promise<void> => notifyOthers(transaction, { collectionId, userId, act, restaurantIds: [restaurantId] });

/** Throws if the place is not in the collection. Throws the same problem if the member may not see the place. */
async function requirePlace(
  transaction: Connection,
  { collection, restaurantId }: { collection: LockedCollection; restaurantId: string },
): Promise<void> {
  if (!(await selectOrder(transaction, collection)).includes(restaurantId)) {
    throw problem(collectionsProblems, 'collections.place_not_found');
  }
}
