import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';

/**
 * The kinds of notification.
 * - `collection`: a change, comment or vote in a joint collection
 * - `vote_result`: a vote has ended
 * - `vote_day`: the place of a vote, on the morning of its date
 * - `episode`: new episodes of a followed source
 * - `closure`: a saved place has closed
 * - `membership`: the membership ends soon, or has ended
 */
export const NotificationKind = z.enum([
  'collection',
  'vote_result',
  'vote_day',
  'episode',
  'closure',
  'membership',
]);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** The last event of a notification: an event in a collection, or the time until the end of the membership. */
export const NotificationAct = z.enum([
  'added',
  'removed',
  'note',
  'edited',
  'comment',
  'reaction',
  'joined',
  'vote',
  'answer',
  '30_days',
  '7_days',
  '1_day',
  'ended',
]);
export type NotificationAct = z.infer<typeof NotificationAct>;

export const Notification = z.object({
  id: z.uuid(),
  kind: NotificationKind,
  /** The id of the collection, vote, source or restaurant; '' for the membership. */
  subjectId: z.string(),
  /** The name of the subject; '' for the membership. */
  subject: z.string(),
  /** Number of events since the member read the last notification about this subject. */
  count: z.int(),
  act: NotificationAct.nullable(),
  /** The name of the member who caused the last event; null if there is no such member, or no name. */
  actor: z.string().nullable(),
  /** The name of the place, vote or episode of the last event; null if there is none, or more than one. */
  detail: z.string().nullable(),
  /** The end of the membership in the form YYYY-MM-DD. */
  day: z.string().nullable(),
  /** The time of day of a vote, such as `18:30`. */
  time: z.string().nullable(),
  /** The time of the last event in milliseconds. */
  happenedAt: z.number(),
  isRead: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

export const listNotifications = endpoint({
  method: 'GET',
  url: '/api/notifications',
  access: 'member',
  schema: {
    summary: 'List my notifications, newest first. They are kept for 90 days.',
    querystring: z.object({
      /** The id of the last notification of the page before. */
      cursor: z.uuid().optional(),
      limit: z.coerce.number().int().min(1).max(100).default(30),
    }),
    response: {
      200: z.object({ notifications: z.array(Notification), nextCursor: z.string().nullable() }),
    },
  },
  problems: [],
});

export const countUnreadNotifications = endpoint({
  method: 'GET',
  url: '/api/notifications/unread',
  access: 'member',
  schema: {
    summary: 'Count my unread notifications.',
    response: { 200: z.object({ unread: z.int() }) },
  },
  problems: [],
});

export const readNotification = endpoint({
  method: 'PUT',
  url: '/api/notifications/:notificationId/read',
  access: 'member',
  schema: {
    summary: 'Mark a notification as read. Idempotent.',
    params: z.object({ notificationId: z.uuid() }),
    response: { 200: z.object({ unread: z.int(), notification: Notification.nullable() }) },
  },
  problems: [],
});

export const readAllNotifications = endpoint({
  method: 'PUT',
  url: '/api/notifications/read',
  access: 'member',
  schema: {
    summary: 'Mark the notifications as read whose last event is not newer than `until`. Idempotent.',
    body: z.object({
      /** The time of the newest notification on screen in milliseconds. */
      until: z.int().min(0).max(8_640_000_000_000_000),
    }),
    response: { 200: z.object({ unread: z.int() }) },
  },
  problems: [],
});

const KindSetting = z.object({ kind: NotificationKind, isOn: z.boolean() });
export type KindSetting = z.infer<typeof KindSetting>;
const NotificationSettings = z.object({ kinds: z.array(KindSetting) });

export const getNotificationSettings = endpoint({
  method: 'GET',
  url: '/api/notifications/settings',
  access: 'member',
  schema: {
    summary: 'Get the kinds of notification with my choice.',
    response: { 200: NotificationSettings },
  },
  problems: [],
});

export const changeNotificationSetting = endpoint({
  method: 'PUT',
  url: '/api/notifications/settings/:kind',
  access: 'member',
  schema: {
    summary: 'Turn a kind of notification on or off. Idempotent.',
    params: z.object({ kind: NotificationKind }),
    body: z.object({ isOn: z.boolean() }),
    response: { 200: NotificationSettings },
  },
  problems: [],
});
