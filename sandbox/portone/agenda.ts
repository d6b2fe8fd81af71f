/** What the stand-in does later of its own accord: a delayed confirmation, the next try of a webhook. */
export type Agenda = {
  after: (milliseconds: number, task: () => unknown) => void;
  /** Does everything that is due later now, in the order in which it was due; what comes of it is due later again. */
  hurry: () => Promise<void>;
  close: () => void;
};

export function createAgenda({ now }: { now: () => number }): Agenda {
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
