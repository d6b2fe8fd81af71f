import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** Whether there is a connection, as far as the browser knows; writes wait for it. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => onlineManager.isOnline());

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);
