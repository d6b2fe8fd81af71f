import { sql } from 'kysely';
import { isVisible } from '#features/collections/server/collections.public.ts';
import { milliseconds } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import type { Locale } from '#server/http/locale.ts';
import { type ArchivedCollection, type ArchivedShortcut, ARCHIVES_PER_DAY } from '../archive.contract.ts';

/** An archive as it is stored. Times are in milliseconds. */
export type StoredArchive = {
  id: string;
  requestedAt: number;
  readyAt: number | null;
  failedAt: number | null;
  expiresAt: number;
  bytes: number | null;
  missingPhotos: number;
  missingPhotosUsedIn: string[];
};

/** Returns the member's latest archive that has not expired. */
export async function selectLatestArchive(
  connection: Connection,
  userId: string,
): Promise<StoredArchive | null> {
  const archive = await connection
    .selectFrom('archives')
    .where('owner_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .select(({ ref }) => [
      'id',
      milliseconds(ref('requested_at')).as('requestedAt'),
      milliseconds(ref('ready_at')).as('readyAt'),
      milliseconds(ref('failed_at')).as('failedAt'),
      milliseconds(ref('expires_at')).as('expiresAt'),
      'bytes',
      'missing_photos as missingPhotos',
      'missing_photos_used_in as missingPhotosUsedIn',
    ])
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return archive ?? null;
}

/**
 * Locks the account row, so that requests of one member wait for each other. The account row is the first row in the
 * lock order.
 * @returns the number of archives requested in the last 24 hours, at most `ARCHIVES_PER_DAY`; failed ones do not count
 */
export async function lockAccountAndCountRecentArchives(
  transaction: Connection,
  userId: string,
): Promise<number> {
  await transaction.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const rows = await transaction
    .selectFrom('archives')
    .select('id')
    .where('owner_id', '=', userId)
    .where('requested_at', '>', sql<Date>`now() - interval '1 day'`)
    .where('failed_at', 'is', null)
    .limit(ARCHIVES_PER_DAY)
    .execute();
  return rows.length;
}

export const insertArchive = (
  transaction: Connection,
  archive: {
    id: string;
    userId: string;
    locale: Locale;
    expiresAt: Date;
    filterShortcuts: readonly ArchivedShortcut[];
  },
) =>
  transaction
    .insertInto('archives')
    .values({
      id: archive.id,
      owner_id: archive.userId,
      locale: archive.locale,
      expires_at: archive.expiresAt,
      filter_shortcuts: JSON.stringify(archive.filterShortcuts),
    })
    .execute();

/**
 * Returns a pending archive with its owner. Returns undefined if the archive is complete or has failed, or if the
 * account of the owner is deleted.
 */
export const selectPendingArchive = (connection: Connection, archiveId: string) =>
  connection
    .selectFrom('archives')
    .innerJoin('users', 'users.id', 'archives.owner_id')
    .select(({ ref }) => [
      'users.id as userId',
      'users.email',
      'users.name',
      'users.created_at as createdAt',
      ref('archives.locale').$castTo<Locale>().as('locale'),
      'archives.filter_shortcuts as filterShortcuts',
    ])
    .where('archives.id', '=', archiveId)
    .where('archives.ready_at', 'is', null)
    .where('archives.failed_at', 'is', null)
    .executeTakeFirst();

/**
 * Marks an archive as ready. A repeated call has no further effect.
 * @returns false if the account of the owner is deleted
 */
