import { type ExpressionBuilder, type InferResult, sql } from 'kysely';
import { ShareSelection, type NewListShare, type ShownFields } from '#features/sharing/sharing.contract.ts';
import { milliseconds } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import type { DB } from '#server/database/tables.ts';

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

/** The shared collection of the share link, without deleted collections and collections of others. */
const shownCollection = ({ selectFrom }: ExpressionBuilder<DB, 'list_shares'>) =>
  selectFrom('collections as collection')
    .where(sql<boolean>`collection.id = list_shares.selection->>'collectionId'`)
    .whereRef('collection.owner_id', '=', 'list_shares.user_id')
    .where('collection.deleted_at', 'is', null);

const shareColumns = (eb: ExpressionBuilder<DB, 'list_shares'>) =>
  [
    'list_shares.id',
    'list_shares.title',
    'list_shares.note',
    'list_shares.selection',
    milliseconds(eb.ref('list_shares.expires_at')).as('expiresAt'),
    'list_shares.shows_ratings as showsRatings',
    'list_shares.shows_reviews as showsReviews',
    'list_shares.shows_memos as showsMemos',
    'list_shares.shows_photos as showsPhotos',
    'list_shares.is_paused as isPaused',
    milliseconds(eb.ref('list_shares.created_at')).as('createdAt'),
    'list_shares.version',
    'list_shares.opens',
    shownCollection(eb).select('collection.name').as('collectionName'),
  ] as const;

const shares = (connection: Connection) => connection.selectFrom('list_shares').select(shareColumns);

type ShareRow = InferResult<ReturnType<typeof shares>>[number];

export async function selectShares(connection: Connection, userId: string): Promise<StoredShare[]> {
  const rows = await shares(connection)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('list_shares.id')
    .execute();
  return rows.map(asShare);
}

/**
 * Counts the share links and locks the owner's account. Therefore the number of links stays correct until the
 * transaction ends.
 */
export async function lockShares(connection: Connection, userId: string): Promise<LockedShares> {
  await sql`select 1 from users where id = ${userId} for no key update`.execute(connection);
  const { count } = await connection
    .selectFrom('list_shares')
    .where('user_id', '=', userId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { userId, count } as LockedShares;
}

export async function insertShare(
  connection: Connection,
  { userId }: LockedShares,
  { id, ...share }: { id: string } & NewListShareFields,
): Promise<StoredShare> {
  const row = await connection
    .insertInto('list_shares')
    .values({ id, user_id: userId, ...columnsOfShare(share) })
    .returning(shareColumns)
    .executeTakeFirstOrThrow();
  return asShare(row);
}

export async function findOwnedShare(
  connection: Connection,
  { userId, shareId }: { userId: string; shareId: string },
): Promise<OwnedShare | null> {
  const row = await shares(connection)
    .where('list_shares.id', '=', shareId)
    .where('list_shares.user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row ? (asShare(row) as OwnedShare) : null;
}

export async function updateShare(
  connection: Connection,
  { id }: OwnedShare,
  { isPaused, ...share }: NewListShareFields & { isPaused: boolean },
): Promise<StoredShare> {
  const row = await connection
    .updateTable('list_shares')
    .set({ ...columnsOfShare(share), is_paused: isPaused, version: sql`list_shares.version + 1` })
    .where('list_shares.id', '=', id)
    .returning(shareColumns)
    .executeTakeFirstOrThrow();
  return asShare(row);
}

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

export async function selectOpenedShare(
  connection: Connection,
  shareId: string,
): Promise<OpenedShare | null> {
  const row = await shares(connection)
    .innerJoin('users', 'users.id', 'list_shares.user_id')
    .leftJoin('memberships', 'memberships.user_id', 'list_shares.user_id')
    .leftJoin('restaurant_lists', 'restaurant_lists.user_id', 'list_shares.user_id')
    .where('list_shares.id', '=', shareId)
    .select((eb) => [
      'users.id as userId',
      'users.name as nickname',
      'memberships.account_tier as accountTier',
      milliseconds(eb.ref('memberships.paid_tier_expires_at')).as('paidTierExpiresAt'),
      'restaurant_lists.version as listVersion',
      eb.selectFrom('provided_document').select('version').$asScalar().$notNull().as('catalogueVersion'),
      shownCollection(eb).select('collection.version').as('collectionVersion'),
    ])
    .executeTakeFirst();
  if (!row) return null;
  const { userId, nickname, accountTier, paidTierExpiresAt, listVersion } = row;
  return {
    share: asShare(row),
    owner: { userId, nickname, accountTier, paidTierExpiresAt, listVersion: listVersion ?? 0 },
    catalogueVersion: row.catalogueVersion,
    collectionVersion: row.collectionVersion,
  };
}

export const isCollectionGone = ({
  selection,
  collectionName,
}: Pick<StoredShare, 'selection' | 'collectionName'>): boolean =>
  selection.of === 'collection' && collectionName === null;

export async function selectShareOrigin(
  connection: Connection,
  { userId, restaurantId }: { userId: string; restaurantId: string },
): Promise<string | null> {
  const restaurant = await connection
    .selectFrom('my_restaurants')
    .where('user_id', '=', userId)
    .where('restaurant_id', '=', restaurantId)
    .where('deleted_at', 'is', null)
    .select('shared_list_id')
    .executeTakeFirst();
  return restaurant?.shared_list_id ?? null;
}

export async function selectNickname(connection: Connection, userId: string): Promise<string> {
  const user = await connection
    .selectFrom('users')
    .where('id', '=', userId)
    .select('name')
    .executeTakeFirst();
  return user?.name ?? '';
}

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

/** Returns the columns of the fields that the owner sets. */
const columnsOfShare = ({ shows, selection, expiresAt, ...share }: NewListShareFields) => ({
  title: share.title,
  note: share.note,
  selection: JSON.stringify(selection),
  expires_at: expiresAt === null ? null : new Date(expiresAt),
  shows_ratings: shows.ratings,
  shows_reviews: shows.reviews,
  shows_memos: shows.memos,
  shows_photos: shows.photos,
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
