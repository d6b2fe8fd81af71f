import { m } from '#messages';
import { showToast } from '#web/ui/Toast.tsx';

const told = new WeakSet<Error>();

/** Says the fixed sentence, once for each failure: the start of the app and a map on screen meet the same one. */
export function tellMapFailed(error: Error): void {
  if (told.has(error)) return;
  told.add(error);
  showToast(m.map_failed(), { kind: 'alert' });
}
