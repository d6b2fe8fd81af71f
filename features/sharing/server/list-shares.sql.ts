import { sql } from 'kysely';
import { ShareSelection, type NewListShare, type ShownFields } from '#features/sharing/sharing.contract.ts';
import { columnsOf, milliseconds } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import { prepared, statement } from '#server/database/prepared.ts';

declare const locked: unique symbol;
declare const owned: unique symbol;

/** The number of a member's share links, counted while the account is locked. Only `lockShares` creates this type. */
export type LockedShares = { readonly userId: string; readonly count: number; readonly [locked]: true };

/** A share link as it is stored. Times are in milliseconds. */
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
  /** The name of the shared collection; null if the owner has no such collection or has deleted it. */
  collectionName: string | null;
};

/** A share link that belongs to the member. Only `findOwnedShare` creates this type. */
export type OwnedShare = StoredShare & { readonly [owned]: true };

/** The fields that the owner sets. Every write of a share link writes all of these fields. */
type ShareFields = Pick<StoredShare, 'title' | 'note' | 'selection' | 'expiresAt'> & {
  showsRatings: boolean;
  showsReviews: boolean;
  showsMemos: boolean;
  showsPhotos: boolean;
};
const shareFields = columnsOf('list_shares')<ShareFields>({
  title: 'title',
  note: 'note',
  selection: {
    column: 'selection',
    read: (share) => sql.ref(`${share}.selection`),
    write: (selection) => sql`${selection}::jsonb`,
  },
  expiresAt: {
    column: 'expires_at',
    read: (share) => milliseconds(`${share}.expires_at`),
    write: (at) => sql`to_timestamp(${at}::float8 / 1000)`,
  },
  showsRatings: 'shows_ratings',
  showsReviews: 'shows_reviews',
  showsMemos: 'shows_memos',
  showsPhotos: 'shows_photos',
});

type ShareFacts = Pick<StoredShare, 'id' | 'isPaused' | 'createdAt' | 'version' | 'opens'>;
const shareFacts = columnsOf('list_shares')<ShareFacts>({
  id: 'id',
  isPaused: 'is_paused',
  createdAt: { milliseconds: 'created_at' },
  version: 'version',
  opens: 'opens',
});

type ShareRow = ShareFields & ShareFacts & Pick<StoredShare, 'collectionName'>;
const shownCollection = (column: string) => sql`(
  select ${sql.ref(`collection.${column}`)} from collections as collection
  where collection.id = share.selection->>'collectionId' and collection.owner_id = share.user_id
    and collection.deleted_at is null
)`;
const shareColumns = sql`${shareFacts.select('share')}, ${shareFields.select('share')},
  ${shownCollection('name')} as "collectionName"`;

const sharesOf = statement(
  'sharing_shares',
  (_, { userId }: { userId: string }) => sql<ShareRow>`
    select ${shareColumns} from list_shares as share
    where user_id = ${userId} order by created_at desc, id`,
);

export const selectShares = async (connection: Connection, userId: string): Promise<StoredShare[]> =>
  (await sharesOf(connection, { userId })).map(asShare);

const shareCount = statement(
  'sharing_count',
  (_, { userId }: { userId: string }) => sql<{ count: number }>`
    select count(*) as count from list_shares where user_id = ${userId}`,
);

/**
 * Counts the share links and locks the owner's account. Therefore the number of links stays correct until the
 * transaction ends.
 */
export async function lockShares(connection: Connection, userId: string): Promise<LockedShares> {
  await sql`select 1 from users where id = ${userId} for no key update`.execute(connection);
  const [row] = await shareCount(connection, { userId });
  return { userId, count: row?.count ?? 0 } as LockedShares;
}

const insertedShare = statement(
  'sharing_insert_share',
  (_, given: { id: string; userId: string } & ShareFields) => sql<ShareRow>`
    insert into list_shares as share (id, user_id, ${shareFields.names})
    values (${given.id}, ${given.userId}, ${shareFields.values(given)})
    returning ${shareColumns}`,
);

export const insertShare = async (
  connection: Connection,
  { userId }: LockedShares,
  { id, ...share }: { id: string } & NewListShareFields,
): Promise<StoredShare> => requireRow(await insertedShare(connection, { id, userId, ...fieldsOf(share) }));

const ownedShare = statement(
  'sharing_own_share',
  (_, { userId, shareId }: { userId: string; shareId: string }) => sql<ShareRow>`
    select ${shareColumns} from list_shares as share
    where share.id = ${shareId} and share.user_id = ${userId}
    for update`,
);

export async function findOwnedShare(
  connection: Connection,
  key: { userId: string; shareId: string },
): Promise<OwnedShare | null> {
  const [row] = await ownedShare(connection, key);
  return row ? (asShare(row) as OwnedShare) : null;
}

