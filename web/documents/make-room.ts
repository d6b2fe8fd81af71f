import { documentsDatabase, readStoredDocument } from './documents-database.ts';
import { PRIVATE_CACHES } from './document-names.ts';

/**
 * Frees space, so that pending actions can be stored. Deletes data that can be read again, first photos and map tiles.
 */
export async function makeRoom(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PRIVATE_CACHES));
  for (const name of names) {
    const cache = await caches.open(name);
    // The entries are deleted one by one. After `caches.delete`, a cache that is still open, for example in the service
    // worker, would keep its bytes.
    for (const request of await cache.keys()) await cache.delete(request);
  }
  const database = await documentsDatabase();
  const transaction = database.transaction('documents', 'readwrite');
  for (let at = await transaction.store.openCursor(); at; at = await at.continue())
    if (readStoredDocument(at.value)?.isCore !== true) await at.delete();
  await transaction.done;
}
