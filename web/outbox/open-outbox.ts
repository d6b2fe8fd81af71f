import type { QueryClient } from '@tanstack/react-query';
import { isOnline, onReconnect } from '#web/online.ts';
import { reportSessionEnd } from '#web/requests/session-end.ts';
import { openActionStore } from './action-store.ts';
import { type Action, findKind, type Kind, kindOf } from './actions.ts';
import { createOutbox } from './outbox.ts';
import type { OutboxMessage } from './queue.ts';
import { noteWaiting, showLoss } from './lost-actions.ts';
import { currentOutbox, setOutbox } from './page-outbox.ts';
import { isUnreadable } from './unreadable-action.ts';

/*
 * This module opens the outbox of the page. It is separate from page-outbox.ts, so that the list does not wait for this
 * code.
 */

const NAME = 'momokzi-outbox';
const store = openActionStore();
let channel: BroadcastChannel | null = null;

/** First parts of the keys of queries. Waiting actions are applied to the documents of these queries. */
const SHOWN_ON = new Set(['my-restaurants', 'restaurants', 'journal', 'collection', 'collections']);

export function openOutbox(account: string | null, client: QueryClient): void {
  if (account === (currentOutbox()?.account ?? null)) return;
  currentOutbox()?.close();
  channel?.close();
  channel = null;
  setOutbox(null);
  showLoss(null);
  if (account !== null) {
    const broadcast = new BroadcastChannel(NAME);
    const outbox = createOutbox({
      account,
      store,
      kindOf,
      isOnline,
      oneAtATime: async (send) => {
        // `locks` is missing on pages without https.
        if ('locks' in navigator) await navigator.locks.request(NAME, send);
        else await send();
      },
      // Posting to a closed channel throws.
      notifyOtherTabs: (message) => channel === broadcast && broadcast.postMessage(message),
      effects: {
        onSent: (action, answer) => void showAnswer(client, action, answer),
        onDropped: (dropped) => void showWithout(client, dropped),
        onSignedOut: () => reportSessionEnd(null),
      },
    });
    broadcast.onmessage = ({ data }: MessageEvent<OutboxMessage>) => void outbox.onMessage(data);
    channel = broadcast;
    setOutbox(outbox);
    outbox.subscribe(() => noteWaiting(account, outbox.listed()));
    outbox
      .open()
      .then(() => showLoss(account))
      .then(() => showActions(client))
      .then(() => outbox.send())
      // If storage is blocked, writes are sent without being stored first.
      .catch(() => undefined);
  }
}

/**
 * Sends actions when the connection is back, and applies waiting actions to documents that were read again or that show
 * the answer to a write.
 */
export function listenForOutbox(client: QueryClient): void {
  const send = () => void currentOutbox()?.send();
  onReconnect(send);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && send());
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if ((data as { type?: unknown } | null)?.type === 'outbox-send') send();
  });
  client.getQueryCache().subscribe(({ type, query, ...event }) => {
    if (type !== 'updated' || !('action' in event) || event.action.type !== 'success') return;
    if (!event.action.manual && SHOWN_ON.has(String(query.queryKey[0]))) void showActions(client);
  });
  client.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') void showActions(client);
  });
}

const waitingActions = (): readonly Action[] =>
  currentOutbox()
    ?.actions()
    .filter(({ problem }) => !problem) ?? [];

/** Shows the waiting actions on the documents in memory, in their order. */
async function showActions(client: QueryClient): Promise<void> {
  const kinds = new Map<string, Kind | null>();
  for (const action of waitingActions()) kinds.set(action.id, await loadedKind(action));
  // An action may have been answered while the kinds loaded. Such an action is no longer in the list.
  for (const action of waitingActions()) kinds.get(action.id)?.show(client, action);
}

/** Returns the kind of an action. The result is null if it is unknown, or if its code cannot be loaded now. */
const loadedKind = (action: Action): Promise<Kind | null> =>
  findKind(action).catch((error: unknown) => {
    console.warn(`The code of ${action.kind} could not be loaded.`, error);
    return null;
  });

async function showAnswer(client: QueryClient, action: Action, answer: unknown): Promise<void> {
  // Another tab may run a newer version of the app, with kinds that this version does not know.
  const kind = await loadedKind(action);
  await kind?.onSent(client, answer);
  await showActions(client);
}

async function showWithout(client: QueryClient, dropped: readonly Action[]): Promise<void> {
  for (const action of [...dropped].reverse()) {
    // An unreadable action was never shown, so nothing is undone.
    if (isUnreadable(action)) continue;
    const kind = await loadedKind(action);
    await kind?.onDropped(client, action);
  }
  await showActions(client);
}
