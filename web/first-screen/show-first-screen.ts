import { paths } from '#web/paths.ts';
import { pageFingerprint, showHtml } from './first-screen-html.ts';
import { readFirstScreen } from './first-screen-store.ts';
import { replayInput } from './replay-input.ts';

/** Milliseconds to wait for the storage. Slow storage must not delay the application. */
const STORAGE_TIMEOUT_MS = 500;

/**
 * Shows the stored list before the application's code runs and the server has answered. Links, buttons and the search
 * field accept input, which the application later repeats (replay-input.ts).
 */
export async function showFirstScreen(): Promise<void> {
  if (location.pathname !== paths.home || location.search !== '') return;
  const limit = new Promise<null>((resolve) => setTimeout(() => resolve(null), STORAGE_TIMEOUT_MS));
  const stored = await Promise.race([readFirstScreen(), limit]);
  const app = document.getElementById('app');
  if (!stored || !app || stored.fits !== pageFingerprint()) return;
  replayInput({ app, screen: showHtml(app, stored.html) });
  document.title = stored.title;
  await painted();
}

/** Resolves after a paint. Also uses a timeout, because a hidden tab paints no frames. */
const painted = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, 100);
    requestAnimationFrame(() => setTimeout(resolve));
  });
