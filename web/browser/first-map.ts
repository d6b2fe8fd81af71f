/* On a slow connection, code that is fetched in advance would delay the map of the first screen. */

const LONGEST_WAIT_MS = 10_000;

const waiting = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Begins to delay `afterFirstMap`, because the first screen has a map. */
export function expectFirstMap(): void {
  timer = setTimeout(endFirstMap, LONGEST_WAIT_MS);
}

/** The map is shown, has failed, or was left. */
export function endFirstMap(): void {
  clearTimeout(timer);
  timer = undefined;
  for (const act of waiting) act();
  waiting.clear();
}

/**
 * Calls `act` after the map of the first screen, but after ten seconds at the latest. Calls it at once if no such map is
 * expected.
 * @returns a function that cancels the call
 */
export function afterFirstMap(act: () => void): () => void {
  if (timer === undefined) act();
  else waiting.add(act);
  return () => void waiting.delete(act);
}
