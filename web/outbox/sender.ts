import { ApiProblem } from '#web/api.ts';
import type { ActionStore } from './action-store.ts';
import type { Action, Kind } from './actions.ts';
import type { Queue } from './queue.ts';

/**
 * Why actions wait: there is no network, the server failed (5xx), or there was no answer, for example on a bad
 * connection.
 */
export type Delay = 'offline' | 'server' | 'unanswered';

/** Sends the actions of a queue, and decides what a failure means for the action and for the others. */
export function createSender({
  queue,
  kindOf,
  isOnline,
  onSent,
  onSignedOut,
}: {
  queue: Queue;
  kindOf: (action: Action) => Promise<Kind>;
  isOnline: () => boolean;
  onSent: (action: Action, answer: unknown) => void;
  onSignedOut: () => void;
}) {
  let sendingId: string | null = null;
  /** The reason of the last attempt that failed. It is null after an action was sent. */
  let delay: Delay | null = null;

  const sendOne = async (action: Action): Promise<Sent> => {
    sendingId = action.id;
    queue.notify();
    try {
      const kind = await kindOf(action);
      const answer = await sendAndRemove({ action, kind, store: queue.store, all: queue.all });
      queue.forget(action);
      delay = null;
      const isAwaited = queue.waiters.settle(action.id, (waiter) => waiter.resolve(answer));
      if (!isAwaited) onSent(action, answer);
      await queue.changed({ action, answer });
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
      queue.waiters.keep(action.id);
      return 'skip-object';
    }
    const isForForm = (await kindOf(action)).formProblems.includes(error.code);
    if (isForForm && queue.waiters.has(action.id)) {
      await queue.refuse(action, error);
      return 'next';
    }
    delay = error.status >= 500 ? 'server' : 'unanswered';
    const isOfAction = isForForm || ACTION_CODES.has(error.code);
    if (!isOfAction && isUnreachable(error)) return 'stop';
    if (error.status === 401) {
      if (queue.waiters.has(action.id)) await queue.refuse(action, error);
      else onSignedOut();
      return 'stop';
    }
    if (isOfAction || error.status >= 500) {
      queue.waiters.keep(action.id);
      return 'skip-object';
    }
    await queue.refuse(action, error);
    return 'next';
  };

  /** Sends all actions that can be sent now, in order. Returns whether none is left that must be sent later. */
  const sendAll = async ({ isClosed }: { isClosed: () => boolean }): Promise<boolean> => {
    const skipped = new Set<string>();
    let isComplete = true;
    while (!isClosed()) {
      await queue.refresh();
      const next = nextToSend(queue.all(), skipped);
      if (!next) break;
      if (!isOnline()) delay = 'offline';
      const result = isOnline() ? await sendOne(next) : 'stop';
      if (result === 'next') continue;
      isComplete = false;
      if (result === 'stop') break;
      skipped.add(next.object);
    }
    queue.waiters.keepAll();
    queue.notify();
    return isComplete;
  };

  return {
    sendAll,
    sendingId: () => sendingId,
    /** Returns why the actions wait. */
    delay: (): Delay => (isOnline() ? (delay ?? 'unanswered') : 'offline'),
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

/** Codes that concern only uploads. The action is sent later, and other actions are sent now. */
const ACTION_CODES = new Set(['photos.busy', 'photos.too_many_unused', 'server.storage_full']);

/** Whether no action can be sent now, because there is no connection or the server asks to wait. */
const isUnreachable = ({ status, code }: ApiProblem): boolean =>
  [0, 408, 429, 502, 503, 504].includes(status) || code === 'request.idempotency_in_progress';
