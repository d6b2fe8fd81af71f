import { sql } from 'kysely';
import { ShareSelection, type NewListShare, type ShownFields } from '#features/sharing/sharing.contract.ts';
import type { Connection } from '#server/database/database.ts';
import { prepared } from '#server/database/prepared.ts';

declare const locked: unique symbol;
declare const owned: unique symbol;

/** A member's share links, locked by this transaction. Only `lockShares` creates it. */
export type LockedShares = { readonly userId: string; readonly count: number; readonly [locked]: true };

/** A stored share link. Times in milliseconds. */
export type StoredShare = {
  id: string;
  title: string;
  note: string;
  selection: ShareSelection;
  shows: ShownFields;
  isPaused: boolean;
  expiresAt: number | null;
  createdAt: number;
  version: number;
  opens: number;
};

/** A share link of the member. Only `findOwnedShare` creates it. */
export type OwnedShare = StoredShare & { readonly [owned]: true };

type ShareRow = Omit<StoredShare, 'shows'> & {
  showsRatings: boolean;
  showsReviews: boolean;
  showsMemos: boolean;
};

const shareColumns = sql`
  share.id, share.title, share.note, share.selection, share.shows_ratings as "showsRatings",
  share.shows_reviews as "showsReviews", share.shows_memos as "showsMemos", share.is_paused as "isPaused",
  (date_part('epoch', share.expires_at) * 1000)::int8 as "expiresAt",
  (date_part('epoch', share.created_at) * 1000)::int8 as "createdAt", share.version, share.opens`;

export async function selectShares(connection: Connection, userId: string): Promise<StoredShare[]> {
  const { rows } = await sql<ShareRow>`
    select ${shareColumns} from list_shares as share
    where user_id = ${userId} order by created_at desc, id
  `.execute(connection);
  return rows.map(asShare);
}

