import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** Whether the page was opened without a network, and no answer has arrived since then. */
let isOpenedOffline = globalThis.navigator?.onLine === false;
if (isOpenedOffline) {
  // TanStack Query assumes a network at the start, and notices changes only while it has subscribers.
  onlineManager.setOnline(false);
  window.addEventListener('online', setOnline, { once: true });
}

/**
 * Some browsers report no network although there is a network. A response that is not from the browser's cache proves
 * that there is a network.
 */
export function noteAnswer({ headers }: Response): void {
  if (!isOpenedOffline || /max-age=[1-9]/.test(headers.get('cache-control') ?? '')) return;
  setOnline();
}

function setOnline(): void {
  isOpenedOffline = false;
  onlineManager.setOnline(true);
}

/** Whether the browser reports a network. Writes wait for a network. */
export const isOnline = (): boolean => onlineManager.isOnline();

export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline);

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);

/**
 * Calls the listener each time the connection is back.
 * @returns a function that unsubscribes
 */
export function onReconnect(listener: () => void): () => void {
  window.addEventListener('online', listener);
  return () => window.removeEventListener('online', listener);
}
