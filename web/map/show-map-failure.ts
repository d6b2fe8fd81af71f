import { m } from '#messages';
import { showToast } from '#web/ui/Toast.tsx';
import { isWithoutWebGl } from './webgl.ts';

/**
 * A second report within this number of milliseconds counts as the same failure. The start of the app and a visible map
 * may both report it.
 */
const ONE_FAILURE_MS = 10_000;

let shownAt = Number.NEGATIVE_INFINITY;

/**
 * Shows the text of the specification, once per failure. If WebGL is missing, shows nothing: every map then fails, and
 * MapFailure.tsx replaces each map with advice.
 */
export function showMapFailure(error?: unknown): void {
  if (isWithoutWebGl(error)) return;
  const now = performance.now();
  if (now - shownAt < ONE_FAILURE_MS) return;
  shownAt = now;
  showToast(m.map_failed(), { kind: 'alert' });
}
