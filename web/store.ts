import { useSyncExternalStore } from 'react';

export type Store<Value> = {
  get: () => Value;
  set: (next: Value) => void;
  /** @returns a function that removes the listener */
  subscribe: (listener: () => void) => () => void;
};

/** Creates a value that several components show. All of them render again when the value is set. */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const useStore = <Value>({ subscribe, get }: Store<Value>): Value =>
  useSyncExternalStore(subscribe, get);
