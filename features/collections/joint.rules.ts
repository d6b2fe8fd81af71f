import type { Tier } from '#features/membership/membership.rules.ts';
import type { CollectionRole } from './collections.contract.ts';

/** Maximum number of members. The owner is not counted. */
export const COLLECTION_MEMBERS_MAXIMUM = 20;

export type MembershipStatus = {
  role: CollectionRole;
  ownerTier: Tier;
  /** Number of members without the owner. */
  memberCount: number;
};

/**
 * The actions that need a right in the collection.
 * - `arrange`: add, move, describe and remove places
 * - `react`: 가고 싶어요, 다녀옴, comments
 * - `edit`: name, note, colour, icon, order
 * - `invite`: create and revoke the link to join
 * - `manage`: roles, removal of members, transfer, deletion
 * - `leave`: leave the collection
 */
export type CollectionAct = 'arrange' | 'react' | 'edit' | 'invite' | 'manage' | 'leave';

export type ActDecision =
  | { allowed: true }
  | { allowed: false; reason: 'not_allowed' | 'read_only' | 'paid_only' };

const ROLES: Record<CollectionAct, readonly CollectionRole[]> = {
  arrange: ['owner', 'editor'],
  react: ['owner', 'editor', 'reader'],
  edit: ['owner'],
  invite: ['owner'],
  manage: ['owner'],
  leave: ['editor', 'reader'],
};

/**
 * Whether the members can only read the collection. If a collection has no other members, it stays writable after the
 * owner's membership has ended.
 */
export const isReadOnly = ({ ownerTier, memberCount }: Omit<MembershipStatus, 'role'>): boolean =>
  memberCount > 0 && ownerTier !== 'paid';

/** Decides whether a member may act on the collection. `manage` and `leave` stay allowed in a read-only collection. */
export function canAct(membershipStatus: MembershipStatus, act: CollectionAct): ActDecision {
  if (!ROLES[act].includes(membershipStatus.role)) return { allowed: false, reason: 'not_allowed' };
  if (act === 'manage' || act === 'leave') return { allowed: true };
  if (act === 'invite' && membershipStatus.ownerTier !== 'paid')
    return { allowed: false, reason: 'paid_only' };
  return isReadOnly(membershipStatus) ? { allowed: false, reason: 'read_only' } : { allowed: true };
}

export type JoinDecision = { allowed: true } | { allowed: false; reason: 'read_only' | 'full' };

export function canJoin({ ownerTier, memberCount }: Omit<MembershipStatus, 'role'>): JoinDecision {
  if (ownerTier !== 'paid') return { allowed: false, reason: 'read_only' };
  return memberCount < COLLECTION_MEMBERS_MAXIMUM ? { allowed: true } : { allowed: false, reason: 'full' };
}

/** 모두 가고 싶은 곳: whether every person wants to visit the place. There must be at least two people. */
export const isWantedByAll = ({ wants, people }: { wants: number; people: number }): boolean =>
  people > 1 && wants === people;
