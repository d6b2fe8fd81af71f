import { useSyncExternalStore } from 'react';

/** `full`: there is no room for documents. `evicted`: the browser has deleted stored data. */
export type StorageState = 'works' | 'full' | 'evicted';

let state: StorageState = 'works';
const listeners = new Set<() => void>();

export function reportStorage(next: StorageState): void {
  if (next === state) return;
  // The next document may be stored before the notice of the eviction has been shown.
  if (state === 'evicted' && next === 'works') return;
  state = next;
  for (const listener of listeners) listener();
}

export const useStorageState = (): StorageState => useSyncExternalStore(subscribe, () => state);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
