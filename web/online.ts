import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** Whether the browser reports that it is online. Writes wait until it does. */
export const isOnline = (): boolean => onlineManager.isOnline();

export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline);

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);

/** Calls the listener each time the connection is back. @returns a function that unsubscribes */
export function onReconnect(listener: () => void): () => void {
  window.addEventListener('online', listener);
  return () => window.removeEventListener('online', listener);
}
