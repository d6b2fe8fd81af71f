import { isRecord } from '#web/storage/stored-values.ts';

/** The page that opens what a notification is about. */
const FALLBACK = '/app/notifications';

/**
 * Shows a push message. The message is a declarative push message (features/notifications/server/push-message.ts),
 * which Safari 18.4 shows by itself. A browser takes the permission away from a worker that shows nothing, so an
 * unreadable message shows the name of the app.
 */
export async function showPush(
  { registration }: ServiceWorkerGlobalScope,
  data: PushMessageData | null,
): Promise<void> {
  const { title, body, lang, tag, navigate } = readMessage(data);
  await registration.showNotification(title, {
    body,
    lang,
    tag,
    icon: '/icon-192.png',
    data: { navigate },
  });
}

/** Opens the page of a notification, in the window of the app if there is one. */
export async function openNotification(
  { clients }: ServiceWorkerGlobalScope,
  notification: Notification,
): Promise<void> {
  notification.close();
  const data: unknown = notification.data;
  const target = pageToOpen(isRecord(data) ? data.navigate : undefined);
  const [open] = await clients.matchAll({ type: 'window' });
  // A window that this worker does not control cannot be navigated.
  const navigated = await open?.navigate(target).catch(() => null);
  if (navigated) await navigated.focus();
  else await clients.openWindow(target);
}

function readMessage(data: PushMessageData | null) {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  let message: unknown;
  try {
    message = data?.json();
  } catch {
    message = null;
  }
  const shown = isRecord(message) && isRecord(message.notification) ? message.notification : {};
  return {
    title: text(shown.title) || 'Momokzi',
    body: text(shown.body),
    lang: text(shown.lang) || 'ko',
    tag: text(shown.tag),
    navigate: text(shown.navigate),
  };
}

/** Only pages of this app are opened. */
function pageToOpen(navigate: unknown): string {
  return typeof navigate === 'string' && navigate.startsWith(`${location.origin}/`) ? navigate : FALLBACK;
}