/** Locks the owner's account row, so that the number of links stays correct until the transaction ends. */
export async function lockShares(connection: Connection, userId: string): Promise<LockedShares> {
  await sql`select 1 from users where id = ${userId} for no key update`.execute(connection);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from list_shares where user_id = ${userId}
  `.execute(connection);
  return { userId, count: rows[0]?.count ?? 0 } as LockedShares;
}

export async function insertShare(
  connection: Connection,
  { userId }: LockedShares,
  share: { id: string } & NewListShareFields,
): Promise<StoredShare> {
  const { rows } = await sql<ShareRow>`
    insert into list_shares as share (
      id, user_id, title, note, selection, shows_ratings, shows_reviews, shows_memos, expires_at
    ) values (
      ${share.id}, ${userId}, ${share.title}, ${share.note}, ${JSON.stringify(share.selection)},
      ${share.shows.ratings}, ${share.shows.reviews}, ${share.shows.memos}, ${asDate(share.expiresAt)}
    )
    returning ${shareColumns}
  `.execute(connection);
  return only(rows);
}

/** The member's own link, locked by this transaction; null for an unknown one or another member's. */
export async function findOwnedShare(
  connection: Connection,
  { userId, shareId }: { userId: string; shareId: string },
): Promise<OwnedShare | null> {
  const { rows } = await sql<ShareRow>`
    select ${shareColumns} from list_shares as share
    where share.id = ${shareId} and share.user_id = ${userId}
    for update
  `.execute(connection);
  return rows[0] ? (asShare(rows[0]) as OwnedShare) : null;
}

export async function updateShare(
  connection: Connection,
  { id }: OwnedShare,
  share: NewListShareFields & { isPaused: boolean },
): Promise<StoredShare> {
  const { rows } = await sql<ShareRow>`
    update list_shares as share
    set title = ${share.title}, note = ${share.note}, selection = ${JSON.stringify(share.selection)},
      shows_ratings = ${share.shows.ratings}, shows_reviews = ${share.shows.reviews},
      shows_memos = ${share.shows.memos}, expires_at = ${asDate(share.expiresAt)},
      is_paused = ${share.isPaused}, version = share.version + 1
    where share.id = ${id}
    returning ${shareColumns}
  `.execute(connection);
  return only(rows);
}

export async function deleteShare(
  connection: Connection,
  { userId, shareId }: { userId: string; shareId: string },
): Promise<void> {
  await sql`delete from list_shares where id = ${shareId} and user_id = ${userId}`.execute(connection);
}

/** The data of a visitor's request in one lookup: the link, its owner, and the versions of its contents. */
export type OpenedShare = {
  share: StoredShare;
  owner: {
    userId: string;
    nickname: string;
    accountTier: string | null;
    paidTierExpiresAt: number | null;
    listVersion: number;
  };
  /** Increases when a category is renamed. */
  catalogueVersion: number;
};

type OpenedRow = ShareRow & OpenedShare['owner'] & Pick<OpenedShare, 'catalogueVersion'>;

const openedShare = prepared<{ shareId: string }>('sharing_opened_share')(
  (_, { shareId }) => sql<OpenedRow>`
    select ${shareColumns}, users.id as "userId", users.name as nickname,
      memberships.account_tier as "accountTier",
      (date_part('epoch', memberships.paid_tier_expires_at) * 1000)::int8 as "paidTierExpiresAt",
      coalesce(restaurant_lists.version, 0) as "listVersion",
      (select version from provided_document) as "catalogueVersion"
    from list_shares as share
    join users on users.id = share.user_id
    left join memberships on memberships.user_id = share.user_id
    left join restaurant_lists on restaurant_lists.user_id = share.user_id
    where share.id = ${shareId}`,
);

export async function selectOpenedShare(
  connection: Connection,
  shareId: string,
): Promise<OpenedShare | null> {
  const [row] = await openedShare(connection, { shareId });
  if (!row) return null;
  const { userId, nickname, accountTier, paidTierExpiresAt, listVersion, catalogueVersion } = row;
  return {
    share: asShare(row),
    owner: { userId, nickname, accountTier, paidTierExpiresAt, listVersion },
    catalogueVersion,
  };
}

/** The share link that a place of a member's list was taken over from. */
export async function selectShareOrigin(
  connection: Connection,
  { userId, restaurantId }: { userId: string; restaurantId: string },
): Promise<string | null> {
  const { rows } = await sql<{ shareId: string | null }>`
    select shared_list_id as "shareId" from my_restaurants
    where user_id = ${userId} and restaurant_id = ${restaurantId} and deleted_at is null
  `.execute(connection);
  return rows[0]?.shareId ?? null;
}

/** The nickname of an account, which may be empty. */
export async function selectNickname(connection: Connection, userId: string): Promise<string> {
  const { rows } = await sql<{ nickname: string }>`
    select name as nickname from users where id = ${userId}
  `.execute(connection);
  return rows[0]?.nickname ?? '';
}

/** Adds views to the count of each link; links that no longer exist are skipped. */
export async function addViews(connection: Connection, opens: ReadonlyMap<string, number>): Promise<void> {
  await sql`
    update list_shares as share set opens = share.opens + counted.opens
    from unnest(${[...opens.keys()]}::text[], ${[...opens.values()]}::int8[]) as counted (id, opens)
    where share.id = counted.id
  `.execute(connection);
}

type NewListShareFields = Pick<NewListShare, 'title' | 'selection' | 'shows'> & {
  note: string;
  expiresAt: number | null;
};

const asDate = (milliseconds: number | null) => (milliseconds === null ? null : new Date(milliseconds));

function asShare({ showsRatings, showsReviews, showsMemos, ...row }: ShareRow): StoredShare {
  return {
    id: row.id,
    title: row.title,
    note: row.note,
    selection: ShareSelection.parse(row.selection),
    shows: { ratings: showsRatings, reviews: showsReviews, memos: showsMemos },
    isPaused: row.isPaused,
    expiresAt: row.expiresAt,
    createdAt: row.createdAt,
    version: row.version,
    opens: row.opens,
  };
}

function only([row]: ShareRow[]): StoredShare {
  if (!row) throw new Error('A locked share link was not found.');
  return asShare(row);
}
