import { useSyncExternalStore } from 'react';
import { ApiProblem } from '#web/api.ts';
import { watchEditing } from '#web/form/editing.ts';
import { isOnline, onReconnect } from '#web/online.ts';
import { createListeners } from '#web/store.ts';
import { m } from '#messages';
import { showToast, type ToastAction } from '#web/ui/Toast.tsx';
import type { Action, NewAction } from './actions.ts';
import type { Outbox } from './outbox.ts';
import type { Delay } from './failure.ts';

/* The outbox of this page, for the account that is signed in. */

const OPENING_MILLISECONDS = 10_000;
const NONE: readonly Action[] = [];
let current: Outbox | null = null;
const { notify, subscribe } = createListeners();

let loadForWrite = () => {};

/**
 * Opens the outbox. If the code of the outbox does not load, it is loaded again when the connection is back, or when a
 * write needs it.
 * @param load loads the code and opens the outbox. It has no effect if the outbox is open
 * @param onMissing is called if the code does not load and no write waits for it
 * @returns a function that unsubscribes
 */
export function loadOutbox({
  load,
  onMissing,
}: {
  load: () => Promise<void>;
  onMissing: (error: Error) => void;
}): () => void {
  // If this fails, the write that waits for the outbox reports it.
  loadForWrite = () => void load().catch(() => undefined);
  const open = () => void load().catch(onMissing);
  open();
  return onReconnect(open);
}

/** Returns the outbox that is open now, or null without a session. */
export const currentOutbox = (): Outbox | null => current;

export function setOutbox(outbox: Outbox | null): void {
  current = outbox;
  outbox?.subscribe(notify);
  notify();
}

/**
 * Options of mutations that use the outbox. Without a connection, they succeed with null, and the action is sent later.
 * Mutations without these options fail without a connection, and wait for the answers to earlier actions
 * (web/requests/query-client.ts). As these mutations are never repeated by TanStack Query, `offlineFirst` does the same as
 * `always`.
 */
export const outboxed = { networkMode: 'offlineFirst' } as const;

/**
 * What the member reads if the action is not sent now.
 * @property failed - the sentence for a failure, which gets the reason
 * @property undo - reverses the action
 * @property isMarked - the screen marks the waiting change, so that only a failure of the server needs a message
 */
export type KeptTexts = {
  failed: (reason: { message: string }) => string;
  undo?: ToastAction | undefined;
  isMarked?: boolean | undefined;
};

/**
 * Stores the action on the device and sends it. All writes that must not be lost use this function. If the action is
 * sent later, the member reads why. The caller then shows no message.
 * @returns the answer, or null if the action is sent later
 * @throws ApiProblem if the server refuses the action at once
 */
export async function writeThroughOutbox<Answer>(given: NewAction, texts: KeptTexts): Promise<Answer | null> {
  // The action is sent by the outbox or directly. Both ways use the same id, so that the server recognises a repeated
  // action.
  const action = { ...given, id: given.id ?? crypto.randomUUID() };
  const outbox = await openedOutbox();
  try {
    const write = () => outbox.write(action) as Promise<Answer | null>;
    const answer = await write()
      .catch(async (error: unknown) => {
        if (error instanceof ApiProblem) throw error;
        await (await storageProblems()).makeRoomAfter(error);
        return write();
      })
      .catch(async (error: unknown) => {
        if (error instanceof ApiProblem) throw error;
        // Without a connection, the action cannot be sent directly. The form keeps the text.
        if (!isOnline()) throw error;
        return (await storageProblems()).sendDirectly<Answer>(outbox.account, action);
      });
    if (answer === null) {
      showKept(outbox.delay(), texts);
      void afterKept();
    }
    return answer;
  } catch (error) {
    if (error instanceof ApiProblem) throw error;
    throw await (await storageProblems()).storageProblem(error);
  }
}

function showKept(delay: Delay, { failed, undo, isMarked = false }: KeptTexts): void {
  if (delay === 'server')
    showToast(failed({ message: m.outbox_server_failed() }), { kind: 'alert', action: undo });
  else if (!isMarked) showToast(KEPT_TEXTS[delay](), { kind: 'note', action: undo });
}

const KEPT_TEXTS = {
  offline: m.outbox_kept,
  unanswered: m.outbox_kept_later,
  later: m.outbox_kept_later,
} as const;

const storageProblems = () => import('./storage-problem.ts');

/**
 * Returns the outbox. Waits for it, because the code that opens it may still be loading.
 * @throws ApiProblem
 */
export function openedOutbox(): Promise<Outbox> {
  if (current) return Promise.resolve(current);
  return new Promise((resolve, reject) => {
    const stop = subscribe(() => current && end(current));
    const timer = setTimeout(() => end(null), OPENING_MILLISECONDS);
    // The page is not reloaded while a write waits.
    const stopEditing = watchEditing(() => true);
    const end = (outbox: Outbox | null) => {
      stop();
      stopEditing();
      clearTimeout(timer);
      if (outbox) resolve(outbox);
      else reject(new ApiProblem({ status: 0, code: 'network.failed' }));
    };
    loadForWrite();
  });
}

/** Asks the browser to keep the data, and to wake the service worker when the connection is back. */
async function afterKept(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false);
  const registration = await navigator.serviceWorker?.getRegistration();
  const { sync } = (registration ?? {}) as { sync?: { register: (tag: string) => Promise<void> } };
  await sync?.register('outbox').catch(() => undefined);
}

/**
 * Waits until the server has received the earlier actions of the member. Writes that do not use the outbox call this
 * function first.
 */
export const afterAwaitedActions = (): Promise<void> | undefined => current?.afterAwaited();

export const sendActions = (): Promise<void> | undefined => current?.send();
export const retryAction = (action: Action, payload?: unknown): Promise<void> | undefined =>
  current?.retry(action, payload);
export const discardAction = (action: Action): Promise<void> | undefined => current?.discard(action);

const actionsNow = () => current?.listed() ?? NONE;

/** Returns the actions of this account that the server has not accepted and that no form waits for, in their order. */
export const useOutboxActions = (): readonly Action[] => useSyncExternalStore(subscribe, actionsNow);

export const useOutboxCount = (): number => useSyncExternalStore(subscribe, () => actionsNow().length);

/** Whether an action on this place or entry waits to be sent. */
export const useIsWaiting = (object: string): boolean =>
  useSyncExternalStore(subscribe, () =>
    actionsNow().some((action) => action.object === object && !action.problem),
  );

/** Returns why the actions wait. */
export const useOutboxDelay = (): Delay => useSyncExternalStore(subscribe, () => current?.delay() ?? 'later');

export const useSendingId = (): string | null =>
  useSyncExternalStore(subscribe, () => current?.sendingId() ?? null);
