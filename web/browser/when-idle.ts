type Connection = { saveData?: boolean };

/** Whether the member asked the browser to use less data. Only Chromium provides this information. */
export const isDataSaverOn = () => (navigator as { connection?: Connection }).connection?.saveData === true;

const LONGEST_WAIT_MS = 1_500;
const WITHOUT_IDLE_CALLBACK_MS = 200;

/**
 * Calls `act` when the browser is idle, but after a short time at the latest.
 * @returns a function that cancels the call
 */
export function whenIdle(act: () => void): () => void {
  // `requestIdleCallback` is missing in Safari.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, WITHOUT_IDLE_CALLBACK_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: LONGEST_WAIT_MS });
  return () => cancelIdleCallback(handle);
}
