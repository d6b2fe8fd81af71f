/** An image takes about 40 KB, with a photo 500 KB. The least recently used is evicted first. */
const CACHED_IMAGES = 64;

export type ImageCache = {
  /** Concurrent requests for one version share its rendering. */
  get: (wanted: { linkId: string; version: string; draw: () => Promise<Buffer> }) => Promise<Buffer>;
};

export function createImageCache(): ImageCache {
  const kept = new Map<string, { version: string; png: Promise<Buffer> }>();
  return {
    get: ({ linkId, version, draw }) => {
      const known = kept.get(linkId);
      kept.delete(linkId);
      const current = known?.version === version ? known : { version, png: draw() };
      kept.set(linkId, current);
      current.png.catch(() => kept.get(linkId) === current && kept.delete(linkId));
      if (kept.size > CACHED_IMAGES) kept.delete(kept.keys().next().value as string);
      return current.png;
    },
  };
}
