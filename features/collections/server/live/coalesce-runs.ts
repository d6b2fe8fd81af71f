/**
 * Limits `work` to one run at a time for each id. If the returned function is called again while `work` runs for the
 * same id, one more run follows.
 */
export function coalesceRuns(work: (id: string) => Promise<void>): (id: string) => Promise<void> {
  const isCalledAgainById = new Map<string, boolean>();
  return async (id) => {
    if (isCalledAgainById.has(id)) return void isCalledAgainById.set(id, true);
    do {
      isCalledAgainById.set(id, false);
      await work(id);
    } while (isCalledAgainById.get(id));
    isCalledAgainById.delete(id);
  };
}
