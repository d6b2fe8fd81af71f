/**
 * Stores a response. If there are more responses than the maximum, deletes the oldest. A cache lists its responses in
 * the order of insertion. A full disk is ignored, because everything in a cache can be fetched again.
 */
export async function putBounded({
  cacheName,
  maximum,
  request,
  response,
}: {
  cacheName: string;
  maximum: number;
  request: Request | string;
  response: Response;
}): Promise<void> {
  try {
    const cache = await caches.open(cacheName);
    await cache.put(request, response);
    const stored = await cache.keys();
    await Promise.all(stored.slice(0, Math.max(0, stored.length - maximum)).map((old) => cache.delete(old)));
  } catch {
    // The disk may be full. The error is ignored, because the response can be fetched again.
  }
}
