import { useSyncExternalStore } from 'react';

/*
 * A session can end while a page is open: on another device, by a changed password, by time. The page stays as it
 * is, with everything typed on it; the shell asks the person to sign in beside it.
 */

let hasEnded = false;
const listeners = new Set<() => void>();

/** Called when any answer says that nobody is signed in any more. */
export const reportSessionEnd = () => set(true);

export const forgetSessionEnd = () => set(false);

export const useSessionEnd = (): boolean => useSyncExternalStore(subscribe, () => hasEnded);

function set(next: boolean) {
  hasEnded = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
