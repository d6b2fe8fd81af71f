/** One run at a time per id. If the function is called again during the run of this id, one more run follows. */
export function coalesceRuns(work: (id: string) => Promise<void>): (id: string) => Promise<void> {
  /** `true`: called again during the run. */
  const running = new Map<string, boolean>();
  return async (id) => {
    if (running.has(id)) return void running.set(id, true);
    do {
      running.set(id, false);
      await work(id);
    } while (running.get(id));
    running.delete(id);
  };
}
