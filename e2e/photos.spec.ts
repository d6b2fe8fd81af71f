import { expect, type Page, test } from '@playwright/test';
import { viewports } from './support/member.ts';
import { signInAs } from './support/admin.ts';

test.use({ viewport: viewports.phone });

/** A photo of the browser's own making, twelve megapixels of structure, as a JPEG. */
const jpeg = async (page: Page, at: number) => ({
  name: `meal-${at}.jpg`,
  mimeType: 'image/jpeg',
  buffer: Buffer.from(
    await page.evaluate(async (hue) => {
      const canvas = new OffscreenCanvas(4000, 3000);
      const context = canvas.getContext('2d');
      for (let ring = 0; context && ring < 60; ring += 1) {
        context.fillStyle = `hsl(${hue + ring * 5} 80% 60%)`;
        context.fillRect(ring * 33, ring * 25, 4000 - ring * 66, 3000 - ring * 50);
      }
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    }, at * 36),
    'base64',
  ),
});

test('느린 연결에서 열 장을 한꺼번에 올리고, 끊긴 한 장을 다시 올린다', async ({ page }) => {
  await signInAs(page, 'paid');
  await page.goto('/app/momokzi-journal/write');
  const chooser = page.locator('input[type=file]').first();
  await expect(chooser).toBeAttached();
  const files: Awaited<ReturnType<typeof jpeg>>[] = [];
  for (let at = 0; at < 10; at += 1) files.push(await jpeg(page, at));

  // 400 kbit/s up, and the fourth photo's connection breaks.
  const network = await page.context().newCDPSession(page);
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 50_000,
  });
  let sent = 0;
  await page.route('**/api/photos?purpose=journal', (route) => {
    sent += 1;
    return sent === 4 ? route.abort('connectionreset') : route.continue();
  });

  await chooser.setInputFiles(files);
  await expect(page.getByRole('progressbar').first()).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 90_000 });
  const failure = page.getByRole('alert').filter({ hasText: '사진 1장을 올리지 못했어요.' });
  await expect(failure).toContainText('연결이 끊겼어요');
  await expect(page.getByRole('button', { name: /번째 사진 설명 적기/ })).toHaveCount(9);

  await failure.getByRole('button', { name: '다시 올리기' }).click();
  await expect(page.getByRole('button', { name: /번째 사진 설명 적기/ })).toHaveCount(10, {
    timeout: 60_000,
  });
  await expect(failure).toHaveCount(0);
  await page.getByLabel(/^10번째 사진 옮기기/).focus();
  await page.keyboard.press('Home');
  await expect(page.getByRole('status').filter({ hasText: '1번째로 옮겼어요.' })).toBeAttached();
});
