import { ApiProblem } from '#web/api.ts';
import type { ActionStore } from './action-store.ts';
import type { Action, Kind } from './actions.ts';
import { consequenceOf, type Delay, delayAfter } from './failure.ts';
import type { Queue } from './queue.ts';

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

  const sendOne = async (action: Action): Promise<'next' | 'skip-object' | 'stop'> => {
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

  const afterFailure = async (action: Action, error: unknown) => {
    delay = delayAfter(error);
    if (!(error instanceof ApiProblem)) {
      console.error(error);
      queue.waiters.keep(action.id);
      return 'skip-object';
    }
    const isAwaited = queue.waiters.has(action.id);
    const { temporaryProblems } = await kindOf(action);
    switch (consequenceOf(error, { temporaryProblems, isAwaited })) {
      case 'refuse':
        await queue.refuse(action, error);
        return 'next';
      case 'wait':
        queue.waiters.keep(action.id);
        return 'skip-object';
      case 'wait-all':
        return 'stop';
      case 'sign-in':
        if (isAwaited) await queue.refuse(action, error);
        else onSignedOut();
        return 'stop';
    }
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
      if (result === 'stop') {
        queue.waiters.keepAll();
        break;
      }
      skipped.add(next.object);
    }
    // A form may be storing an action meanwhile. The next round sends that action and answers the form.
    for (const { id } of queue.all()) queue.waiters.keep(id);
    queue.notify();
    return isComplete;
  };

  return {
    sendAll,
    sendingId: () => sendingId,
    /** Returns why the actions wait. */
    delay: (): Delay => (isOnline() ? (delay ?? 'later') : 'offline'),
  };
}

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
 * Returns the first action that may be sent. A refused action is left out. If it creates its object, the later actions
 * on this object wait for it. Behind an action that failed in this round, the later actions on its object wait, and
 * those that name its object.
 * @param failedObjects objects whose action failed in this round
 */
export function nextToSend(
  actions: readonly Pick<Action, 'object' | 'creates' | 'problem'>[],
  failedObjects: ReadonlySet<string>,
): Action | undefined {
  const blockedObjects = new Set(failedObjects);
  for (const action of actions) {
    if (action.problem && !action.creates) continue;
    const mustWait = action.problem || blockedObjects.has(action.object) || namesOneOf(failedObjects, action);
    if (!mustWait) return action as Action;
    blockedObjects.add(action.object);
  }
  return undefined;
}

/** Whether the action contains the id of one of the objects. For example, an entry contains the id of its place. */
function namesOneOf(objects: ReadonlySet<string>, action: object): boolean {
  const json = JSON.stringify(action);
  return [...objects].some((object) => json.includes(JSON.stringify(object)));
}
