import { deviceAccount } from '../documents/documents-database.ts';
import { PRIVATE_CACHES } from '../documents/document-names.ts';
import { putBounded } from './bounded-cache.ts';

const PHOTO = /^\/api\/photos\/([\w-]+)\/(small|medium|large)$/;
/**
 * Maximum number of photos of each size. Small photos are the thumbnails of lists. Each size has a separate cache, so
 * that large photos never displace thumbnails.
 */
const MAXIMUM = { small: 600, medium: 150, large: 60 } as const;
type Size = keyof typeof MAXIMUM;
const SIZES = Object.keys(MAXIMUM) as Size[];

/**
 * Whether the URL is a photo that may be stored. A photo of a share link is not stored, because the link can be
 * revoked.
 */
export const isPhoto = ({ origin, pathname, search }: URL): boolean =>
  origin === location.origin && search === '' && PHOTO.test(pathname);

/**
 * Answers with a photo and stores it for the account of this device. The bytes of an address never change.
 * Without a network, another size of the same photo is better than none.
 */
export async function answerPhoto(event: FetchEvent, { pathname }: URL): Promise<Response> {
  const [, photoId, size] = PHOTO.exec(pathname) as unknown as [string, string, Size];
  const uid = (await deviceAccount())?.uid;
  const stored = uid === undefined ? undefined : await storedPhoto({ uid, photoId, size });
  if (stored) return stored;
  try {
    const response = await fetch(event.request);
    if (uid !== undefined && response.status === 200)
      event.waitUntil(keepPhoto({ uid, size, pathname, response: response.clone() }));
    return response;
  } catch (error) {
    if (uid !== undefined)
      for (const other of SIZES) {
        const found = await storedPhoto({ uid, photoId, size: other });
        if (found) return found;
      }
    throw error;
  }
}

const cacheOf = ({ uid, size }: { uid: string; size: Size }) => `${PRIVATE_CACHES}photos-${size}-${uid}`;

const storedPhoto = ({ uid, photoId, size }: { uid: string; photoId: string; size: Size }) =>
  caches.match(`/api/photos/${photoId}/${size}`, { cacheName: cacheOf({ uid, size }) });

/**
 * Stores a photo. The member may sign out while the photo is being stored. The check after storing then deletes the
 * cache.
 */
async function keepPhoto({
  uid,
  size,
  pathname,
  response,
}: {
  uid: string;
  size: Size;
  pathname: string;
  response: Response;
}): Promise<void> {
  const cacheName = cacheOf({ uid, size });
  await putBounded({ cacheName, maximum: MAXIMUM[size], request: pathname, response });
  if ((await deviceAccount())?.uid !== uid) await caches.delete(cacheName);
}
