import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type ObjectStorage, startObjectStorage } from '../tools/sandbox/object-storage.ts';
import { expect, type Page, test } from './support/test.ts';
import { signUp } from './support/member.ts';
import { type OwnProduct, startProduct } from './support/product-under-test.ts';

/*
 * Restoring an archive with a photo while the object storage fails in each way. The member reads that it failed, nothing
 * is called complete, and the same file restores everything when the storage is back.
 */

const port = Number(process.env.E2E_PORT ?? 3210) + 155;
const FAULTS = ['refuses', 'hangs', 'fails', 'wrong_address', 'cuts_off'] as const;

test.describe.configure({ timeout: 240_000 });

let folder: string;
let storage: ObjectStorage;
let product: OwnProduct;
test.use({ baseURL: `http://localhost:${port}` });
test.beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'momokzi-e2e-s3-'));
  storage = await startObjectStorage({ directory: folder, buckets: ['photos'] });
  product = await startProduct({ port, settings: { SANDBOX: 'off', ...storage.settingsOf('photos') } });
});
test.afterAll(async () => {
  await storage?.repair();
  await product?.stop();
  await storage?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes an entry with a photo, and downloads the archive. */
async function archiveWithPhoto(page: Page): Promise<string> {
  await page.goto('/app/momokzi-journal/write');
  await page.getByRole('combobox', { name: '어디에서 먹었어요?' }).fill('골목 국수');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: '국수.png', mimeType: 'image/png', buffer: await page.screenshot() });
  await expect(page.getByRole('button', { name: '1번째 사진 삭제' })).toBeVisible();
  await page.getByRole('button', { name: /저장/ }).click();
  await expect.poll(() => photoOf(page)).toBeTruthy();
  await page.goto('/app/data');
  await page.getByRole('button', { name: '모두 받기' }).click();
  const link = page.getByRole('link', { name: /^파일 받기/ });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return download.path();
}

async function photoOf(page: Page): Promise<string | undefined> {
  const { entries } = await (await page.request.get('/api/journal')).json();
  return entries[0]?.photos[0]?.id;
}

test('사진 저장소가 고장 나면 불러오지 못했다고 말하고, 돌아오면 같은 파일로 사진까지 불러온다', async ({
  page,
}) => {
  await signUp(page);
  const file = await archiveWithPhoto(page);
  for (const fault of FAULTS)
    await test.step(fault, async () => {
      await page.context().clearCookies();
      await signUp(page);
      await page.goto('/app/data');
      await storage.break(fault);
      await page.getByLabel('ZIP 파일 선택').setInputFiles(file);
      const alert = page.getByRole('alert').filter({ hasText: /./ });
      await expect(alert).toContainText('같은 파일을 다시 고르면 이어서 불러와요.', { timeout: 90_000 });
      test.info().annotations.push({ type: 'read', description: `${fault}\t${await alert.innerText()}` });
      await expect(page.getByText(/불러왔어요|새로 불러올 항목이 없어요/)).toHaveCount(0);

      await storage.repair();
      await page.getByLabel('ZIP 파일 선택').setInputFiles(file);
      await expect(page.getByText('맛집 0곳과 일지 1개, 모음 0개를 불러왔어요.')).toBeVisible();
      await expect(page.getByText('불러오지 못한 항목')).toHaveCount(0);
      const photo = await page.request.get(`/api/photos/${await photoOf(page)}/large`);
      expect([photo.status(), photo.headers()['content-type']]).toEqual([200, 'image/webp']);
    });
});
