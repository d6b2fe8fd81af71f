import { createStore, useStore } from '#web/store.ts';

/** `full`: there is no room for documents. `evicted`: the browser has deleted stored data. */
export type StorageState = 'works' | 'full' | 'evicted';

const state = createStore<StorageState>('works');

export function reportStorage(next: StorageState): void {
  if (next === state.get()) return;
  // `evicted` stays until the member has seen the notice. A document that is stored meanwhile must not change the state
  // to `works`.
  if (state.get() === 'evicted' && next === 'works') return;
  state.set(next);
}

export const useStorageState = (): StorageState => useStore(state);
