import { DAY_MS } from '#common/dates.ts';
import {
  changeNotificationSetting,
  countUnreadNotifications,
  getNotificationSettings,
  type KindSetting,
  listNotifications,
  NotificationKind,
  readAllNotifications,
  readNotification,
} from '#features/notifications/notifications.contract.ts';
import type { Connection } from '#server/database/database.ts';
import { pageOf } from '#server/database/page-of.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { forbidStoring } from '#server/http/no-store.ts';
import { requireUser } from '#server/http/require-user.ts';
import {
  countUnread,
  deleteNotificationsBefore,
  findNotification,
  markRead,
  markReadUntil,
  muteKind,
  selectMutedKinds,
  selectNotifications,
  unmuteKind,
} from './notifications.sql.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'notifications.purge': Record<string, never>;
  }
}

const RETENTION_MS = 90 * DAY_MS;

export const notificationsRoutes: FeatureRoutes = (app, { database, jobs, personalData }) => {
  personalData.declare(
    { table: 'notifications', column: 'user_id', onDeletion: 'deleted' },
    { table: 'notifications', column: 'actor_id', onDeletion: 'anonymous' },
    { table: 'muted_notifications', column: 'user_id', onDeletion: 'deleted' },
  );
  forbidStoring(app);

  app.route({
    ...listNotifications,
    handler: async (request) => {
      const { userId } = requireUser(request);
      const { cursor = null, limit } = request.query;
      const found = await selectNotifications(database, { userId, cursor, limit: limit + 1 });
      const { page, last } = pageOf({ found, limit });
      return { notifications: page, nextCursor: last?.id ?? null };
    },
  });

  app.route({
    ...countUnreadNotifications,
    handler: async (request) => ({ unread: await countUnread(database, requireUser(request).userId) }),
  });

  app.route({
    ...readNotification,
    handler: async (request) => {
      const { userId } = requireUser(request);
      const key = { userId, ...request.params };
      await markRead(database, key);
      return {
        unread: await countUnread(database, userId),
        notification: await findNotification(database, key),
      };
    },
  });

  app.route({
    ...readAllNotifications,
    handler: async (request) => {
      const { userId } = requireUser(request);
      await markReadUntil(database, { userId, ...request.body });
      return { unread: await countUnread(database, userId) };
    },
  });

  app.route({
    ...getNotificationSettings,
    handler: (request) => settingsOf(database, requireUser(request).userId),
  });

  app.route({
    ...changeNotificationSetting,
    handler: async (request) => {
      const { userId } = requireUser(request);
      const change = request.body.isOn ? unmuteKind : muteKind;
      await change(database, { userId, ...request.params });
      return settingsOf(database, userId);
    },
  });

  jobs.handle('notifications.purge', async () => {
    await deleteNotificationsBefore(jobs.database, new Date(Date.now() - RETENTION_MS));
  });
  jobs.schedule('notifications.purge', '37 4 * * *');
};

async function settingsOf(connection: Connection, userId: string): Promise<{ kinds: KindSetting[] }> {
  const muted = await selectMutedKinds(connection, userId);
  return { kinds: NotificationKind.options.map((kind) => ({ kind, isOn: !muted.includes(kind) })) };
}
