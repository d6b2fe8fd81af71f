import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { m } from '#messages';
import { withTimeLimit } from '#common/time-limit.ts';
import type { NotificationKind } from '#features/notifications/notifications.contract.ts';
import {
  deletePushSubscription,
  getPushSettings,
  putPushSubscription,
} from '#features/notifications/push.contract.ts';
import { ApiProblem, call } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { showToast } from '#web/ui/Toast.tsx';

export const pushQuery = queryOptions({
  queryKey: ['notifications', 'push'],
  queryFn: ({ signal }) => call(getPushSettings, { signal }),
});

/** Milliseconds for the push service. Without an answer, some browsers wait without end. */
const SUBSCRIBE_MS = 15_000;

/** The member did not allow notifications. */
class NotAllowed extends Error {}

/**
 * Asks for permission if necessary, and subscribes this browser. It must be called in the handler of a tap, because
 * Safari and Firefox ignore the question otherwise.
 */
async function subscribe(publicKey: string) {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed();
  const subscription = await withTimeLimit(
    async () => {
      const { pushManager } = await navigator.serviceWorker.ready;
      return (
        (await pushManager.getSubscription()) ??
        (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
      );
    },
    { ms: SUBSCRIBE_MS, what: 'The subscription' },
  );
  const { endpoint, keys = {} } = subscription.toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' };
}

async function unsubscribe(): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
}

/** Sets the kinds that this device gets as push messages. */
export function useChangePush(publicKey: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (kinds: NotificationKind[]) => {
      if (kinds.length === 0) {
        const answer = await call(deletePushSubscription, {});
        // The server sends nothing any more, so a failure of the browser changes nothing for the member.
        await unsubscribe().catch(() => undefined);
        return answer;
      }
      return call(putPushSubscription, { body: { ...(await subscribe(publicKey)), kinds } });
    },
    onError: (error: unknown) => {
      // A refused permission is shown on the screen.
      if (error instanceof NotAllowed) return;
      showToast(error instanceof ApiProblem ? messageOf(error) : m.notifications_push_failed(), {
        kind: 'alert',
      });
    },
    onSuccess: (settings) => queryClient.setQueryData(pushQuery.queryKey, settings),
  });
}

export type PushObstacle = 'needs_installation' | 'not_supported' | 'denied';

/** Returns why this browser cannot show push messages; null if it can. */
export function pushObstacle({
  isOnIos,
  isInApp,
}: {
  isOnIos: boolean;
  isInApp: boolean;
}): PushObstacle | null {
  if (isOnIos && !isInApp) return 'needs_installation';
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return 'not_supported';
  return Notification.permission === 'denied' ? 'denied' : null;
}
