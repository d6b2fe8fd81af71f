import { expect, type Page } from '@playwright/test';

/** Returns everything that scripts can read in this browser: databases, local storage, cookies and caches. */
export const storedOnDevice = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts = [JSON.stringify(localStorage), document.cookie];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase | null>((resolve) => {
        const request = indexedDB.open(name);
        // The app has deleted the database meanwhile. Without this, an empty database would be created, in which the app
        // could store nothing.
        request.onupgradeneeded = () => request.transaction?.abort();
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => resolve(null);
      });
      if (database === null) continue;
      for (const store of database.objectStoreNames) {
        const all = (method: 'getAll' | 'getAllKeys') =>
          new Promise((resolve) => {
            const request = database.transaction(store).objectStore(store)[method]();
            request.onsuccess = () => resolve(request.result);
          });
        texts.push(name, store, JSON.stringify([await all('getAllKeys'), await all('getAll')]));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        texts.push(`${name} ${request.url}`);
        const answer = await cache.match(request);
        if (!request.url.includes('/assets/')) texts.push((await answer?.text()) ?? '');
      }
    }
    return texts.join('\n');
  });

/** Waits until the service worker has stored the code of all screens. */
export async function waitForStoredCode(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
  const worker = await (await page.request.get('/service-worker.js')).text();
  const files = [...worker.matchAll(/assets\/[\w.-]+\.js/g)].map(([file]) => `/${file}`);
  expect(files.length).toBeGreaterThan(20);
  const missing = () =>
    page.evaluate(async (all) => {
      const found = await Promise.all(all.map((file) => caches.match(file, { ignoreSearch: true })));
      return all.filter((_, at) => !found[at]);
    }, files);
  await expect.poll(missing, { timeout: 90_000 }).toEqual([]);
}
