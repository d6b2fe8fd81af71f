import { sql } from 'kysely';
import type { Follow, MailKind } from '#features/following/following.contract.ts';
import { milliseconds } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import type { Locale } from '#server/http/locale.ts';

/** Returns the followed sources with their new episodes. @param isVisible whether the member sees provided restaurants */
export async function selectFollows(
  connection: Connection,
  { userId, isVisible }: { userId: string; isVisible: boolean },
): Promise<Follow[]> {
  const { rows } = await sql<Follow>`
    select source.id as "sourceId", source.title, source.kind,
      coalesce((
        select json_agg(
          json_build_object(
            'id', episode.id, 'name', episode.name,
            'publishedOn', to_char(episode.published_on, 'YYYY-MM-DD'), 'places', shown.places
          )
          order by episode.published_on desc nulls last, episode.announced_version desc
        )
        from source_episodes as episode
        join lateral (
          select count(*)::int as places from source_places as seen
          join restaurants_public as place on place.id = seen.restaurant_id and place.provided_at is not null
          where seen.episode_id = episode.id
        ) as shown on shown.places > 0
        where ${isVisible}::boolean and episode.source_id = source.id
          and episode.announced_version > follow.seen_version
      ), '[]') as "newEpisodes"
    from source_follows as follow join sources as source on source.id = follow.source_id
    where follow.user_id = ${userId}
    order by source.title, source.id
  `.execute(connection);
  return rows;
}

/** Inserts a follow. A follow starts at the current version, so the existing episodes of the source are not new. */
export async function insertFollow(
  connection: Connection,
  { userId, sourceId }: { userId: string; sourceId: string },
): Promise<void> {
  await sql`
    insert into source_follows (user_id, source_id, seen_version, mailed_version, notified_version)
    select ${userId}, source.id, document.version, document.version, document.version
    from sources as source cross join provided_document as document
    where source.id = ${sourceId}
    on conflict do nothing
  `.execute(connection);
}

export const sourceExists = async (connection: Connection, sourceId: string): Promise<boolean> =>
  (await connection.selectFrom('sources').select('id').where('id', '=', sourceId).executeTakeFirst()) !==
  undefined;

export const deleteFollow = (
  connection: Connection,
  { userId, sourceId }: { userId: string; sourceId: string },
) =>
  connection
    .deleteFrom('source_follows')
    .where('user_id', '=', userId)
    .where('source_id', '=', sourceId)
    .execute();

/**
 * Updates the version that the member has seen. If the given version is higher than the current version, the current
 * version is stored.
 */
export async function updateSeenVersion(
  connection: Connection,
  { userId, sourceId, version }: { userId: string; sourceId: string; version: number },
): Promise<void> {
  await sql`
    update source_follows as follow
    set seen_version = greatest(follow.seen_version, least(${version}, document.version))
    from provided_document as document
    where follow.user_id = ${userId} and follow.source_id = ${sourceId}
  `.execute(connection);
}

export type EpisodeToMail = {
  sourceId: string;
  title: string;
  episodeId: string;
  name: string;
  places: number;
  placeNames: string[];
};

/** Returns the episodes of followed sources that the member has neither seen nor received by mail, or by a notification. */
export async function selectEpisodesToSend(
  connection: Connection,
  { userId, sent }: { userId: string; sent: 'mailed_version' | 'notified_version' },
): Promise<EpisodeToMail[]> {
  const { rows } = await sql<EpisodeToMail>`
    select source.id as "sourceId", source.title, episode.id as "episodeId", episode.name,
      shown.places, shown.names as "placeNames"
    from source_follows as follow
    join sources as source on source.id = follow.source_id
    join source_episodes as episode on episode.source_id = source.id
      and episode.announced_version > greatest(follow.seen_version, ${sql.ref(`follow.${sent}`)})
    join lateral (
      select count(*)::int as places, (array_agg(place.name order by place.name))[1:3] as names
      from source_places as seen
      join restaurants_public as place on place.id = seen.restaurant_id and place.provided_at is not null
      where seen.episode_id = episode.id
    ) as shown on shown.places > 0
    where follow.user_id = ${userId}
    order by source.title, episode.published_on desc nulls last, episode.announced_version desc
  `.execute(connection);
  return rows;
}

/**
 * Returns the current version of the provided restaurants. Call this function before the episodes are read, so that an
 * episode that is added in between is in the next mail.
 */
export async function presentVersion(connection: Connection): Promise<number> {
  const { version } = await connection
    .selectFrom('provided_document')
    .select('version')
    .executeTakeFirstOrThrow();
  return version;
}

export const updateMailedVersion = (
  connection: Connection,
  { userId, version }: { userId: string; version: number },
) =>
  connection
    .updateTable('source_follows')
    .set({ mailed_version: version })
    .where('user_id', '=', userId)
    .execute();

