import { pushTime } from '#features/notifications/push.rules.ts';
import type { Connection } from '#server/database/database.ts';
import { type NewNotification, upsertNotifications } from './notifications.sql.ts';
import { addPushJobs } from './push.sql.ts';

/** Notifies members, in the app and on their devices. Call this function in the transaction of the event. */
export async function notify(transaction: Connection, notification: NewNotification): Promise<void> {
  if (notification.recipients.length === 0) return;
  const notificationIds = await upsertNotifications(transaction, notification);
  if (notificationIds.length === 0) return;
  await addPushJobs(transaction, { notificationIds, runAt: new Date(pushTime(Date.now())) });
}
