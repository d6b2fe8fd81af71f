import { v7 } from 'uuid';
import { withTimeLimit } from '#common/time-limit.ts';
import { ApiProblem } from '#web/api.ts';
import { createListeners } from '#web/store.ts';
import type { ActionStore } from './action-store.ts';
import { type Action, ACTION_FORMAT, type Kind, type NewAction } from './actions.ts';

/** The result of a write that the server has not answered yet. The write is sent later. */
export const KEPT = null;

/**
 * Why actions wait: there is no network, the server failed (5xx), or there was no answer, for example on a bad
 * connection.
 */
export type Delay = 'offline' | 'server' | 'unanswered';

export type OutboxMessage = { account: string; sent?: { action: Action; answer: unknown } };

export type Outbox = ReturnType<typeof createOutbox>;

/** A form waits for the answer for at most this number of milliseconds. After this time, the action counts as kept. */
const ANSWER_WAIT_MILLISECONDS = 8_000;
const RETRY_MILLISECONDS = { first: 2_000, longest: 60_000 };

/**
 * Creates the outbox of one account in one tab. It stores actions and sends them in order. Only one tab sends at a
 * time.
 * @param effects functions for everything that happens outside the outbox
 */
export function createOutbox({
  account,
  store,
  kindOf,
  isOnline,
  oneAtATime,
  notifyOtherTabs,
  effects,
}: {
  account: string;
  store: ActionStore;
  kindOf: (action: Action) => Promise<Kind>;
  isOnline: () => boolean;
  /** Runs `send` when no other tab is sending. */
  oneAtATime: (send: () => Promise<void>) => Promise<void>;
  notifyOtherTabs: (message: OutboxMessage) => unknown;
  effects: {
    onSent: (action: Action, answer: unknown) => void;
    onDropped: (dropped: readonly Action[]) => void;
    onSignedOut: () => void;
  };
}) {
  let actions: readonly Action[] = [];
  /**
   * The actions that no form waits for. An action of a waiting form is not listed: with a connection, it is usually
   * sent before a list could show it.
   */
  let listed: readonly Action[] = [];
  let isClosed = false;
  let sendingId: string | null = null;
  /** The reason of the last attempt that failed. It is null after an action was sent. */
  let delay: Delay | null = null;
  let running: Promise<void> | null = null;
  let isSendRequested = false;
  let retryMilliseconds = RETRY_MILLISECONDS.first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const { notify: notifyListeners, subscribe } = createListeners();
  const waiters = new Map<string, Waiter>();
  const awaited = new Set<Promise<unknown>>();

  const notify = () => {
    const next = actions.filter(({ id }) => !waiters.has(id));
    if (next.length > 0 || listed.length > 0) listed = next;
    notifyListeners();
  };
  const refresh = async () => {
    actions = await store.of(account);
    notify();
  };
  /** Removes the action from memory at once, before the storage is read again. */
  const forget = ({ id: forgotten }: Action) => {
    actions = actions.filter(({ id }) => id !== forgotten);
  };
  const changed = async (sent?: { action: Action; answer: unknown }) => {
    await refresh();
    notifyOtherTabs({ account, ...(sent && { sent }) });
  };
  const settle = (id: string, end: (waiter: Waiter) => void) => {
    const waiter = waiters.get(id);
    waiters.delete(id);
    if (waiter) end(waiter);
    if (waiter) notify();
    return waiter !== undefined;
  };
  const keepAllWaiting = () => {
    for (const id of waiters.keys()) settle(id, (waiter) => waiter.resolve(KEPT));
  };

  /** Returns a refused action to the form that waits for it, or stores it with the reason. */
  const refuse = async (action: Action, problem: ApiProblem) => {
    if (waiters.has(action.id)) {
      // The action is removed from the storage, and the form is informed at the same time. If the page is killed in
      // between, either the form or the device still has the text.
      const removed = store.remove([action.seq]);
      forget(action);
      settle(action.id, (waiter) => waiter.reject(problem));
      await removed;
      await changed();
      return;
    }
    const { status, code, params, errors } = problem;
    await store.put({ ...action, problem: { status, code, params, errors: [...errors] } });
    await changed();
    effects.onDropped([action]);
  };

  const sendOne = async (action: Action): Promise<Sent> => {
    sendingId = action.id;
    notify();
    try {
      const kind = await kindOf(action);
      const answer = await sendAndRemove({ action, kind, store, all: () => actions });
      forget(action);
      delay = null;
      const isAwaited = settle(action.id, (waiter) => waiter.resolve(answer));
      if (!isAwaited) effects.onSent(action, answer);
      await changed({ action, answer });
      return 'next';
    } catch (error) {
      return await afterFailure(action, error);
    } finally {
      sendingId = null;
    }
  };

  const afterFailure = async (action: Action, error: unknown): Promise<Sent> => {
    if (!(error instanceof ApiProblem)) {
      console.error(error);
      delay = 'unanswered';
      settle(action.id, (waiter) => waiter.resolve(KEPT));
      return 'skip-object';
    }
    const isForForm = (await kindOf(action)).formProblems.includes(error.code);
    if (isForForm && waiters.has(action.id)) {
      await refuse(action, error);
      return 'next';
    }
    delay = error.status >= 500 ? 'server' : 'unanswered';
    const isOfAction = isForForm || ACTION_CODES.has(error.code);
    if (!isOfAction && isUnreachable(error)) return 'stop';
    if (error.status === 401) {
      if (waiters.has(action.id)) await refuse(action, error);
      else effects.onSignedOut();
      return 'stop';
    }
    if (isOfAction || error.status >= 500) {
      settle(action.id, (waiter) => waiter.resolve(KEPT));
      return 'skip-object';
    }
    await refuse(action, error);
    return 'next';
  };

  const sendAll = async () => {
    const skipped = new Set<string>();
    let isComplete = true;
    while (!isClosed) {
      await refresh();
      const next = nextToSend(actions, skipped);
      if (!next) break;
      if (!isOnline()) delay = 'offline';
      const result = isOnline() ? await sendOne(next) : 'stop';
      if (result === 'next') continue;
      isComplete = false;
      if (result === 'stop') break;
      skipped.add(next.object);
    }
    keepAllWaiting();
    notify();
    clearTimeout(timer);
    if (isComplete || isClosed) retryMilliseconds = RETRY_MILLISECONDS.first;
    else {
      timer = setTimeout(send, retryMilliseconds);
      retryMilliseconds = Math.min(retryMilliseconds * 2, RETRY_MILLISECONDS.longest);
    }
  };

  function send(): Promise<void> {
    if (isClosed) return Promise.resolve();
    if (running) {
      isSendRequested = true;
      return running;
    }
    running = oneAtATime(sendAll)
      .catch((error) => console.error(error))
      .then(() => {
        running = null;
        if (!isSendRequested) return undefined;
        isSendRequested = false;
        return send();
      });
    return running;
  }

  return {
    account,
    actions: () => actions,
    listed: () => listed,
    sendingId: () => sendingId,
    /** Returns why the actions wait. */
    delay: (): Delay => (isOnline() ? (delay ?? 'unanswered') : 'offline'),
    subscribe,
    /**
     * Stores the action and sends it. Resolves with the answer, or with `KEPT` if no answer arrives soon.
     * @throws ApiProblem if the server refuses the action while the caller waits. The action is removed, because the
     * caller still has the text
     * @throws what the browser's storage throws if the action cannot be stored; a TimeLimitError if the storage does not
     * answer
     */
    write: async ({ id = v7(), creates = false, ...given }: NewAction): Promise<unknown> => {
      const action = {
        ...given,
        id,
        creates,
        account,
        format: ACTION_FORMAT,
        createdAt: Date.now(),
        problem: null,
      };
      if (!isOnline()) {
        await answered(store.put(action));
        // The action is stored now. If reading the actions again fails, the error is ignored.
        await answered(changed()).catch(() => undefined);
        return KEPT;
      }
      const answer = new Promise<unknown>((resolve, reject) => waiters.set(id, { resolve, reject }));
      const end = () => void awaited.delete(answer);
      awaited.add(answer);
      answer.then(end, end);
      try {
        await answered(store.put(action));
      } catch (error) {
        settle(id, (waiter) => waiter.resolve(KEPT));
        throw error;
      }
      setTimeout(() => settle(id, (waiter) => waiter.resolve(KEPT)), ANSWER_WAIT_MILLISECONDS);
      // When the write ends, the screen shows the actions in memory. They must include this action, even if the answer
      // is already settled because an earlier action could not be sent.
      await answered(changed()).catch(() => undefined);
      void send();
      return answer;
    },
    send,
    /**
     * Resolves when every action that a screen waits for has been answered or kept. This takes at most eleven seconds:
     * three for the storage and eight for the answer.
     */
    afterAwaited: async () => {
      await Promise.allSettled(awaited);
    },
    /** Sends a refused action again. `payload` replaces the stored payload. */
    retry: async (action: Action, payload: unknown = action.payload) => {
      await store.put({ ...action, payload, problem: null });
      await changed();
      await send();
    },
    /** Removes an action, and the actions that cannot succeed without it. */
    discard: async (action: Action) => {
      const dropped = actions.filter(
        ({ id, object, seq }) =>
          id === action.id || (action.creates && object === action.object && seq > action.seq),
      );
      await store.remove(dropped.map(({ seq }) => seq));
      await changed();
      effects.onDropped(dropped);
    },
    /** Removes all actions of a deleted account, because they can no longer be sent. */
    discardAll: async () => {
      await answered(refresh());
      await answered(store.remove(actions.map(({ seq }) => seq)));
      await changed();
    },
    onMessage: async ({ account: whose, sent }: OutboxMessage) => {
      if (whose !== account) return;
      await refresh();
      if (sent && !settle(sent.action.id, (waiter) => waiter.resolve(sent.answer)))
        effects.onSent(sent.action, sent.answer);
      // Another tab sent these actions, and the server refused them. The other tab does not know that a form waits
      // here.
      for (const action of actions) {
        if (action.problem && waiters.has(action.id)) await refuse(action, new ApiProblem(action.problem));
      }
    },
    open: refresh,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      keepAllWaiting();
    },
  };
}

