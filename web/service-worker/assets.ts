import { matchPrecache } from 'workbox-precaching';
import { putBounded } from './bounded-cache.ts';
import { LATER } from './files.ts';

/**
 * Name of the cache for files of the build that are not precached, and for fonts. The names of these files contain a
 * hash of the contents.
 */
const CACHE = 'momokzi-files';
/** Maximum number of files. The files of about two builds and the parts of the font fit. */
const MAXIMUM = 500;
/**
 * Maximum size of a stored file in bytes. Larger files, such as the text recognition, are left to the browser's own
 * cache.
 */
const LARGEST_BYTES = 2 * 1024 * 1024;

/** Answers a request for a file that has a content hash in its name. Uses the stored file if it exists. */
export async function answerAsset(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const { pathname } = new URL(request.url);
  const stored = (await matchPrecache(pathname)) ?? (await caches.match(pathname, { cacheName: CACHE }));
  if (stored) return stored;
  const response = await fetch(request);
  if (isWhole(response)) event.waitUntil(keep(pathname, response.clone()));
  return response;
}

const isWhole = (response: Response): boolean => response.status === 200 && response.type === 'basic';

async function keep(pathname: string, response: Response): Promise<void> {
  if (LARGEST_BYTES < Number(response.headers.get('content-length') ?? 0)) return;
  await putBounded({ cacheName: CACHE, maximum: MAXIMUM, request: pathname, response });
}

/**
 * Fetches the files one after another, so that they do not compete with requests of the member. Stops at the first
 * failure.
 */
export async function fetchLaterFiles(): Promise<void> {
  for (const pathname of LATER) {
    if (await caches.match(pathname, { cacheName: CACHE })) continue;
    const response = await fetch(pathname).catch(() => null);
    if (!response || !isWhole(response)) return;
    await keep(pathname, response);
  }
}
