import { m } from '#messages';
import { showToast } from '#web/ui/Toast.tsx';

/** The start of the app and a map on screen may meet the same failure one after the other. */
const ONE_FAILURE_MS = 10_000;

let toldAt = Number.NEGATIVE_INFINITY;

/** Says the fixed sentence, once for each failure. */
export function tellMapFailed(): void {
  const now = performance.now();
  if (now - toldAt < ONE_FAILURE_MS) return;
  toldAt = now;
  showToast(m.map_failed(), { kind: 'alert' });
}
