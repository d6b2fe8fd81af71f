import type { ApiProblem } from '#web/api.ts';

/** The result of a write that the server has not answered yet. The write is sent later. */
export const KEPT = null;

type Waiter = { resolve: (answer: unknown) => void; reject: (problem: ApiProblem) => void };

/** The forms that wait for the answer to their action. */
export function createWaiters({ onSettled }: { onSettled: () => void }) {
  const waiters = new Map<string, Waiter>();
  const awaited = new Set<Promise<unknown>>();

  /** Ends the waiting for an action. Returns false if no form waits for the action. */
  const settle = (id: string, end: (waiter: Waiter) => void): boolean => {
    const waiter = waiters.get(id);
    if (!waiter) return false;
    waiters.delete(id);
    end(waiter);
    onSettled();
    return true;
  };
  const keep = (id: string) => settle(id, (waiter) => waiter.resolve(KEPT));

  return {
    has: (id: string) => waiters.has(id),
    /** Returns the answer to the action, or `KEPT`. */
    waitFor: (id: string): Promise<unknown> => {
      const answer = new Promise<unknown>((resolve, reject) => waiters.set(id, { resolve, reject }));
      const end = () => void awaited.delete(answer);
      awaited.add(answer);
      answer.then(end, end);
      return answer;
    },
    settle,
    keep,
    keepAll: () => {
      for (const id of waiters.keys()) keep(id);
    },
    afterAll: async () => {
      await Promise.allSettled(awaited);
    },
  };
}
