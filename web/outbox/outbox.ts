import { v7 } from 'uuid';
import { withTimeLimit } from '#common/time-limit.ts';
import type { ActionStore } from './action-store.ts';
import { type Action, ACTION_FORMAT, type Kind, type NewAction } from './actions.ts';
import { createQueue, type OutboxMessage } from './queue.ts';
import { createRounds } from './rounds.ts';
import { createSender } from './sender.ts';
import { KEPT } from './waiters.ts';

export type Outbox = ReturnType<typeof createOutbox>;

/** A form waits for the answer for at most this number of milliseconds. After this time, the action counts as kept. */
const ANSWER_WAIT_MILLISECONDS = 8_000;

/**
 * Creates the outbox of one account in one tab. It stores actions and sends them in order. Only one tab sends at a
 * time.
 */
export function createOutbox({
  account,
  store,
  kindOf,
  isOnline,
  oneAtATime,
  notifyOtherTabs,
  effects: { onSent, onDropped, onSignedOut },
}: {
  account: string;
  store: ActionStore;
  kindOf: (action: Action) => Promise<Kind>;
  isOnline: () => boolean;
  /** Runs `send` when no other tab is sending. */
  oneAtATime: (send: () => Promise<void>) => Promise<void>;
  notifyOtherTabs: (message: OutboxMessage) => unknown;
  /** Functions for everything that happens outside the outbox. */
  effects: {
    onSent: (action: Action, answer: unknown) => void;
    onDropped: (dropped: readonly Action[]) => void;
    onSignedOut: () => void;
  };
}) {
  const queue = createQueue({ account, store, notifyOtherTabs, onDropped });
  const { waiters } = queue;
  const sender = createSender({ queue, kindOf, isOnline, onSent, onSignedOut });
  const rounds = createRounds({ oneAtATime, round: sender.sendAll });

  return {
    account,
    actions: queue.all,
    listed: queue.listed,
    sendingId: sender.sendingId,
    delay: sender.delay,
    subscribe: queue.subscribe,
    /**
     * Stores the action and sends it. Resolves with the answer, or with `KEPT` if no answer arrives soon.
     * @throws ApiProblem if the server refuses the action while the caller waits. The action is removed, because the
     * caller still has the text
     * @throws what the browser's storage throws if the action cannot be stored; a TimeLimitError if the storage does not
     * answer
     */
    write: async (given: NewAction): Promise<unknown> => {
      const action = actionOf(account, given);
      const { id } = action;
      if (!isOnline()) {
        await answered(store.put(action));
        // The action is stored now. If reading the actions again fails, the error is ignored.
        await answered(queue.changed()).catch(() => undefined);
        return KEPT;
      }
      const answer = waiters.waitFor(id);
      try {
        await answered(store.put(action));
      } catch (error) {
        waiters.keep(id);
        throw error;
      }
      setTimeout(() => waiters.keep(id), ANSWER_WAIT_MILLISECONDS);
      // When the write ends, the screen shows the actions in memory. They must include this action, even if the answer
      // is already settled because an earlier action could not be sent.
      await answered(queue.changed()).catch(() => undefined);
      void rounds.start();
      return answer;
    },
    send: rounds.start,
    /**
     * Resolves when every action that a screen waits for has been answered or kept. This takes at most eleven seconds:
     * three for the storage and eight for the answer.
     */
    afterAwaited: waiters.afterAll,
    /** Sends a refused action again. `payload` replaces the stored payload. */
    retry: async (action: Action, payload: unknown = action.payload) => {
      await store.put({ ...action, payload, problem: null });
      await queue.changed();
      await rounds.start();
    },
    discard: queue.discard,
    /** Removes all actions of a deleted account, because they can no longer be sent. */
    discardAll: async () => {
      await answered(queue.refresh());
      await answered(store.remove(queue.all().map(({ seq }) => seq)));
      await queue.changed();
    },
    onMessage: async ({ account: whose, sent }: OutboxMessage) => {
      if (whose !== account) return;
      await queue.refresh();
      if (sent && !waiters.settle(sent.action.id, (waiter) => waiter.resolve(sent.answer)))
        onSent(sent.action, sent.answer);
      await queue.returnRefused();
    },
    open: queue.refresh,
    close: () => {
      rounds.close();
      waiters.keepAll();
    },
  };
}

const actionOf = (account: string, { id = v7(), creates = false, ...given }: NewAction) => ({
  ...given,
  id,
  creates,
  account,
  format: ACTION_FORMAT,
  createdAt: Date.now(),
  problem: null,
});

/**
 * Maximum milliseconds for an answer of the storage. Another page can block the storage (web/browser/leaving.ts), and the form
 * must not wait for it.
 */
const STORAGE_MILLISECONDS = 3_000;

/** @throws TimeLimitError */
const answered = <Answer>(stored: Promise<Answer>): Promise<Answer> =>
  withTimeLimit(() => stored, { ms: STORAGE_MILLISECONDS, what: 'The storage' });
