/** One run at a time per id. If the function is called again during the run of this id, one more run follows. */
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
