import { PRIVATE_CACHES } from '#web/documents/document-names.ts';
import { documentsDatabase } from '#web/documents/documents-database.ts';

/**
 * Stores the origin of the map tiles that the service worker may store. If `origin` is null, deletes the stored tiles.
 */
export async function keepTilesOf(origin: string | null): Promise<void> {
  const database = await documentsDatabase();
  if (origin !== null) return void (await database.put('device', { origin }, 'tiles'));
  await database.delete('device', 'tiles');
  await caches.delete(`${PRIVATE_CACHES}tiles`);
}

/** Number of photos at the top of the list that are fetched. Other photos are stored when the member sees them. */
const FIRST = 100;

/** Fetches photos one after another through the service worker, which stores them. Stops at the first failure. */
export async function keepThumbnails(urls: readonly string[]): Promise<void> {
  if (!navigator.serviceWorker?.controller) return;
  for (const url of urls.slice(0, FIRST)) {
    // A thumbnail that does not load is loaded when the list shows it.
    const response = await fetch(url).catch(() => null);
    if (!response) return;
    await response.arrayBuffer();
  }
}