/** What the outbox does after an attempt to send an action. */
type Sent = 'next' | 'skip-object' | 'stop';

/**
 * Sends an action, adapts the later actions on the same object to the answer, and removes the action from the storage.
 * @param all returns all actions, also those that were written while this action was being sent
 */
async function sendAndRemove({
  action,
  kind,
  store,
  all,
}: {
  action: Action;
  kind: Kind;
  store: ActionStore;
  all: () => readonly Action[];
}): Promise<unknown> {
  let current = action;
  const answer = await kind.send(action, async (payload) => {
    current = { ...current, payload };
    await store.put(current);
  });
  // Later actions are changed before this action is removed. If the page is killed in between, this action is sent
  // again and gets the same answer. In the other order, a later action could keep an outdated base and cause a conflict.
  for (const later of all()) {
    if (later.object !== action.object || later.seq <= action.seq) continue;
    const payload = kind.rebase?.(later, answer);
    if (payload !== undefined) await store.put({ ...later, payload });
  }
  await store.remove([action.seq]);
  return answer;
}

type Waiter = { resolve: (answer: unknown) => void; reject: (problem: ApiProblem) => void };

/**
 * Returns the first action that may be sent. Refused actions are skipped. Actions that depend on a refused or skipped
 * action wait.
 * @param skipped objects whose action failed in this round
 */