export async function markArchiveReady(
  transaction: Connection,
  {
    archiveId,
    bytes,
    expiresAt,
    missingPhotos,
  }: {
    archiveId: string;
    bytes: number;
    expiresAt: Date;
    missingPhotos: { count: number; usedIn: string[] };
  },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('archives')
    .set({
      ready_at: sql`now()`,
      bytes,
      expires_at: expiresAt,
      missing_photos: missingPhotos.count,
      missing_photos_used_in: missingPhotos.usedIn,
    })
    .where('id', '=', archiveId)
    .where('owner_id', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns false if the archive is ready, or if the account of the owner is deleted */
export async function markArchiveFailed(connection: Connection, archiveId: string): Promise<boolean> {
  const { numUpdatedRows } = await connection
    .updateTable('archives')
    .set({ failed_at: sql`now()` })
    .where('id', '=', archiveId)
    .where('owner_id', 'is not', null)
    .where('ready_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Returns the archive if it is complete, has not expired and belongs to this member; otherwise undefined. */
export const selectArchiveFile = (connection: Connection, key: { archiveId: string; userId: string }) =>
  connection
    .selectFrom('archives')
    .select('id')
    .where('id', '=', key.archiveId)
    .where('owner_id', '=', key.userId)
    .where('ready_at', 'is not', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();

/** Returns the ids of the archives whose file must be deleted. */
export const selectExpiredArchives = async (connection: Connection): Promise<string[]> =>
  (
    await connection
      .selectFrom('archives')
      .select('id')
      .where((either) =>
        either.or([either('expires_at', '<', sql<Date>`now()`), either('owner_id', 'is', null)]),
      )
      .limit(100)
      .execute()
  ).map(({ id }) => id);

export const deleteArchives = (connection: Connection, ids: readonly string[]) =>
  connection.deleteFrom('archives').where('id', 'in', ids).execute();

/** Expires the archives of a member whose account is being deleted. */
export const expireArchivesOf = (connection: Connection, userId: string) =>
  connection
    .updateTable('archives')
    .set({ expires_at: sql`now()`, missing_photos_used_in: [] })
    .where('owner_id', '=', userId)
    .execute();

/** Returns journal entries in the order of their ids, starting after the id `after`. */
export const selectEntriesAfter = (
  connection: Connection,
  { userId, after, limit }: { userId: string; after: string | null; limit: number },
) =>
  connection
    .selectFrom('journal_entries')
    .select([
      'id',
      'restaurant_id as placeId',
      'restaurant_name as restaurantName',
      'journal_text as text',
      'tags_with as tagsWith',
      'tags_occasion as tagsOccasion',
      'amount_won as amountWon',
      'created_at as createdAt',
      'updated_at as updatedAt',
      sql<string>`to_char(visit_date, 'YYYY-MM-DD')`.as('visitDate'),
      sql<string | null>`to_char(visit_time, 'HH24:MI')`.as('visitTime'),
    ])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute();

/**
 * Returns all data that is stored about a member, except saved restaurants and journal entries. The data is small
 * enough to be read at once.
 */
export async function selectOtherData(connection: Connection, userId: string) {
  const [account, membership, listShares, entryShares, payments, providers] = await Promise.all([
    connection
      .selectFrom('users')
      .select(['email', 'name', 'locale', 'created_at'])
      .where('id', '=', userId)
      .execute(),
    connection.selectFrom('memberships').selectAll().where('user_id', '=', userId).execute(),
    connection.selectFrom('list_shares').selectAll().where('user_id', '=', userId).execute(),
    connection.selectFrom('journal_entry_shares').selectAll().where('user_id', '=', userId).execute(),
    connection
      .selectFrom('payments')
      .select([
        'id',
        'order_name',
        'amount',
        'cancelled_amount',
        'currency',
        'method_name',
        'state',
        'ordered_at',
        'paid_at',
        'receipt_url',
        'refund_amount',
        'refund_reason',
      ])
      .where('user_id', '=', userId)
      .execute(),
    connection
      .selectFrom('accounts')
      .select(['provider_id', 'created_at'])
      .where('user_id', '=', userId)
      .execute(),
  ]);
  return {
    account,
    membership,
    listShares,
    entryShares,
    payments,
    signInMethods: providers,
    ...(await selectAccountData(connection, userId)),
    collections: await archivedCollections(connection, userId),
    joinedCollections: await connection
      .selectFrom('collection_members')
      .innerJoin('collections', 'collections.id', 'collection_members.collection_id')
      .select(['collections.name', 'collection_members.role', 'collection_members.joined_at'])
      .where('collection_members.user_id', '=', userId)
      .where('collections.deleted_at', 'is', null)
      .execute(),
    // Places that the member added to collections of others.
    addedPlaces: await connection
      .selectFrom('collection_places')
      .innerJoin('collections', 'collections.id', 'collection_places.collection_id')
      .innerJoin('restaurants_public', 'restaurants_public.id', 'collection_places.restaurant_id')
      .select(['collections.name', 'restaurants_public.name as place_name', 'collection_places.added_at'])
      .where('collection_places.added_by', '=', userId)
      .where('collections.owner_id', '<>', userId)
      .where('collection_places.removed_at', 'is', null)
      .execute(),
    collectionComments: await connection
      .selectFrom('collection_comments')
      .innerJoin('restaurants_public', 'restaurants_public.id', 'collection_comments.restaurant_id')
      .select([
        'collection_comments.restaurant_id',
        'restaurants_public.name as place_name',
        'collection_comments.text',
        'collection_comments.created_at',
      ])
      .where('user_id', '=', userId)
      .execute(),
    votes: await archivedVotes(connection, userId),
    follows: await connection
      .selectFrom('source_follows')
      .innerJoin('sources', 'sources.id', 'source_follows.source_id')
      .select(['sources.title', 'source_follows.followed_at'])
      .where('source_follows.user_id', '=', userId)
      .execute(),
    ...(await selectMessageData(connection, userId)),
    collectionReactions: await connection
      .selectFrom('collection_reactions')
      .innerJoin('restaurants_public', 'restaurants_public.id', 'collection_reactions.restaurant_id')
      .select(['restaurant_id', 'restaurants_public.name as place_name', 'wants', 'visited_on'])
      .where('user_id', '=', userId)
      .execute(),
  };
}

/** Returns the choices of the member about mails and notifications. */
async function selectMessageData(connection: Connection, userId: string) {
  return {
    pushSubscriptions: await connection
      .selectFrom('push_subscriptions')
      .select(['kinds', 'created_at'])
      .where('user_id', '=', userId)
      .execute(),
    turnedOffNotifications: await connection
      .selectFrom('muted_notifications')
      .select('kind')
      .where('user_id', '=', userId)
      .execute(),
    mailConsents: await connection
      .selectFrom('mail_consents')
      .select(['kind', 'is_given', 'text_version', 'locale', 'means', 'recorded_at'])
      .where('user_id', '=', userId)
      .orderBy('recorded_at')
      .execute(),
  };
}

/**
 * Returns the stored data of the account itself, and the public reviews and reports of the member. Secrets, such as the
 * token of a session or the address of the calendar, are left out, because the archive may be stored less safely than
 * the database.
 */
async function selectAccountData(connection: Connection, userId: string) {
  return {
    devices: await connection
      .selectFrom('sessions')
      .select(['user_agent', 'ip_address', 'created_at', 'updated_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
    apiTokens: await connection
      .selectFrom('api_tokens')
      .select(['name', 'scope', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
    connectedApps: await connection
      .selectFrom('oauth_consents')
      .innerJoin('oauth_clients', 'oauth_clients.client_id', 'oauth_consents.client_id')
      .select([
        'oauth_clients.name',
        'oauth_consents.scopes',
        'oauth_consents.created_at',
        'oauth_consents.last_used_at',
      ])
      .where('oauth_consents.user_id', '=', userId)
      .orderBy('oauth_consents.created_at')
      .execute(),
    assistantActs: await connection
      .selectFrom('assistant_acts')
      .select(['assistant', 'tool', 'place_id', 'acted_at'])
      .where('user_id', '=', userId)
      .orderBy('acted_at')
      .execute(),
    passkeys: await connection
      .selectFrom('passkeys')
      .select(['name', 'device_type', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .execute(),
    secondFactors: await connection
      .selectFrom('second_factors')
      .select(['verified', 'locked_until'])
      .where('user_id', '=', userId)
      .execute(),
    secondFactorRemovals: await connection
      .selectFrom('second_factor_removals')
      .select(['requested_at', 'due_at'])
      .where('user_id', '=', userId)
      .execute(),
    deletionRequest: await connection
      .selectFrom('deletion_requests')
      .select(['reason', 'requested_at', 'due_at'])
      .where('user_id', '=', userId)
      .execute(),
    journalFeeds: await connection
      .selectFrom('journal_feeds')
      .select('created_at')
      .where('user_id', '=', userId)
      .execute(),
    mailSubscriptions: await connection
      .selectFrom('mail_subscriptions')
      .select(['kind', 'is_active', 'confirmed_at'])
      .where('user_id', '=', userId)
      .execute(),
    publicReviews: await connection
      .selectFrom('public_reviews')
      .innerJoin('restaurants_public', 'restaurants_public.id', 'public_reviews.restaurant_id')
      .select([
        'restaurants_public.name as place_name',
        'public_reviews.rating',
        'public_reviews.review_text',
        'public_reviews.is_anonymous',
        'public_reviews.moderation_status',
        'public_reviews.rejection_reason',
        'public_reviews.created_at',
        'public_reviews.edited_at',
        'public_reviews.withdrawn_at',
      ])
      .where('user_id', '=', userId)
      .execute(),
    reports: await connection
      .selectFrom('review_reports')
      .innerJoin('public_reviews', 'public_reviews.id', 'review_reports.review_id')
      .innerJoin('restaurants_public', 'restaurants_public.id', 'public_reviews.restaurant_id')
      .select([
        'restaurants_public.name as place_name',
        'review_reports.reason',
        'review_reports.details',
        'review_reports.created_at',
        'review_reports.resolved_at',
      ])
      .where('reporter_uid', '=', userId)
      .execute(),
  };
}

/** Returns a time in ISO 8601, with milliseconds. */
const isoTime = (column: string) =>
  sql`to_json(date_trunc('milliseconds', ${sql.ref(column)}) at time zone 'UTC')#>>'{}' || 'Z'`;

async function archivedCollections(connection: Connection, userId: string): Promise<ArchivedCollection[]> {
  const { rows } = await sql<ArchivedCollection>`
    select collection.name, collection.note, collection.colour, collection.icon, collection.sort,
      ${isoTime('collection.created_at')} as "createdAt",
      coalesce((
        select json_agg(json_build_object('placeId', entry.restaurant_id, 'note', entry.note,
            'name', coalesce(place.name, ''), 'address', coalesce(place.address, ''),
            'coordinates', case when place.lat is not null and place.lng is not null
              then json_build_object('lat', place.lat, 'lng', place.lng) end,
            'phoneNumber', coalesce(place.phone_number, ''),
            'wants', coalesce(reaction.wants, false), 'visitedOn', reaction.visited_on,
            'comments', coalesce((
              select json_agg(json_build_object('text', comment.text, 'createdAt', ${isoTime('comment.created_at')})
                order by comment.created_at, comment.id)
              from collection_comments as comment
              where comment.collection_id = entry.collection_id and comment.restaurant_id = entry.restaurant_id
                and comment.user_id = ${userId}
            ), '[]'))
          order by entry.position, entry.restaurant_id)
        from collection_places as entry
        left join restaurants_public as place on place.id = entry.restaurant_id and ${isVisible(userId)}
        left join collection_reactions as reaction on reaction.collection_id = entry.collection_id
          and reaction.restaurant_id = entry.restaurant_id and reaction.user_id = ${userId}
        where entry.collection_id = collection.id and entry.removed_at is null
      ), '[]') as places
    from collections as collection
    where collection.owner_id = ${userId} and collection.deleted_at is null
    order by collection.created_at, collection.id
  `.execute(connection);
  return rows;
}

/** Votes that the member created. The names and answers of voters are data of others, so only counts are archived. */
async function archivedVotes(connection: Connection, userId: string) {
  const { rows } = await sql<{
    title: string;
    collectionName: string;
    meetsOn: string;
    meetsAt: string | null;
    createdAt: string;
    closesAt: string;
    dates: unknown;
    places: unknown;
  }>`
    select vote.title, collection.name as "collectionName", to_char(vote.meets_on, 'YYYY-MM-DD') as "meetsOn",
      vote.meets_at as "meetsAt", ${isoTime('vote.created_at')} as "createdAt",
      ${isoTime('vote.closes_at')} as "closesAt",
      coalesce((
        select json_agg(json_build_object('meetsOn', to_char(date.meets_on, 'YYYY-MM-DD'), 'meetsAt', date.meets_at,
            'canCome', given.can, 'cannotCome', given.cannot)
          order by date.meets_on, date.meets_at nulls first)
        from vote_dates as date
        cross join lateral (
          select count(*) filter (where can_come) as can, count(*) filter (where not can_come) as cannot
          from vote_date_answers
          where date_id = date.id
        ) as given
        where date.vote_id = vote.id
      ), '[]') as dates,
      coalesce((
        select json_agg(json_build_object('placeId', place.id, 'name', place.name,
            'want', given.want, 'fine', given.fine, 'later', given.later)
          order by chosen.position)
        from vote_places as chosen
        join restaurants_public as place on place.id = chosen.restaurant_id
        cross join lateral (
          select count(*) filter (where answer.answer = 'want') as want,
            count(*) filter (where answer.answer = 'fine') as fine,
            count(*) filter (where answer.answer = 'later') as later
          from vote_answers as answer
          where answer.vote_id = vote.id and answer.restaurant_id = chosen.restaurant_id
        ) as given
        where chosen.vote_id = vote.id
      ), '[]') as places
    from votes as vote join collections as collection on collection.id = vote.collection_id
    where vote.created_by = ${userId}
    order by vote.created_at, vote.id
  `.execute(connection);
  return rows;
}

/**
 * Returns, for each requested place, the id of the saved place that has one of the two requested ids, or the same name
 * and address. The id is null if there is no such place.
 */
export async function selectSavedLike(
  connection: Connection,
  {
    userId,
    places,
  }: {
    userId: string;
    places: readonly { placeId: string; restoredId: string; name: string; address: string }[];
  },
): Promise<(string | null)[]> {
  const { rows } = await sql<{ position: number; id: string }>`
    select wanted.position::int as position, min(place.id) as id
    from unnest(
      ${places.map(({ placeId }) => placeId)}::text[], ${places.map(({ restoredId }) => restoredId)}::text[],
      ${places.map(({ name }) => name.trim())}::text[], ${places.map(({ address }) => address.trim())}::text[]
    ) with ordinality as wanted (place_id, restored_id, name, address, position)
    join my_restaurants as link on link.user_id = ${userId} and link.deleted_at is null
    join restaurants_public as place on place.id = link.restaurant_id
      and (
        place.id in (wanted.place_id, wanted.restored_id)
        or (place.name = wanted.name and place.address = wanted.address)
      )
    group by wanted.position
  `.execute(connection);
  const found = new Map(rows.map(({ position, id }) => [position, id]));
  return places.map((_, index) => found.get(index + 1) ?? null);
}

/** Returns the given ids that are ids of entries in the member's journal. Deleted entries are included. */
export const selectEntryIdsAmong = async (
  connection: Connection,
  { userId, ids }: { userId: string; ids: readonly string[] },
): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const rows = await connection
    .selectFrom('journal_entries')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute();
  return new Set(rows.map(({ id }) => id));
};
