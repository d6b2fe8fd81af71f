import type { z } from 'zod';
import { findOwnCollection } from '#features/collections/server/collections.public.ts';
import type { Tier } from '#features/membership/membership.rules.ts';
import {
  type ListShare,
  type ListShareChanges,
  type NewListShare,
  type ShareSelection,
  sharingProblems,
} from '#features/sharing/sharing.contract.ts';
import { SHARES_MAXIMUM } from '#features/sharing/sharing.limits.ts';
import { shareStateAt } from '#features/sharing/sharing.rules.ts';
import type { Connection, Database } from '#server/database/database.ts';
import { InvalidRequest, problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import {
  deleteShare,
  findOwnedShare,
  insertShare,
  isCollectionGone,
  lockShares,
  type StoredShare,
  selectShares,
  updateShare,
} from './list-shares.sql.ts';
import { newSecretId } from '#server/http/secret-id.ts';

/** Returns the share links of a member. The newest link comes first. */
export async function sharesOf({
  database,
  person,
  now,
}: {
  database: Database;
  person: Person;
  now: number;
}): Promise<ListShare[]> {
  const shares = await selectShares(database, person.userId);
  return shares.map((share) => ownerView({ share, tier: person.tier, now }));
}

/**
 * Creates a share link. The links of the member are counted under a lock. Therefore concurrent requests cannot exceed
 * the limit.
 * @throws sharing.paid_only, sharing.too_many_links, sharing.collection_not_found, request.invalid (expiresAt)
 */
export async function createShare(
  transaction: Connection,
  {
    person,
    wanted,
    now,
  }: { person: Pick<Person, 'userId' | 'tier'>; wanted: z.output<typeof NewListShare>; now: number },
): Promise<ListShare> {
  if (person.tier !== 'paid') throw problem(sharingProblems, 'sharing.paid_only');
  rejectPastExpiry(wanted.expiresAt, now);
  const shares = await lockShares(transaction, person.userId);
  if (shares.count >= SHARES_MAXIMUM) {
    throw problem(sharingProblems, 'sharing.too_many_links', { limit: SHARES_MAXIMUM });
  }
  await rejectForeignCollection(transaction, { person, selection: wanted.selection });
  const share = await insertShare(transaction, shares, { id: newSecretId(), ...wanted });
  return ownerView({ share, tier: person.tier, now });
}

/**
 * Changes a share link. An absent field stays unchanged. A member whose paid period has ended may still change links.
 * @throws sharing.not_found, sharing.collection_not_found, request.invalid (expiresAt)
 */
export async function changeShare({
  database,
  person,
  shareId,
  changes,
  now,
}: {
  database: Database;
  person: Person;
  shareId: string;
  changes: ListShareChanges;
  now: number;
}): Promise<ListShare> {
  rejectPastExpiry(changes.expiresAt ?? null, now);
  return database.transaction().execute(async (transaction) => {
    const before = await findOwnedShare(transaction, { userId: person.userId, shareId });
    if (!before) throw problem(sharingProblems, 'sharing.not_found');
    const { selection } = changes;
    if (selection) await rejectForeignCollection(transaction, { person, selection });
    const share = await updateShare(transaction, before, {
      title: changes.title ?? before.title,
      note: changes.note ?? before.note,
      selection: changes.selection ?? before.selection,
      shows: changes.shows ?? before.shows,
      expiresAt: changes.expiresAt === undefined ? before.expiresAt : changes.expiresAt,
      isPaused: changes.isPaused ?? before.isPaused,
    });
    return ownerView({ share, tier: person.tier, now });
  });
}

/** Deletes a share link. If the link is already gone or belongs to another member, the response is the same. */
export const revokeShare = ({
  database,
  person,
  shareId,
}: {
  database: Database;
  person: Person;
  shareId: string;
}): Promise<void> => deleteShare(database, { userId: person.userId, shareId });

/**
 * Throws if the selection contains a collection of another member. Only the owner of a collection may show it to
 * visitors.
 */
async function rejectForeignCollection(
  transaction: Connection,
  { person, selection }: { person: Pick<Person, 'userId'>; selection: ShareSelection },
): Promise<void> {
  if (selection.of !== 'collection') return;
  const { collectionId } = selection;
  const collection = await findOwnCollection(transaction, { userId: person.userId, collectionId });
  if (!collection) throw problem(sharingProblems, 'sharing.collection_not_found');
}

function rejectPastExpiry(expiresAt: number | null, now: number): void {
  if (expiresAt === null || expiresAt > now) return;
  throw new InvalidRequest([{ path: 'expiresAt', code: 'sharing.expiry_past' }]);
}

const ownerView = ({
  share: { version: _, ...share },
  tier,
  now,
}: {
  share: StoredShare;
  tier: Tier;
  now: number;
}): ListShare => ({
  ...share,
  state: shareStateAt({ ...share, ownerTier: tier, isCollectionGone: isCollectionGone(share), now }),
});
