import { DOCUMENTS_DATABASE, PRIVATE_CACHES, SHARED_PICTURES_DATABASE } from './document-names.ts';

/** Deletes the data of this device at sign-out. Pending actions are in a separate database and are kept. */
export async function forgetDevice(): Promise<void> {
  await Promise.allSettled([forgetDocuments(), deleteDatabase(SHARED_PICTURES_DATABASE)]);
}

/** Deletes the documents and private caches. Blocked storage contains nothing to delete, so errors are ignored. */
export async function forgetDocuments(): Promise<void> {
  await Promise.allSettled([deleteDatabase(DOCUMENTS_DATABASE), deletePrivateCaches()]);
}

/** Deletes a database. Every open connection closes itself (documents-database.ts, shared-pictures.ts). */
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
