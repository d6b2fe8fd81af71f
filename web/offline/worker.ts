import { isDataSaverOn } from '#web/browser/when-idle.ts';

/**
 * Registers the service worker. Returns null if the browser offers none, for example in private windows of some
 * browsers.
 */
export async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null;
  try {
    return await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
  } catch {
    return null;
  }
}

/**
 * Removes the service worker and all stored files. It is called if the setting is `SERVICE_WORKER=off`. Deletes the
 * files even if no worker is registered, because a removed worker serves open pages until they are closed, and may
 * store files again until then.
 */
export async function removeWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  for (const name of await caches.keys()) await caches.delete(name);
}

/** Asks the active worker to fetch the map and the pages that are opened less often, once per start. */
export async function fetchLaterFiles(): Promise<void> {
  if (isDataSaverOn()) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: 'fetch-later-files' });
}
