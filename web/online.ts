import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** According to the browser, the page was opened without a network. No answer has arrived since. */
let isOpenedOffline = globalThis.navigator?.onLine === false;
if (isOpenedOffline) {
  // TanStack Query starts as online, and follows changes only while something is subscribed to it.
  onlineManager.setOnline(false);
  window.addEventListener('online', setOnline, { once: true });
}

/**
 * Some browsers report no network although there is one. A response that is not from the browser's
 * cache proves that there is a network.
 */
export function noteAnswer({ headers }: Response): void {
  if (!isOpenedOffline || /max-age=[1-9]/.test(headers.get('cache-control') ?? '')) return;
  setOnline();
}

function setOnline(): void {
  isOpenedOffline = false;
  onlineManager.setOnline(true);
}

/** According to the browser. Writes wait until it is online. */
export const isOnline = (): boolean => onlineManager.isOnline();

export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline);

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);

/** Called each time the connection is back. @returns a function that unsubscribes */
export function onReconnect(listener: () => void): () => void {
  window.addEventListener('online', listener);
  return () => window.removeEventListener('online', listener);
}
