import { documentsDatabase } from './documents-database.ts';
import { PRIVATE_CACHES } from './document-names.ts';

/**
 * Deletes what can be read again from the server, photos first. Called when storage is full, so that pending actions
 * can be stored.
 */
export async function makeRoom(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PRIVATE_CACHES)).map((name) => caches.delete(name)),
  );
  const database = await documentsDatabase();
  const transaction = database.transaction('documents', 'readwrite');
  for (let at = await transaction.store.openCursor(); at; at = await at.continue())
    if (!at.value.isCore) await at.delete();
  await transaction.done;
}
