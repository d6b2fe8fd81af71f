import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ApiProblem } from '#web/api.ts';
import { isOnline, onReconnect } from '#web/online.ts';
import { reportSessionEnd } from '#web/session-end.ts';
import { openActionStore } from './action-store.ts';
import { type Action, kindOf, type NewAction } from './actions.ts';
import { createOutbox, type Outbox, type OutboxNews } from './outbox.ts';

/* The outbox of this page, for the account that is signed in. */

const OPENING_MILLISECONDS = 10_000;
const NAME = 'momokzi-outbox';
const NONE: readonly Action[] = [];
const store = openActionStore();
let current: Outbox | null = null;
let channel: BroadcastChannel | null = null;
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

/** Queries whose documents show the actions. */
const SHOWN_ON = new Set(['my-restaurants', 'restaurants', 'journal']);

/** Opens the outbox of an account and closes the one before. @param account null: nobody is signed in */
export function openOutbox(account: string | null, client: QueryClient): void {
  if (account === (current?.account ?? null)) return;
  current?.close();
  channel?.close();
  channel = null;
  current = null;
  if (account !== null) {
    const news = new BroadcastChannel(NAME);
    const outbox = createOutbox({
      account,
      store,
      kindOf,
      isOnline,
      oneAtATime: async (send) => {
        // Missing on pages without https.
        if ('locks' in navigator) await navigator.locks.request(NAME, send);
        else await send();
      },
      notifyOtherTabs: (message) => news.postMessage(message),
      effects: {
        onSent: (action, answer) => void kindOf(action).then((kind) => kind.onSent(client, answer)),
        onDropped: (dropped) => void showWithout(client, dropped),
        onSignedOut: () => reportSessionEnd(null),
      },
    });
    news.onmessage = ({ data }: MessageEvent<OutboxNews>) => void outbox.onNews(data);
    channel = news;
    current = outbox;
    outbox.subscribe(notify);
    outbox
      .open()
      .then(() => showActions(client))
      .then(() => outbox.send())
      // Storage is blocked: writes are sent without it.
      .catch(() => undefined);
  }
  notify();
}

/** Sends when the connection is back, and shows actions on documents read anew. */
export function listenForOutbox(client: QueryClient): void {
  const send = () => void current?.send();
  onReconnect(send);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && send());
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if ((data as { type?: unknown } | null)?.type === 'outbox-send') send();
  });
  client.getQueryCache().subscribe(({ type, query, ...event }) => {
    if (type !== 'updated' || !('action' in event) || event.action.type !== 'success') return;
    if (!event.action.manual && SHOWN_ON.has(String(query.queryKey[0]))) void showActions(client);
  });
}

/**
 * The one way to write what must not be lost: stores the action on the device, then sends it.
 * @returns the answer; null if it is sent later
 * @throws ApiProblem if the server refuses it at once
 */
export async function writeThroughOutbox<Answer>(action: NewAction): Promise<Answer | null> {
  const outbox = current ?? (await nextOutbox());
  const write = () => outbox.write(action) as Promise<Answer | null>;
  try {
    const answer = await write().catch(async (error: unknown) => {
      if (error instanceof ApiProblem) throw error;
      if (!(await makeRoom(error))) return sendDirectly<Answer>(outbox, action);
      return write().catch(async (again: unknown) => {
        if (again instanceof ApiProblem) throw again;
        return sendDirectly<Answer>(outbox, action);
      });
    });
    if (answer === null) void afterKept();
    return answer;
  } catch (error) {
    throw error instanceof ApiProblem ? error : new ApiProblem({ status: 0, code: 'outbox.storage_full' });
  }
}

/** The code that opens the outbox may still be loading. */
function nextOutbox(): Promise<Outbox> {
  return new Promise((resolve, reject) => {
    const stop = subscribe(() => current && end(current));
    const timer = setTimeout(() => end(null), OPENING_MILLISECONDS);
    const end = (outbox: Outbox | null) => {
      stop();
      clearTimeout(timer);
      if (outbox) resolve(outbox);
      else reject(new ApiProblem({ status: 0, code: 'network.failed' }));
    };
  });
}

/** The device cannot store the action: without a connection, the member is told. */
async function sendDirectly<Answer>(outbox: Outbox, { id = crypto.randomUUID(), ...action }: NewAction) {
  if (!isOnline()) throw new ApiProblem({ status: 0, code: 'outbox.storage_full' });
  const unstored: Action = {
    creates: false,
    ...action,
    id,
    account: outbox.account,
    seq: 0,
    createdAt: Date.now(),
    problem: null,
  };
  const kind = await kindOf(unstored);
  return kind.send(unstored, () => Promise.resolve()) as Promise<Answer>;
}

/** Deletes cached documents if the storage is full: actions come first. @returns whether to try again */
async function makeRoom(_error: unknown): Promise<boolean> {
  return false;
}

/** Asks the browser to keep the data, and to wake the worker when the connection is back. */
async function afterKept(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false);
  const registration = await navigator.serviceWorker?.getRegistration();
  const { sync } = (registration ?? {}) as { sync?: { register: (tag: string) => Promise<void> } };
  await sync?.register('outbox').catch(() => undefined);
}

/** Shows the waiting actions, in order, on the documents in memory. */
async function showActions(client: QueryClient): Promise<void> {
  if (!current || current.actions().every(({ problem }) => problem)) return;
  const waiting = current.actions().filter(({ problem }) => !problem);
  const kinds = await Promise.all(waiting.map(kindOf));
  waiting.forEach((action, at) => kinds[at]?.show(client, action));
}

async function showWithout(client: QueryClient, dropped: readonly Action[]): Promise<void> {
  for (const action of [...dropped].reverse()) {
    const kind = await kindOf(action);
    await kind.onDropped(client, action);
  }
  await showActions(client);
}

export const sendActions = (): Promise<void> | undefined => current?.send();
export const retryAction = (action: Action, payload?: unknown): Promise<void> | undefined =>
  current?.retry(action, payload);
export const discardAction = (action: Action): Promise<void> | undefined => current?.discard(action);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const actionsNow = () => current?.listed() ?? NONE;

/** The actions of this account that the server has not accepted, in order. */
export const useOutboxActions = (): readonly Action[] => useSyncExternalStore(subscribe, actionsNow);

export const useOutboxCount = (): number => useSyncExternalStore(subscribe, () => actionsNow().length);

/** Whether an action on this place or entry waits to be sent. */
export const useIsWaiting = (object: string): boolean =>
  useSyncExternalStore(subscribe, () =>
    actionsNow().some((action) => action.object === object && !action.problem),
  );

/** The action that is being sent. */
export const useSendingId = (): string | null =>
  useSyncExternalStore(subscribe, () => current?.sendingId() ?? null);
