import { DOCUMENTS_DATABASE, PRIVATE_CACHES, SHARED_PICTURES_DATABASE } from './document-names.ts';

/** Keeps pending actions, which are in a database of their own. */
export async function forgetDevice(): Promise<void> {
  await Promise.allSettled([forgetDocuments(), deleteDatabase(SHARED_PICTURES_DATABASE)]);
}

/** Blocked storage contains nothing to delete. */
export async function forgetDocuments(): Promise<void> {
  await Promise.allSettled([deleteDatabase(DOCUMENTS_DATABASE), deletePrivateCaches()]);
}

/** Every open connection closes itself (documents-database.ts, shared-pictures.ts). */
const deleteDatabase = (name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });

async function deletePrivateCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PRIVATE_CACHES)).map((name) => caches.delete(name)),
  );
}
