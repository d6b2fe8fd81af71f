/** Photos at the top of the list; the others are kept when they are seen. */
const FIRST = 100;

/** Fetches photos through the service worker, which keeps them, one after another. Stops at the first failure. */
export async function keepThumbnails(urls: readonly string[]): Promise<void> {
  if (!navigator.serviceWorker?.controller) return;
  for (const url of urls.slice(0, FIRST)) {
    const response = await fetch(url).catch(() => null);
    if (!response) return;
    await response.arrayBuffer();
  }
}
