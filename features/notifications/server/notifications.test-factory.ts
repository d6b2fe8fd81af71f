import type { TestMember } from '#features/account/server/account.test-factory.ts';
import { notificationPath, notificationText } from '#features/notifications/notification-text.ts';
import type { KindSetting, Notification } from '#features/notifications/notifications.contract.ts';
import type { TestApp } from '#server/http/test-app.ts';

export const notificationsOf = (app: TestApp['app'], member: Pick<TestMember, 'headers'>) => {
  const request = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) =>
    app.inject({ method, url, headers: member.headers, ...(payload && { payload }) });
  const list = async (query = '') =>
    (await request('GET', `/api/notifications${query}`)).json<{
      notifications: Notification[];
      nextCursor: string | null;
    }>();
  return {
    request,
    list,
    /** What the member reads on the screen. */
    texts: async () =>
      (await list()).notifications.map((each) => {
        const { title, body } = notificationText(each, 'ko');
        return `${title}: ${body}`;
      }),
    paths: async () => (await list()).notifications.map(notificationPath),
    unread: async () => (await request('GET', '/api/notifications/unread')).json<{ unread: number }>().unread,
    read: (id: string) => request('PUT', `/api/notifications/${id}/read`),
    readAll: (until: number) => request('PUT', '/api/notifications/read', { until }),
    settings: async () =>
      (await request('GET', '/api/notifications/settings')).json<{ kinds: KindSetting[] }>(),
    set: (kind: string, isOn: boolean) => request('PUT', `/api/notifications/settings/${kind}`, { isOn }),
  };
};
