const LONGEST_WAIT_MS = 1_500;
const WITHOUT_IDLE_CALLBACK_MS = 200;

/** Does something when the browser has done what the page needed first, or soon anyway; gives back how to call it off. */
export function whenIdle(act: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, WITHOUT_IDLE_CALLBACK_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: LONGEST_WAIT_MS });
  return () => cancelIdleCallback(handle);
}