const updatedShare = statement(
  'sharing_update_share',
  (_, given: { id: string; isPaused: boolean } & ShareFields) => sql<ShareRow>`
    update list_shares as share
    set ${shareFields.assignments(given)}, is_paused = ${given.isPaused}, version = share.version + 1
    where share.id = ${given.id}
    returning ${shareColumns}`,
);

export const updateShare = async (
  connection: Connection,
  { id }: OwnedShare,
  { isPaused, ...share }: NewListShareFields & { isPaused: boolean },
): Promise<StoredShare> => requireRow(await updatedShare(connection, { id, isPaused, ...fieldsOf(share) }));

export async function deleteShare(
  connection: Connection,
  { userId, shareId }: { userId: string; shareId: string },
): Promise<void> {
  await sql`delete from list_shares where id = ${shareId} and user_id = ${userId}`.execute(connection);
}

/** A share link, its owner, and the versions of its contents. One statement reads all of them. */
export type OpenedShare = {
  share: StoredShare;
  owner: {
    userId: string;
    nickname: string;
    accountTier: string | null;
    paidTierExpiresAt: number | null;
    listVersion: number;
  };
  /** The version of the catalogue. A new name of a category raises this version. */
  catalogueVersion: number;
  /** The version of the collection; null if the link does not show a collection. */
  collectionVersion: number | null;
};

type OpenedRow = ShareRow &
  OpenedShare['owner'] &
  Pick<OpenedShare, 'catalogueVersion' | 'collectionVersion'>;

const openedShare = prepared(
  'sharing_opened_share',
  (_, { shareId }: { shareId: string }) => sql<OpenedRow>`
    select ${shareColumns}, users.id as "userId", users.name as nickname,
      memberships.account_tier as "accountTier",
      ${milliseconds('memberships.paid_tier_expires_at')} as "paidTierExpiresAt",
      coalesce(restaurant_lists.version, 0) as "listVersion",
      (select version from provided_document) as "catalogueVersion",
      ${shownCollection('version')} as "collectionVersion"
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
  const {
    userId,
    nickname,
    accountTier,
    paidTierExpiresAt,
    listVersion,
    catalogueVersion,
    collectionVersion,
  } = row;
  return {
    share: asShare(row),
    owner: { userId, nickname, accountTier, paidTierExpiresAt, listVersion },
    catalogueVersion,
    collectionVersion,
  };
}

export const isCollectionGone = ({
  selection,
  collectionName,
}: Pick<StoredShare, 'selection' | 'collectionName'>): boolean =>
  selection.of === 'collection' && collectionName === null;

const takenFrom = statement(
  'sharing_taken_from',
  (_, { userId, restaurantId }: { userId: string; restaurantId: string }) => sql<{ shareId: string | null }>`
    select shared_list_id as "shareId" from my_restaurants
    where user_id = ${userId} and restaurant_id = ${restaurantId} and deleted_at is null`,
);

export const selectShareOrigin = async (
  connection: Connection,
  key: { userId: string; restaurantId: string },
): Promise<string | null> => (await takenFrom(connection, key))[0]?.shareId ?? null;

const nicknameOf = statement(
  'sharing_nickname',
  (_, { userId }: { userId: string }) => sql<{ nickname: string }>`
    select name as nickname from users where id = ${userId}`,
);

export const selectNickname = async (connection: Connection, userId: string): Promise<string> =>
  (await nicknameOf(connection, { userId }))[0]?.nickname ?? '';

/** Adds views to the stored numbers of views. Links that no longer exist are skipped. */
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

const fieldsOf = ({ shows, ...share }: NewListShareFields): ShareFields => ({
  title: share.title,
  note: share.note,
  selection: share.selection,
  expiresAt: share.expiresAt,
  showsRatings: shows.ratings,
  showsReviews: shows.reviews,
  showsMemos: shows.memos,
  showsPhotos: shows.photos,
});

function asShare(row: ShareRow): StoredShare {
  return {
    id: row.id,
    title: row.title,
    note: row.note,
    selection: ShareSelection.parse(row.selection),
    shows: {
      ratings: row.showsRatings,
      reviews: row.showsReviews,
      memos: row.showsMemos,
      photos: row.showsPhotos,
    },
    isPaused: row.isPaused,
    expiresAt: row.expiresAt,
    createdAt: row.createdAt,
    version: row.version,
    opens: row.opens,
    collectionName: row.collectionName,
  };
}

function requireRow([row]: ShareRow[]): StoredShare {
  if (!row) throw new Error('A locked share link was not found.');
  return asShare(row);
}
