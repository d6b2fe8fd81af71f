import { m } from '#messages';
import { showToast } from '#web/ui/Toast.tsx';
import { isWithoutWebGl } from './webgl.ts';

/** The start of the app and a map on screen may meet the same failure one after the other. */
const ONE_FAILURE_MS = 10_000;

let toldAt = Number.NEGATIVE_INFINITY;

/**
 * Says once for each failure that the map does not work. A visitor whose browser has no WebGL learns what to do; the
 * sentence for a map service that does not load is fixed by the specification.
 */
export function tellMapFailed(error?: unknown): void {
  const now = performance.now();
  if (now - toldAt < ONE_FAILURE_MS) return;
  toldAt = now;
  const sentence = isWithoutWebGl(error) ? m.map_no_webgl() : m.map_failed();
  showToast(sentence, { kind: 'alert' });
}
