import type { Connection } from '#server/database/database.ts';
import { type NewNotification, upsertNotifications } from './notifications.sql.ts';

/** Notifies members. Call this function in the transaction of the event. */
export async function notify(transaction: Connection, notification: NewNotification): Promise<void> {
  if (notification.recipients.length === 0) return;
  await upsertNotifications(transaction, notification);
}
