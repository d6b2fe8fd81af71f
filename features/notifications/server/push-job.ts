import type { FastifyBaseLogger } from 'fastify';
import { isAllowedHost, pushTime } from '#features/notifications/push.rules.ts';
import type { Dependencies } from '#server/http/feature.ts';
import { findNotification } from './notifications.sql.ts';
import type { PushClient } from './push-client.ts';
import { type PushKeys, pushRequest } from './push-message.ts';
import { addPushJobs, deleteSubscription, findSubscription } from './push.sql.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'notifications.push': { notificationId: string; subscriptionId: string };
  }
}

/** Answers of a push service that mean: the subscription has ended. */
const ENDED = [404, 410];
/** Answers after which the message is sent again later. 429: too many messages. */
const isTemporary = (status: number): boolean => status === 429 || status >= 500;

/** Sends one notification to one device. Nothing is sent if the member has read it or turned its kind off. */
export function pushJob({
  jobs,
  settings,
  keys,
  client,
  log,
}: Pick<Dependencies, 'jobs' | 'settings'> & {
  keys: PushKeys;
  client: PushClient;
  log: FastifyBaseLogger;
}): void {
  const { database } = jobs;

  jobs.handle('notifications.push', async ({ notificationId, subscriptionId }) => {
    const subscription = await findSubscription(database, subscriptionId);
    if (!subscription) return;
    const { userId, kinds, locale } = subscription;
    const notification = await findNotification(database, { userId, notificationId });
    if (!notification || notification.isRead || !kinds.includes(notification.kind)) return;
    const now = Date.now();
    const runAt = pushTime(now);
    // A repetition, or a job that waited for a stopped server, may run at night.
    if (now < runAt) {
      await addPushJobs(database, { notificationIds: [notificationId], runAt: new Date(runAt) });
      return;
    }
    const request = pushRequest(settings, { keys, subscription, notification, locale });
    const { host } = request.url;
    // The setting may have changed since the device subscribed.
    if (!isAllowedHost(host, settings.PUSH_HOSTS)) {
      log.warn({ event: 'push.host_refused', host });
      return;
    }
    const status = await client.send(request);
    if (ENDED.includes(status)) {
      await deleteSubscription(database, subscriptionId);
      return;
    }
    if (isTemporary(status)) throw new Error(`The push service ${host} answered with ${status}.`);
    if (status < 200 || 300 <= status) log.error({ event: 'push.refused', host, status });
  });
}
