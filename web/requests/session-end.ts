import { createStore, useStore } from '../store.ts';

/*
 * A session can end while a page is open: on another device, by a changed password, or by expiry. The page keeps
 * unsaved input, and the shell asks the member to sign in again.
 */

/**
 * The end of a session. `sentence` is the message for the action that detected the end. It is null if the action has no
 * message of its own.
 */
type SessionEnd = { sentence: string | null };

const end = createStore<SessionEnd | null>(null);

/** Reports the end of the session. It is called when a response says that the session has ended. */
export const reportSessionEnd = (sentence: string | null) =>
  // After a rejected write, reads are rejected too. These reads must not replace the message of the write.
  end.set({ sentence: sentence ?? end.get()?.sentence ?? null });

export const clearSessionEnd = () => end.set(null);

export const useSessionEnd = (): SessionEnd | null => useStore(end);
