import { isDataSaverOn, whenIdle } from './when-idle.ts';

/* On a slow connection, code that is fetched in advance would delay the map of the first screen. */

const LONGEST_WAIT_MS = 10_000;

const waiting = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Begins to delay `afterFirstMap`, because the first screen has a map. */
export function expectFirstMap(): void {
  timer = setTimeout(endFirstMap, LONGEST_WAIT_MS);
}

/** Ends the delay, because the map is shown, has failed, or was left. */
export function endFirstMap(): void {
  clearTimeout(timer);
  timer = undefined;
  for (const start of waiting) start();
  waiting.clear();
}

/**
 * Calls `act` when the browser is idle. If the first screen has a map, waits until the map is shown, but ten seconds at
 * the most.
 * @returns a function that cancels the call
 */
export function afterFirstMap(act: () => void): () => void {
  let cancel: (() => void) | undefined;
  const start = () => {
    cancel = whenIdle(act);
  };
  if (timer === undefined) start();
  else waiting.add(start);
  return () => {
    waiting.delete(start);
    cancel?.();
  };
}

/**
 * Loads code that may be needed later. In data saver mode, does not load it; the code is then loaded when it is needed.
 */
export const preloadWhenIdle = (load: () => void) => (isDataSaverOn() ? undefined : afterFirstMap(load));
