import { useSyncExternalStore } from 'react';

/*
 * A session can end while a page is open: on another device, by a changed password, by time. The page stays as it
 * is, with everything typed on it; the shell asks the person to sign in beside it.
 */

/** What was being done when it was found out; null where that has no words of its own. */
type SessionEnd = { sentence: string | null };

let ended: SessionEnd | null = null;
const listeners = new Set<() => void>();

/** Called when any answer says that nobody is signed in any more. */
export const reportSessionEnd = (sentence: string | null) =>
  // What is read again after a refused write is refused as well, and has nothing to add.
  set({ sentence: sentence ?? ended?.sentence ?? null });

export const forgetSessionEnd = () => set(null);

export const useSessionEnd = (): SessionEnd | null => useSyncExternalStore(subscribe, () => ended);

function set(next: SessionEnd | null) {
  ended = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
