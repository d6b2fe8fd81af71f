import { hashKey, type QueryKey } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useOnline } from '#web/online.ts';

/** When data was checked. `isStored`: the shown data comes from this device. */
type Check = { at: number; isStored: boolean };

/**
 * The last check of each query, by query hash. The query's own timestamp is not used, because changes made on this
 * device also change it.
 */
const checks = new Map<string, Check>();
const listeners = new Set<() => void>();

export function noteCheck(queryHash: string, check: Check): void {
  checks.set(queryHash, check);
  for (const listener of listeners) listener();
}

export const checkOf = (queryHash: string): Check | undefined => checks.get(queryHash);

/**
 * Returns when the server last confirmed the data, in milliseconds. Returns null if the data is current, or has never
 * been read.
 */
export function useLastChecked(queryKey: QueryKey): number | null {
  const check = useSyncExternalStore(subscribe, () => checks.get(hashKey(queryKey)));
  const isOnline = useOnline();
  return check && (check.isStored || !isOnline) ? check.at : null;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
