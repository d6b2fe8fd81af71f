import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, expect, type Page, test } from './support/test.ts';
import { signUp } from './support/member.ts';

/* These stories use a real disk, because IndexedDB ignores a quota that is set by the developer tools. */

let folder: string;
let context: BrowserContext;

test.beforeEach(async ({ baseURL }, { project }) => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'momokzi-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', folder]);
  test.skip(mounted.status !== 0, 'mounting a disk needs root');
  context = await chromium.launchPersistentContext(path.join(folder, 'profile'), {
    ...project.use.launchOptions,
    baseURL: baseURL ?? '',
    locale: 'ko-KR',
    viewport: { width: 390, height: 844 },
  });
});
test.afterEach(async () => {
  await context?.close();
  spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
});

/** A text that is longer than the free space of a full disk. */
const LONG = '가득 찬 기기 '.repeat(300).trim();
const OTHER = '자리가 없는 글 '.repeat(250).trim();

/**
 * Fills the disk with another database, then with photos. The page keeps the cache of the photos open, as the service
 * worker does.
 * @param megabytes size of the database; with Infinity, the disk is filled until less than 4 KB are free
 */
const fill = (page: Page, megabytes: number): Promise<void> =>
  page.evaluate(async (most) => {
    const bytes = (length: number) => {
      const made = new Uint8Array(length);
      for (let at = 0; at < length; at += 65_536) crypto.getRandomValues(made.subarray(at, at + 65_536));
      return made;
    };
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('filler');
      opening.onupgradeneeded = () => opening.result.createObjectStore('all', { autoIncrement: true });
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const put = (length: number) =>
      new Promise<boolean>((resolve) => {
        const writing = database.transaction('all', 'readwrite');
        writing.objectStore('all').put(bytes(length));
        writing.oncomplete = () => resolve(true);
        writing.onabort = () => resolve(false);
      });
    let left = most * 1_000_000;
    for (const length of [2_000_000, 250_000, 32_000, 4_000])
      while (length <= left && (await put(length))) left -= length;
    database.close();
    const cache = await caches.open('momokzi-private-photos-large-filler');
    Object.assign(window, { openCache: cache });
    const keep = (name: string, length: number) =>
      cache.put(name, new Response(bytes(length))).then(
        () => true,
        () => false,
      );
    for (const length of [1_000_000, 50_000, 4_000])
      for (let nth = 0; await keep(`/filler/${length}/${nth}`, length); nth += 1);
  }, megabytes);

const countPhotos = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('momokzi-private-'));
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().length;
  });

async function write(page: Page, text: string): Promise<void> {
  await page.goto('/app/momokzi-journal/write');
  await page.getByRole('combobox', { name: '어디에서 먹었어요?' }).fill('지하철 국수');
  await page.getByLabel('무엇을 먹었어요?').fill(text);
}

/** Fills the disk with photos while a member without a connection writes an entry. */
async function writeOnFullDisk(page: Page): Promise<void> {
  await signUp(page);
  await page.goto('/app');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
  await write(page, LONG);
  await fill(page, 90);
  expect(await countPhotos(page)).toBeGreaterThan(20);
  // For up to 30 seconds, Chromium uses an older value of the free space.
  await page.waitForTimeout(31_000);
  await context.setOffline(true);
}

test('대조: 사진을 비우지 않으면 쓴 것을 저장하지 못한다', async () => {
  const [page = await context.newPage()] = context.pages();
  await page.addInitScript(() => {
    Cache.prototype.delete = async () => false;
  });
  await writeOnFullDisk(page);
  await page.locator('form').getByRole('button', { name: /저장/ }).click();
  await expect(page.getByText('저장 공간이 부족해요').first()).toBeVisible();
  expect(await countPhotos(page)).toBeGreaterThan(20);
  await page.goto('/app/outbox');
  await expect(page.getByText('동기화할 내용이 없어요')).toBeVisible();
});

test('기기가 가득 차면 사진부터 비우고 쓴 것을 저장하고, 그래도 모자라면 알리고 글을 남긴다', async () => {
  const [page = await context.newPage()] = context.pages();
  await writeOnFullDisk(page);
  await test.step('사진을 비우고 저장한다', async () => {
    await page.locator('form').getByRole('button', { name: /저장/ }).click();
    await expect(page.getByText('동기화 대기 1')).toBeVisible();
    expect(await countPhotos(page)).toBe(0);
  });
  await test.step('비울 것이 없으면 알린다', async () => {
    await write(page, OTHER);
    await fill(page, Infinity);
    await page.locator('form').getByRole('button', { name: /저장/ }).click();
    await expect(page.getByText('저장 공간이 부족해요').first()).toBeVisible();
    await expect(page.getByLabel('무엇을 먹었어요?')).toHaveValue(OTHER);
  });
  await test.step('인터넷이 있으면 저장하지 않고 바로 보낸다', async () => {
    await context.setOffline(false);
    const save = page.locator('form').getByRole('button', { name: /저장/ });
    const texts = async () =>
      (await (await page.request.get('/api/journal')).json()).entries.map(
        ({ textStart }: { textStart: string }) => textStart,
      );
    // Until the app knows that there is a network again, a press says once more that the storage is full.
    await expect(async () => {
      if (await save.isVisible()) await save.click({ timeout: 1_000 });
      expect(await texts()).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^가득 찬 기기/),
          expect.stringMatching(/^자리가 없는 글/),
        ]),
      );
    }).toPass({ timeout: 30_000 });
  });
});
