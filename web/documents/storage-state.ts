import { useSyncExternalStore } from 'react';

/** `full`: there is no room for documents. `evicted`: the browser has deleted stored data. */
export type StorageState = 'works' | 'full' | 'evicted';

let state: StorageState = 'works';
const listeners = new Set<() => void>();

export function reportStorage(next: StorageState): void {
  if (next === state) return;
  // `evicted` stays until the member has seen the notice. A document that is stored meanwhile must not change the state
  // to `works`.
  if (state === 'evicted' && next === 'works') return;
  state = next;
  for (const listener of listeners) listener();
}

export const useStorageState = (): StorageState => useSyncExternalStore(subscribe, () => state);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
