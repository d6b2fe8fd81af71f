/**
 * A service worker that removes itself and all caches. The caches contain the files of the app, and the stored photos
 * and map tiles.
 * Stored documents and waiting actions stay on the device, because they are in IndexedDB.
 * Open pages keep working. The next page is loaded without a service worker.
 */
export const REMOVAL_WORKER = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(remove()));
async function remove() {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
`;
