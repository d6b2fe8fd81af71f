import { ApiProblem } from '#web/api.ts';
import { createListeners } from '#web/store.ts';
import type { ActionStore } from './action-store.ts';
import type { Action } from './actions.ts';
import { createWaiters } from './waiters.ts';

export type OutboxMessage = { account: string; sent?: { action: Action; answer: unknown } };

export type Queue = ReturnType<typeof createQueue>;

/** The stored actions of one account, with a copy of them in memory and the forms that wait for them. */
export function createQueue({
  account,
  store,
  notifyOtherTabs,
  onDropped,
}: {
  account: string;
  store: ActionStore;
  notifyOtherTabs: (message: OutboxMessage) => unknown;
  /** Called with actions that will not be sent. */
  onDropped: (dropped: readonly Action[]) => void;
}) {
  let actions: readonly Action[] = [];
  /**
   * The actions that no form waits for. An action of a waiting form is not listed: with a connection, it is usually
   * sent before a list could show it.
   */
  let listed: readonly Action[] = [];
  const { notify: notifyListeners, subscribe } = createListeners();
  const notify = () => {
    const next = actions.filter(({ id }) => !waiters.has(id));
    if (next.length > 0 || listed.length > 0) listed = next;
    notifyListeners();
  };
  const waiters = createWaiters({ onSettled: notify });
  const refresh = async () => {
    actions = await store.of(account);
    notify();
  };
  /** Removes the action from memory at once, before the storage is read again. */
  const forget = ({ id: forgotten }: Action) => {
    actions = actions.filter(({ id }) => id !== forgotten);
  };
  /** Must be called after the storage was changed. */
  const changed = async (sent?: { action: Action; answer: unknown }) => {
    await refresh();
    notifyOtherTabs({ account, ...(sent && { sent }) });
  };
  /** Returns a refused action to the form that waits for it, or stores it with the reason. */
  const refuse = async (action: Action, problem: ApiProblem) => {
    if (waiters.has(action.id)) {
      // The action is removed from the storage, and the form is informed at the same time. If the page is killed in
      // between, either the form or the device still has the text.
      const removed = store.remove([action.seq]);
      forget(action);
      waiters.settle(action.id, (waiter) => waiter.reject(problem));
      await removed;
      await changed();
      return;
    }
    const { status, code, params, errors } = problem;
    await store.put({ ...action, problem: { status, code, params, errors: [...errors] } });
    await changed();
    onDropped([action]);
  };
  return {
    store,
    waiters,
    all: () => actions,
    listed: () => listed,
    subscribe,
    notify,
    refresh,
    forget,
    changed,
    refuse,
    /**
     * Returns refused actions to the forms that wait for them. Another tab sent these actions, and does not know that a
     * form waits here.
     */
    returnRefused: async () => {
      for (const action of actions) {
        if (action.problem && waiters.has(action.id)) await refuse(action, new ApiProblem(action.problem));
      }
    },
    /** Removes an action, and the actions that cannot succeed without it. */
    discard: async (action: Action) => {
      const dropped = actions.filter(
        ({ id, object, seq }) =>
          id === action.id || (action.creates && object === action.object && seq > action.seq),
      );
      await store.remove(dropped.map(({ seq }) => seq));
      await changed();
      onDropped(dropped);
    },
  };
}
