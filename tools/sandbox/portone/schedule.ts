export type Schedule = {
  after: (milliseconds: number, task: () => unknown) => void;
  /** Runs all scheduled actions now, in order. Actions that are scheduled meanwhile are not run. */
  hurry: () => Promise<void>;
  close: () => void;
};

export function createSchedule({ now }: { now: () => number }): Schedule {
  const waiting = new Map<NodeJS.Timeout, { due: number; task: () => unknown }>();
  return {
    after: (milliseconds, task) => {
      const timer = setTimeout(() => {
        waiting.delete(timer);
        void task();
      }, milliseconds);
      waiting.set(timer, { due: now() + milliseconds, task });
    },
    hurry: async () => {
      const all = [...waiting].sort(([, a], [, b]) => a.due - b.due);
      waiting.clear();
      for (const [timer] of all) clearTimeout(timer);
      for (const [, { task }] of all) await task();
    },
    close: () => {
      for (const timer of waiting.keys()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
