import { useSyncExternalStore } from 'react';
import { MINUTE_MS } from '#common/dates.ts';

/**
 * Returns the time in milliseconds, rounded down to the minute. The component renders again soon after the next minute
 * begins.
 */
export const useMinute = (): number => useSyncExternalStore(subscribe, minuteNow);

const minuteNow = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;

function subscribe(listener: () => void) {
  const timer = setInterval(listener, MINUTE_MS / 6);
  return () => clearInterval(timer);
}
