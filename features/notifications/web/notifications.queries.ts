import {
  infiniteQueryOptions,
  type InfiniteData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Call } from '#common/endpoint.ts';
import type * as contract from '#features/notifications/notifications.contract.ts';
import type { Notification, NotificationKind } from '#features/notifications/notifications.contract.ts';
import { type ApiProblem, call, retryLostConnection } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { showToast } from '#web/ui/Toast.tsx';

const countUnreadNotifications: Call<typeof contract.countUnreadNotifications> = {
  method: 'GET',
  url: '/api/notifications/unread',
};
const listNotifications: Call<typeof contract.listNotifications> = {
  method: 'GET',
  url: '/api/notifications',
};
const readNotification: Call<typeof contract.readNotification> = {
  method: 'PUT',
  url: '/api/notifications/:notificationId/read',
};
const readAllNotifications: Call<typeof contract.readAllNotifications> = {
  method: 'PUT',
  url: '/api/notifications/read',
};
const getNotificationSettings: Call<typeof contract.getNotificationSettings> = {
  method: 'GET',
  url: '/api/notifications/settings',
};
const changeNotificationSetting: Call<typeof contract.changeNotificationSetting> = {
  method: 'PUT',
  url: '/api/notifications/settings/:kind',
};

export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: async ({ signal }) => (await call(countUnreadNotifications, { signal })).unread,
  staleTime: 60_000,
});

/** Returns the number of unread notifications; 0 while the number is unknown. */
export function useUnreadCount({ isEnabled }: { isEnabled: boolean }): number {
  const { data = 0 } = useQuery({ ...unreadQuery, enabled: isEnabled });
  return data;
}

export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications', 'list'],
  queryFn: ({ pageParam, signal }) =>
    call(listNotifications, { querystring: pageParam === null ? {} : { cursor: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  staleTime: 0,
});

type Pages = InfiniteData<{ notifications: Notification[]; nextCursor: string | null }, string | null>;

function showAsRead(queryClient: QueryClient, isRead: (notification: Notification) => boolean): void {
  queryClient.setQueryData<Pages>(
    notificationsQuery.queryKey,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          notifications: page.notifications.map((each) => (isRead(each) ? { ...each, isRead: true } : each)),
        })),
      },
  );
}

export async function markNotificationRead(queryClient: QueryClient, notificationId: string) {
  const answer = await call(readNotification, { params: { notificationId } });
  queryClient.setQueryData(unreadQuery.queryKey, answer.unread);
  showAsRead(queryClient, ({ id }) => id === notificationId);
  return answer;
}

/** Marks a notification as read. A failure is not shown: the notification stays unread. */
export function useReadNotification() {
  const queryClient = useQueryClient();
  return useMutation({
    retry: retryLostConnection,
    mutationFn: (notificationId: string) => markNotificationRead(queryClient, notificationId),
  });
}

export function useReadAll() {
  const queryClient = useQueryClient();
  return useMutation({
    retry: retryLostConnection,
    mutationFn: (until: number) => call(readAllNotifications, { body: { until } }),
    onError: (problem: ApiProblem) => showToast(messageOf(problem), { kind: 'alert' }),
    onSuccess: ({ unread }, until) => {
      queryClient.setQueryData(unreadQuery.queryKey, unread);
      showAsRead(queryClient, ({ happenedAt }) => happenedAt <= until);
    },
  });
}

export const notificationSettingsQuery = queryOptions({
  queryKey: ['notifications', 'settings'],
  queryFn: ({ signal }) => call(getNotificationSettings, { signal }),
});

export function useChangeSetting() {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: 'notification-settings' },
    retry: retryLostConnection,
    mutationFn: ({ kind, isOn }: { kind: NotificationKind; isOn: boolean }) =>
      call(changeNotificationSetting, { params: { kind }, body: { isOn } }),
    onError: (problem: ApiProblem) => showToast(messageOf(problem), { kind: 'alert' }),
    onSuccess: (settings) => queryClient.setQueryData(notificationSettingsQuery.queryKey, settings),
  });
}
