import type { Page } from '@playwright/test';
import type { Bar } from '../bar.ts';
import { signedInBrowser } from '../browser.ts';

const PLANTED = '심어 둔 국밥집';

export const signOut: Bar = {
  number: 20,
  name: 'sign-out',
  claim:
    'after sign-out no private data is on the device; private answers have the header “Cache-Control: private, no-cache” (browsers keep them only for revalidation by ETag, docs/decisions/0002)',
  check:
    'Chromium opens the list and a planted place, then signs out; IndexedDB, caches, local and session storage and the page after Back are searched for the place; the headers of six private answers are checked',
  control: 'the same search before signing out',
  run: async (campaign) => {
    const product = await campaign.start({ environment: { MAP_STYLE_URL: 'none' } });
    const person = await product.member();
    await product.addByHand(person, PLANTED);
    const faults: string[] = [];
    for (const address of [
      '/api/my-restaurants',
      '/api/me',
      '/api/journal',
      '/api/collections',
      '/api/membership',
      '/api/account/devices',
    ]) {
      const value = (await product.send('GET', address, { as: person })).headers.get('cache-control');
      if (value !== 'private, no-cache' && value !== 'no-store') faults.push(`${address}: ${value}`);
    }
    const out = await product.send('POST', '/api/account/sign-out', { as: await product.member() });
    if (!out.headers.get('clear-site-data')?.includes('cache')) faults.push('no Clear-Site-Data');

    const context = await signedInBrowser({ campaign, product, person });
    const page = await context.newPage();
    await page.goto(`${product.origin}/app`, { waitUntil: 'networkidle' });
    await page.getByText(PLANTED).first().waitFor();
    await page.waitForTimeout(2_000);
    const before = await placesWith(page, PLANTED);
    await page.getByRole('button', { name: '메뉴 열기' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: '로그아웃' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/app'));
    await page.waitForTimeout(1_500);
    const after = await placesWith(page, PLANTED);
    if (after.length > 0) faults.push(`left in ${after.join(', ')}`);
    await page.goBack().catch(() => null);
    await page.waitForTimeout(1_500);
    if ((await page.content()).includes(PLANTED)) faults.push('shown after Back');
    return {
      figure: `${faults.length} faults${faults.length ? ` (${faults.join('; ')})` : ''}`,
      isHeld: faults.length === 0,
      controlFigure: `found in ${before.join(', ') || 'nothing'}`,
      hasControlFailed: before.length > 0,
    };
  },
};

const placesWith = (page: Page, text: string): Promise<string[]> =>
  page.evaluate<string[]>(`(async (planted) => {
    const found = new Set();
    const result = (asked) => new Promise((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
    for (const { name } of await indexedDB.databases()) {
      const database = await result(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const rows = await result(database.transaction(store).objectStore(store).getAll());
        if (JSON.stringify(rows).includes(planted)) found.add('IndexedDB ' + name + '/' + store);
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const body = await (await cache.match(request)).text();
        if (body.includes(planted)) found.add('cache ' + name);
      }
    }
    for (const [name, storage] of Object.entries({ localStorage, sessionStorage }))
      if (JSON.stringify(storage).includes(planted)) found.add(name);
    return [...found];
  })(${JSON.stringify(text)})`);
