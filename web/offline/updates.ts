import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { isEditing } from '#web/form/editing.ts';
import { isOnline } from '#web/online.ts';

const CHECK_EVERY_MS = 60 * 60_000;
/**
 * Milliseconds to wait until the new worker takes over. After this time, the page is reloaded even if the worker has
 * not taken over.
 */
const TAKE_OVER_MS = 2_000;

/**
 * Announces a new version when it has been fetched completely. Applies it at the next change of screen. Waits while
 * something is being edited or sent, or there is no network.
 * @returns a function that removes the listeners
 */
export function followUpdates({
  registration,
  router,
  client,
  onReady,
}: {
  registration: ServiceWorkerRegistration;
  router: AnyRouter;
  client: QueryClient;
  onReady: () => void;
}): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const announce = () => {
    // The first worker on a device is not an update. Without a controller, the waiting worker is the first worker.
    if (registration.waiting && navigator.serviceWorker.controller) onReady();
  };
  const follow = (installing: ServiceWorker | null) =>
    installing?.addEventListener('statechange', announce, { signal });
  announce();
  follow(registration.installing);
  registration.addEventListener('updatefound', () => follow(registration.installing), { signal });

  // Browsers check for a new version only when a document is loaded. An app that stays open must therefore check
  // itself.
  let checkedAt = Date.now();
  const check = () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < CHECK_EVERY_MS) return;
    checkedAt = Date.now();
    registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', check, { signal });

  const leave = router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged || !registration.waiting) return;
    // Without a network, parts of the new version may be missing.
    if (isEditing() || client.isMutating() > 0 || !isOnline()) return;
    activate(registration.waiting);
  });
  return () => {
    stopped.abort();
    leave();
  };
}

/**
 * Applies the new version. The address of the next screen is already in the history, so reloading the document shows
 * the next screen.
 */
function activate(waiting: ServiceWorker): void {
  const reload = () => window.location.reload();
  const timer = setTimeout(reload, TAKE_OVER_MS);
  navigator.serviceWorker.addEventListener(
    'controllerchange',
    () => {
      clearTimeout(timer);
      reload();
    },
    { once: true },
  );
  waiting.postMessage({ type: 'activate' });
}
