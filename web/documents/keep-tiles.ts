import { PRIVATE_CACHES } from './document-names.ts';
import { documentsDatabase } from './documents-database.ts';

/**
 * Stores the origin of the map tiles that the service worker may store. If `origin` is null, deletes the stored tiles.
 */
export async function keepTilesOf(origin: string | null): Promise<void> {
  const database = await documentsDatabase();
  if (origin !== null) return void (await database.put('device', { origin }, 'tiles'));
  await database.delete('device', 'tiles');
  await caches.delete(`${PRIVATE_CACHES}tiles`);
}
