/**
 * Maximum number of images in the cache. An image takes about 40 KB, or 500 KB with a photo. The least recently used
 * image is removed first.
 */
const CACHED_IMAGES = 64;

export type ImageCache = {
  /** Returns the image. Concurrent requests for one version share one rendering. */
  get: (wanted: { linkId: string; version: string; draw: () => Promise<Buffer> }) => Promise<Buffer>;
};

export function createImageCache(): ImageCache {
  const cache = new Map<string, { version: string; png: Promise<Buffer> }>();
  return {
    get: ({ linkId, version, draw }) => {
      const cached = cache.get(linkId);
      cache.delete(linkId);
      const current = cached?.version === version ? cached : { version, png: draw() };
      cache.set(linkId, current);
      // The caller gets the error. A failed image is not kept.
      current.png.catch(() => cache.get(linkId) === current && cache.delete(linkId));
      if (cache.size > CACHED_IMAGES) cache.delete(cache.keys().next().value as string);
      return current.png;
    },
  };
}
