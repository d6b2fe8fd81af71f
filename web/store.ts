import { useSyncExternalStore } from 'react';

/**
 * Creates the listeners of a value that is kept elsewhere.
 * @param onUnused is called when the last listener is removed
 */
export function createListeners({ onUnused }: { onUnused?: () => void } = {}) {
  const listeners = new Set<() => void>();
  return {
    notify: () => {
      for (const listener of listeners) listener();
    },
    /** @returns a function that removes the listener */
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) onUnused?.();
      };
    },
  };
}

export type Store<Value> = ReturnType<typeof createStore<Value>>;

/** Creates a value that several components show. All of them render again when the value is set. */
export function createStore<Value>(initial: Value, options: { onUnused?: () => void } = {}) {
  let value = initial;
  const { notify, subscribe } = createListeners(options);
  return {
    get: () => value,
    set: (next: Value) => {
      value = next;
      notify();
    },
    subscribe,
  };
}

export const useStore = <Value>({ subscribe, get }: Pick<Store<Value>, 'subscribe' | 'get'>): Value =>
  useSyncExternalStore(subscribe, get);
