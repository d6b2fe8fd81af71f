import { hashKey, type QueryKey } from '@tanstack/react-query';
import { useOnline } from '#web/online.ts';
import { createStore, useStore } from '#web/store.ts';

/** When data was checked. `isStored`: the shown data comes from this device. */
type Check = { at: number; isStored: boolean };

/**
 * The last check of each query, by query hash. The query's own timestamp is not used, because changes made on this
 * device also change it.
 */
const checks = createStore<ReadonlyMap<string, Check>>(new Map());

export function noteCheck(queryHash: string, check: Check): void {
  checks.set(new Map(checks.get()).set(queryHash, check));
}

export const checkOf = (queryHash: string): Check | undefined => checks.get().get(queryHash);

/**
 * Returns when the server last confirmed the data, in milliseconds. Returns null if the data is current, or has never
 * been read.
 */
export function useLastChecked(queryKey: QueryKey): number | null {
  const check = useStore(checks).get(hashKey(queryKey));
  const isOnline = useOnline();
  return check && (check.isStored || !isOnline) ? check.at : null;
}
