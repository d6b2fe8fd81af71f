import { sql } from 'kysely';
import type { NotificationKind } from '#features/notifications/notifications.contract.ts';
import type { Connection } from '#server/database/database.ts';
import type { PushSubscription } from './push-message.ts';

/**
 * Adds a job for each device that gets these notifications. A job that still waits is replaced, so that several events
 * of one subject are one message.
 */
export async function addPushJobs(
  connection: Connection,
  { notificationIds, runAt }: { notificationIds: readonly string[]; runAt: Date },
): Promise<void> {
  await sql`
    select graphile_worker.add_job(
      identifier => 'notifications.push', run_at => ${runAt}, max_attempts => 10,
      job_key => 'push ' || notification.id || ' ' || subscription.id,
      payload => json_build_object('notificationId', notification.id, 'subscriptionId', subscription.id)
    )
    from notifications as notification
    join push_subscriptions as subscription
      on subscription.user_id = notification.user_id and notification.kind = any(subscription.kinds)
    where notification.id = any(${[...notificationIds]}::uuid[])
  `.execute(connection);
}

/** Stores the subscription of a session. A browser has one subscription, also if another member used it before. */
export async function upsertSubscription(
  connection: Connection,
  {
    sessionId,
    userId,
    endpoint,
    p256dh,
    auth,
    kinds,
  }: PushSubscription & { sessionId: string; userId: string; kinds: readonly NotificationKind[] },
): Promise<void> {
  await connection
    .deleteFrom('push_subscriptions')
    .where((row) => row.or([row('session_id', '=', sessionId), row('endpoint', '=', endpoint)]))
    .execute();
  await connection
    .insertInto('push_subscriptions')
    .values({
      id: sql`gen_random_uuid()`,
      session_id: sessionId,
      user_id: userId,
      endpoint,
      p256dh,
      auth,
      kinds: [...kinds],
    })
    .execute();
}

export const deleteSubscriptionOf = (connection: Connection, sessionId: string) =>
  connection.deleteFrom('push_subscriptions').where('session_id', '=', sessionId).execute();

export const deleteSubscription = (connection: Connection, id: string) =>
  connection.deleteFrom('push_subscriptions').where('id', '=', id).execute();

export async function selectKindsOf(connection: Connection, sessionId: string): Promise<string[]> {
  const row = await connection
    .selectFrom('push_subscriptions')
    .select('kinds')
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row?.kinds ?? [];
}

/** Returns a subscription whose session has not expired, with the language of the member. */
export const findSubscription = (connection: Connection, id: string) =>
  connection
    .selectFrom('push_subscriptions as subscription')
    .innerJoin('sessions', 'sessions.id', 'subscription.session_id')
    .innerJoin('users as member', 'member.id', 'subscription.user_id')
    .where('subscription.id', '=', id)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .select([
      'subscription.user_id as userId',
      'subscription.endpoint',
      'subscription.p256dh',
      'subscription.auth',
      'subscription.kinds',
      'member.locale',
    ])
    .executeTakeFirst();
