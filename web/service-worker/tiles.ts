import { isRecord } from '#web/storage/stored-values.ts';
import { PRIVATE_CACHES } from '../documents/document-names.ts';
import { deviceAccount, documentsDatabase } from '../documents/documents-database.ts';
import { putBounded } from './bounded-cache.ts';

/**
 * Name of the cache of map tiles. Tiles reveal where the member was. Therefore they are deleted with the account's
 * data.
 */
const CACHE = `${PRIVATE_CACHES}tiles`;
/** Maximum number of tiles. They are about 30 MB of vector tiles, which show a few neighbourhoods. */
const MAXIMUM = 1_500;

/**
 * The origin whose tiles may be stored. It is undefined until the setting is read. It is null if the origin is not
 * known, or the provider of the map does not allow stored tiles.
 */
let allowedOrigin: string | null | undefined;

/** Whether a request is for a tile that may be stored. The result is false until the setting has been read. */
export function isTile({ destination }: Request, { origin }: URL): boolean {
  if (allowedOrigin === undefined) void readAllowedOrigin();
  return destination === '' && origin === allowedOrigin;
}

async function readAllowedOrigin(): Promise<void> {
  allowedOrigin = null;
  try {
    const database = await documentsDatabase();
    const tiles: unknown = await database.get('device', 'tiles');
    allowedOrigin = isRecord(tiles) && typeof tiles.origin === 'string' ? tiles.origin : null;
  } catch {
    // The storage is blocked. No tile is stored.
  }
}

/**
 * Answers with the tile from the network. Without a network, answers with the stored tile. With a network, the
 * provider's own cache rules apply.
 */
export async function answerTile(event: FetchEvent, { href }: URL): Promise<Response> {
  try {
    const response = await fetch(event.request);
    if (response.status === 200) event.waitUntil(keepTile(href, response.clone()));
    return response;
  } catch (error) {
    const stored = await caches.match(href, { cacheName: CACHE });
    if (stored) return stored;
    throw error;
  }
}

async function keepTile(href: string, response: Response): Promise<void> {
  await putBounded({ cacheName: CACHE, maximum: MAXIMUM, request: href, response });
  // The member may have signed out meanwhile. The stored tiles are then deleted.
  if ((await deviceAccount()) === null) await caches.delete(CACHE);
}
