import { useSyncExternalStore } from 'react';

/* A session can end while a page is open: on another device, by a changed password, by expiry. The
   page keeps unsaved input, and the shell asks the member to sign in again. */

/** Message for the action that detected the end of the session; null: it has none of its own. */
type SessionEnd = { sentence: string | null };

let ended: SessionEnd | null = null;
const listeners = new Set<() => void>();

/** Called when a response says that the session has ended. */
export const reportSessionEnd = (sentence: string | null) =>
  // Reads after a rejected write are rejected too, and must not replace its message.
  set({ sentence: sentence ?? ended?.sentence ?? null });

export const clearSessionEnd = () => set(null);

export const useSessionEnd = (): SessionEnd | null => useSyncExternalStore(subscribe, () => ended);

function set(next: SessionEnd | null) {
  ended = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
