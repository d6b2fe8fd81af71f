import { isDataSaverOn } from '#web/data-saver.ts';

const LONGEST_WAIT_MS = 1_500;
const WITHOUT_IDLE_CALLBACK_MS = 200;

/** Calls `act` when the browser is idle, after a short time at the latest. @returns a function that cancels the call */
export function whenIdle(act: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, WITHOUT_IDLE_CALLBACK_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: LONGEST_WAIT_MS });
  return () => cancelIdleCallback(handle);
}

/** Like `whenIdle`, for what may be needed later. In data saver mode it is loaded only when needed. */
export const preloadWhenIdle = (load: () => void) => (isDataSaverOn() ? undefined : whenIdle(load));