export function nextToSend(
  actions: readonly Pick<Action, 'object' | 'creates' | 'problem'>[],
  skipped: ReadonlySet<string>,
): Action | undefined {
  const waiting = new Set(skipped);
  for (const action of actions) {
    if (action.problem) {
      if (action.creates) waiting.add(action.object);
    } else if (!waiting.has(action.object) && !namesOneOf(skipped, action)) return action as Action;
    // Later actions on this object wait as well.
    else waiting.add(action.object);
  }
  return undefined;
}

/** Whether the action contains the id of one of the objects. For example, an entry contains the id of its place. */
function namesOneOf(objects: ReadonlySet<string>, action: object): boolean {
  const json = JSON.stringify(action);
  return [...objects].some((object) => json.includes(JSON.stringify(object)));
}

/**
 * Maximum milliseconds for an answer of the storage. Another page can block the storage (web/browser/leaving.ts), and the form
 * must not wait for it.
 */
const STORAGE_MILLISECONDS = 3_000;

/** @throws TimeLimitError */
const answered = <Answer>(stored: Promise<Answer>): Promise<Answer> =>
  withTimeLimit(() => stored, { ms: STORAGE_MILLISECONDS, what: 'The storage' });

/** Codes that concern only uploads. The action is sent later, and other actions are sent now. */
const ACTION_CODES = new Set(['photos.busy', 'photos.too_many_unused', 'server.storage_full']);

/** Whether no action can be sent now, because there is no connection or the server asks to wait. */
const isUnreachable = ({ status, code }: ApiProblem): boolean =>
  [0, 408, 429, 502, 503, 504].includes(status) || code === 'request.idempotency_in_progress';
