import { m } from '#messages';
import { showToast } from '#web/ui/Toast.tsx';
import { isWithoutWebGl } from './webgl.ts';

/** The start of the app and a visible map may report the same failure within this time. */
const ONE_FAILURE_MS = 10_000;

let shownAt = Number.NEGATIVE_INFINITY;

/**
 * Shows once per failure that the map does not work. Without WebGL the message says what to do; the message for a maps
 * service that does not load is fixed by the specification.
 */
export function showMapFailure(error?: unknown): void {
  const now = performance.now();
  if (now - shownAt < ONE_FAILURE_MS) return;
  shownAt = now;
  const sentence = isWithoutWebGl(error) ? m.map_no_webgl() : m.map_failed();
  showToast(sentence, { kind: 'alert' });
}