/** Returns the members after the given one who follow a source with episodes to announce by a notification. */
export async function selectFollowersToNotify(
  connection: Connection,
  { userId, limit }: { userId: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select distinct follow.user_id as "userId"
    from source_follows as follow
    join source_episodes as episode on episode.source_id = follow.source_id
      and episode.announced_version > greatest(follow.seen_version, follow.notified_version)
    where follow.user_id > ${userId}
    order by follow.user_id
    limit ${limit}
  `.execute(connection);
  return rows.map((row) => row.userId);
}

/** Locks the member against a second run of the job, and returns what decides whether provided restaurants are visible. */
export async function lockFollower(transaction: Connection, userId: string) {
  const member = await transaction
    .selectFrom('users')
    .where('id', '=', userId)
    .select('created_at as createdAt')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!member) return undefined;
  const membership = await transaction
    .selectFrom('memberships')
    .where('user_id', '=', userId)
    .select(['account_tier as accountTier', 'paid_tier_expires_at as paidTierExpiresAt'])
    .executeTakeFirst();
  return { ...member, membership };
}

export const updateNotifiedVersion = (
  connection: Connection,
  { userId, version }: { userId: string; version: number },
) =>
  connection
    .updateTable('source_follows')
    .set({ notified_version: version })
    .where('user_id', '=', userId)
    .execute();

/** Returns the saved places that have a position and are not known to be closed, latest first. */
export const selectSavedPlaces = (connection: Connection, userId: string) =>
  connection
    .selectFrom('my_restaurants as link')
    .innerJoin('restaurants_public as place', 'place.id', 'link.restaurant_id')
    .where('link.user_id', '=', userId)
    .where('link.deleted_at', 'is', null)
    .where('place.lat', 'is not', null)
    .where('place.lng', 'is not', null)
    .where(({ eb, or }) =>
      or([eb('place.business_status', 'is', null), eb('place.business_status', '=', 'operational')]),
    )
    .select(({ ref }) => [
      'place.id',
      'place.name',
      'place.neighbourhood',
      ref('place.lat').$notNull().as('lat'),
      ref('place.lng').$notNull().as('lng'),
      sql<boolean>`link.status = '방문 완료'`.as('isVisited'),
      milliseconds(ref('link.linked_at')).as('savedAt'),
    ])
    .orderBy('link.linked_at', 'desc')
    .orderBy('place.id')
    .limit(2000)
    .execute();

/** Returns the positions of recent visits from the member's list and journal, latest first. */
export async function selectRecentVisits(
  connection: Connection,
  { userId, since }: { userId: string; since: Date },
): Promise<{ lat: number; lng: number }[]> {
  const { rows } = await sql<{ lat: number; lng: number }>`
    select lat, lng from (
      select place.lat, place.lng, link.visited_at as at
      from my_restaurants as link join restaurants_public as place on place.id = link.restaurant_id
      where link.user_id = ${userId} and link.deleted_at is null and link.visited_at >= ${since}
        and place.lat is not null and place.lng is not null
      union all
      select place.lat, place.lng, entry.visit_date::timestamptz
      from journal_entries as entry join restaurants_public as place on place.id = entry.restaurant_id
      where entry.user_id = ${userId} and entry.deleted_at is null and entry.visit_date >= ${since}::date
        and place.lat is not null and place.lng is not null
    ) as visit
    order by at desc
    limit 300
  `.execute(connection);
  return rows;
}

type StoredSubscription = { userId: string; kind: MailKind; token: string; isActive: boolean };

/**
 * Locks the account, which is first in the lock order. Therefore concurrent changes of one member's consents run one
 * after the other.
 */
export const lockMember = (transaction: Connection, userId: string) =>
  transaction
    .selectFrom('users')
    .select(['id', 'email', 'email_verified as emailVerified', 'locale'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const selectSubscription = (
  connection: Connection,
  { userId, kind }: { userId: string; kind: MailKind },
) =>
  connection
    .selectFrom('mail_subscriptions')
    .select(['token', 'is_active as isActive'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst();

export const selectSubscriptionByToken = (connection: Connection, token: string) =>
  connection
    .selectFrom('mail_subscriptions')
    .select(['user_id as userId', 'kind'])
    .where('token', '=', token)
    .executeTakeFirst();

/** Stores a subscription. An existing subscription keeps its token, so that the links in earlier mails still work. */
export async function upsertSubscription(
  connection: Connection,
  { userId, kind, token, isActive, now }: StoredSubscription & { now: Date },
): Promise<{ token: string }> {
  return connection
    .insertInto('mail_subscriptions')
    .values({ user_id: userId, kind, token, is_active: isActive, confirmed_at: now, next_mail_at: now })
    .onConflict((row) =>
      row.columns(['user_id', 'kind']).doUpdateSet({ is_active: isActive, confirmed_at: now }),
    )
    .returning('token')
    .executeTakeFirstOrThrow();
}

export const insertConsent = (
  connection: Connection,
  consent: {
    id: string;
    userId: string;
    kind: MailKind;
    isGiven: boolean;
    textVersion: string;
    locale: Locale;
    means: 'screen' | 'link' | 'mail_program';
    now: Date;
  },
) =>
  connection
    .insertInto('mail_consents')
    .values({
      id: consent.id,
      user_id: consent.userId,
      kind: consent.kind,
      is_given: consent.isGiven,
      text_version: consent.textVersion,
      locale: consent.locale,
      means: consent.means,
      recorded_at: consent.now,
    })
    .execute();

export const selectSubscriptions = (connection: Connection, userId: string) =>
  connection
    .selectFrom('mail_subscriptions as subscription')
    .where('subscription.user_id', '=', userId)
    .select(({ selectFrom }) => [
      'subscription.kind',
      'subscription.is_active as isActive',
      selectFrom('mail_consents as consent')
        .whereRef('consent.user_id', '=', 'subscription.user_id')
        .whereRef('consent.kind', '=', 'subscription.kind')
        .select(({ fn }) => milliseconds(fn.max('consent.recorded_at')).as('changedAt'))
        .as('changedAt'),
    ])
    .execute();

export const selectTokens = (connection: Connection, userId: string) =>
  connection.selectFrom('mail_subscriptions').select('token').where('user_id', '=', userId).execute();

type SubscriptionKey = { userId: string; kind: string };

/** The active subscriptions after the given position, in their order. */
const activeSubscriptionsAfter = (
  connection: Connection,
  { userId, kind, limit }: SubscriptionKey & { limit: number },
) =>
  connection
    .selectFrom('mail_subscriptions as subscription')
    .where('subscription.is_active', '=', true)
    .where(sql<boolean>`(subscription.user_id, subscription.kind) > (${userId}, ${kind})`)
    .select(['subscription.user_id as userId', 'subscription.kind'])
    .orderBy('subscription.user_id')
    .orderBy('subscription.kind')
    .limit(limit);

/** Returns the subscriptions whose next mail is due, starting after the given position. */
export const selectDueSubscriptions = (
  connection: Connection,
  { now, ...position }: SubscriptionKey & { now: Date; limit: number },
) =>
  activeSubscriptionsAfter(connection, position)
    .where('subscription.next_mail_at', '<=', now)
    .where(
      sql<boolean>`(subscription.kind <> 'episodes' or exists (
        select from source_follows as follow join source_episodes as episode on episode.source_id = follow.source_id
        where follow.user_id = subscription.user_id
          and episode.announced_version > greatest(follow.seen_version, follow.mailed_version)
      ))`,
    )
    .execute();

/**
 * Returns the subscriptions whose consent was given or confirmed before `before`, starting after the given position.
 */
export const selectDueReminders = (
  connection: Connection,
  { before, ...position }: SubscriptionKey & { before: Date; limit: number },
) =>
  activeSubscriptionsAfter(connection, position).where('subscription.confirmed_at', '<=', before).execute();

/**
 * Locks and returns a subscription. If two workers call this function at the same time, the second worker waits until
 * the transaction of the first ends, and then reads what the first has written.
 * @returns undefined if the subscription has ended, if the e-mail address is not verified, or if the account is
 * deleted or scheduled for deletion
 */
export async function lockSubscription(
  transaction: Connection,
  { userId, kind }: { userId: string; kind: MailKind },
) {
  const member = await transaction
    .selectFrom('users')
    .where('id', '=', userId)
    .where('email_verified', '=', true)
    .where((row) =>
      row.not(
        row.exists(row.selectFrom('deletion_requests').select('user_id').where('user_id', '=', userId)),
      ),
    )
    .select(['email', 'created_at as createdAt', 'locale'])
    .forKeyShare()
    .executeTakeFirst();
  if (!member) return undefined;
  const subscription = await transaction
    .selectFrom('mail_subscriptions')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('is_active', '=', true)
    .select([
      'token',
      'confirmed_at as confirmedAt',
      'next_mail_at as nextMailAt',
      'last_places as lastPlaces',
    ])
    .forUpdate()
    .executeTakeFirst();
  if (!subscription) return undefined;
  const membership = await transaction
    .selectFrom('memberships')
    .where('user_id', '=', userId)
    .select(['account_tier as accountTier', 'paid_tier_expires_at as paidTierExpiresAt'])
    .executeTakeFirst();
  const consent = await transaction
    .selectFrom('mail_consents')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('is_given', '=', true)
    .select('recorded_at as recordedAt')
    .orderBy('recorded_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    ...member,
    ...subscription,
    membership,
    consentedAt: consent?.recordedAt ?? subscription.confirmedAt,
  };
}

export const updateSubscription = (
  connection: Connection,
  {
    userId,
    kind,
    ...changes
  }: { userId: string; kind: MailKind; next_mail_at?: Date; last_places?: string[]; confirmed_at?: Date },
) =>
  connection
    .updateTable('mail_subscriptions')
    .set(changes)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .execute();
