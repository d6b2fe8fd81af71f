import { sql } from 'kysely';
import type {
  Notification,
  NotificationAct,
  NotificationKind,
} from '#features/notifications/notifications.contract.ts';
import { milliseconds } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';

export type NewNotification = {
  kind: NotificationKind;
  /** The collection, vote, source or restaurant; '' for the membership. */
  subjectId: string;
  recipients: readonly string[];
  act?: NotificationAct;
  actorId?: string | null;
  /** The place of the event. Its name is stored, unless only its author may see it. */
  placeId?: string | null;
  /** The name of the place, vote or episode of the event. */
  detail?: string | null;
  /** Number of events. */
  count?: number;
  /** The last day of the membership in Korea, such as `2026-11-28`. */
  day?: string;
};

/**
 * Stores a notification for each recipient. While a notification about the same subject is unread, it is updated and
 * counts the events. Recipients whose account is being deleted are skipped: their rows are locked, and waiting for them would
 * violate the lock order (docs/decisions/0030-lock-order.md).
 * @returns the ids of the notifications
 */
export async function upsertNotifications(
  connection: Connection,
  { kind, subjectId, recipients, act, actorId, placeId, detail, count = 1, day }: NewNotification,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into notifications (id, user_id, kind, subject_id, count, act, actor_id, detail, day)
    select gen_random_uuid(), recipient.id, ${kind}, ${subjectId}, ${count}, ${act ?? null}, ${actorId ?? null},
      coalesce(
        ${detail ?? null}::text,
        (select name from restaurants_public where id = ${placeId ?? null} and private_to_uid is null)
      ),
      ${day ?? null}::date
    from users as recipient
    where recipient.id = any(${[...recipients]}::text[])
      and not exists (select from muted_notifications where user_id = recipient.id and kind = ${kind})
      and not exists (select from deletion_requests where user_id = recipient.id and due_at <= now())
    order by recipient.id
    on conflict (user_id, kind, subject_id) where read_at is null do update set
      count = notifications.count + excluded.count, act = excluded.act, actor_id = excluded.actor_id,
      detail = excluded.detail, day = excluded.day, happened_at = now()
    returning id
  `.execute(connection);
  return rows.map(({ id }) => id);
}

/** The notifications of a member. Those whose subject the member can no longer read are left out. */
const visibleNotifications = (userId: string) => sql`
  select notification.*, person.name as actor_name, vote.meets_at,
    case notification.kind
      when 'collection' then collection.name
      when 'episode' then source.title
      when 'closure' then place.name
      when 'membership' then ''
      else vote.title
    end as subject
  from notifications as notification
  left join users as person on person.id = notification.actor_id
  left join votes as vote on notification.kind in ('vote_result', 'vote_day') and vote.id = notification.subject_id
  left join collections as collection on collection.deleted_at is null
    and collection.id = case when notification.kind = 'collection' then notification.subject_id else vote.collection_id end
    and (collection.owner_id = ${userId} or exists (
      select from collection_members as joined
      where joined.collection_id = collection.id and joined.user_id = ${userId}
    ))
  left join sources as source on notification.kind = 'episode' and source.id = notification.subject_id
  left join restaurants_public as place on notification.kind = 'closure' and place.id = notification.subject_id
  where notification.user_id = ${userId} and case notification.kind
    when 'episode' then source.id is not null
    when 'closure' then place.id is not null
    when 'membership' then true
    else collection.id is not null
  end
`;

const notificationColumns = sql`
  id, kind, subject_id as "subjectId", subject, count, act, nullif(trim(actor_name), '') as actor, detail,
  to_char(day, 'YYYY-MM-DD') as day, meets_at as time, ${milliseconds('happened_at')} as "happenedAt",
  read_at is not null as "isRead"
`;

/** Returns the notifications of a member, newest first. @param given.cursor the last notification of the page before */
export async function selectNotifications(
  connection: Connection,
  { userId, cursor, limit }: { userId: string; cursor: string | null; limit: number },
): Promise<Notification[]> {
  const { rows } = await sql<Notification>`
    select ${notificationColumns} from (${visibleNotifications(userId)}) as visible
    where ${cursor}::uuid is null or (happened_at, id) < (
      select happened_at, id from notifications where id = ${cursor} and user_id = ${userId}
    )
    order by happened_at desc, id desc
    limit ${limit}
  `.execute(connection);
  return rows;
}

export async function findNotification(
  connection: Connection,
  { userId, notificationId }: { userId: string; notificationId: string },
): Promise<Notification | null> {
  const { rows } = await sql<Notification>`
    select ${notificationColumns} from (${visibleNotifications(userId)}) as visible where id = ${notificationId}
  `.execute(connection);
  return rows[0] ?? null;
}

export async function countUnread(connection: Connection, userId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int4 as unread from (${visibleNotifications(userId)}) as visible where read_at is null
  `.execute(connection);
  return rows[0]?.unread ?? 0;
}

export const markRead = (
  connection: Connection,
  { userId, notificationId }: { userId: string; notificationId: string },
) =>
  connection
    .updateTable('notifications')
    .set({ read_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('id', '=', notificationId)
    .where('read_at', 'is', null)
    .execute();

/** @param given.until milliseconds */
export async function markReadUntil(
  connection: Connection,
  { userId, until }: { userId: string; until: number },
): Promise<void> {
  // The time on screen has no fractions of a millisecond.
  await sql`
    update notifications set read_at = now()
    where user_id = ${userId} and read_at is null and ${milliseconds('happened_at')} <= ${until}
  `.execute(connection);
}

export async function selectMutedKinds(connection: Connection, userId: string): Promise<NotificationKind[]> {
  const rows = await connection
    .selectFrom('muted_notifications')
    .select('kind')
    .where('user_id', '=', userId)
    .execute();
  return rows.map(({ kind }) => kind);
}

export const muteKind = (
  connection: Connection,
  { userId, kind }: { userId: string; kind: NotificationKind },
) =>
  connection
    .insertInto('muted_notifications')
    .values({ user_id: userId, kind })
    .onConflict((row) => row.doNothing())
    .execute();

export const unmuteKind = (
  connection: Connection,
  { userId, kind }: { userId: string; kind: NotificationKind },
) =>
  connection
    .deleteFrom('muted_notifications')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .execute();

export const deleteNotificationsBefore = (connection: Connection, before: Date) =>
  connection.deleteFrom('notifications').where('happened_at', '<', before).execute();
