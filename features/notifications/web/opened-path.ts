import type { QueryClient } from '@tanstack/react-query';
import { notificationPath } from '#features/notifications/notification-text.ts';
import { paths } from '#web/paths.ts';
import { markNotificationRead } from './notifications.queries.ts';

/**
 * Marks the notification of a push message as read, and returns the path of its page. Returns the list if the
 * notification is gone or the server does not answer.
 */
export async function openedPath(queryClient: QueryClient, notificationId: string): Promise<string> {
  try {
    const { notification } = await markNotificationRead(queryClient, notificationId);
    return notification ? notificationPath(notification) : paths.notifications;
  } catch {
    return paths.notifications;
  }
}
