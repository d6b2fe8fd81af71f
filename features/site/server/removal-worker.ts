/**
 * This service worker removes itself, and all cached files and private copies on the device.
 * Open pages keep working. The next page is loaded without a service worker.
 */
export const REMOVAL_WORKER = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(remove()));
async function remove() {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
`;
