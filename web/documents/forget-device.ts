import { DOCUMENTS_DATABASE, PRIVATE_CACHES } from './document-names.ts';

/** Keeps pending actions, which are in a database of their own. Blocked storage contains nothing to delete. */
export async function forgetDevice(): Promise<void> {
  await Promise.allSettled([deleteDatabase(), deletePrivateCaches()]);
}

/** Every open connection closes itself (documents-database.ts). */
const deleteDatabase = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(DOCUMENTS_DATABASE);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });

async function deletePrivateCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PRIVATE_CACHES)).map((name) => caches.delete(name)),
  );
}
