import { expect, type Page, test } from './support/test.ts';
import { newMember, signUp, viewports } from './support/member.ts';

test.use({ viewport: viewports.phone, permissions: ['clipboard-read', 'clipboard-write'] });

const picture = async (page: Page) => ({
  name: 'meal.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    await page.evaluate(() => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [640, 480];
      const context = canvas.getContext('2d');
      for (let ring = 0; context && ring < 8; ring += 1) {
        context.fillStyle = `hsl(${20 + ring * 6} 70% ${30 + ring * 7}%)`;
        context.fillRect(ring * 30, ring * 24, 640 - ring * 60, 480 - ring * 48);
      }
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    }),
    'base64',
  ),
});

test('일지를 사진과 함께 쓰고 공유하면 친구가 보고, 그만하면 글도 사진도 끊긴다', async ({
  page,
  browser,
}) => {
  await signUp(page, newMember('은조'));
  await page.goto('/app/momokzi-journal/write');
  await page.getByRole('combobox', { name: '어디에서 먹었어요?' }).fill('해달골 국밥');
  await page.getByLabel('무엇을 먹었어요?').fill('국물까지 싹 비움.');
  const chooser = page.locator('input[type=file]').first();
  await chooser.setInputFiles(await picture(page));
  await expect(page.getByRole('button', { name: '1번째 사진 삭제' })).toBeVisible();
  await page.getByRole('button', { name: '저장하기' }).click();
  await expect(page).toHaveURL(/momokzi-journal$/);
  const { entries } = await (await page.request.get('/api/journal')).json();

  await page.goto(`/app/momokzi-journal/${entries[0].id}`);
  const sharing = page.getByRole('region', { name: /이 일지 공유/ });
  await expect(sharing).toContainText('나만 볼 수 있어요');
  await sharing.getByRole('button', { name: '공유하기' }).click();
  await expect(sharing).toContainText('링크가 있으면 누구나');
  await page.reload();
  await sharing.getByRole('button', { name: '링크 보내기' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/\/shared-momokzi-journal\/[\w-]{32}/);
  const [link = ''] =
    /http\S+\/shared-momokzi-journal\/[\w-]{32}/.exec(
      await page.evaluate(() => navigator.clipboard.readText()),
    ) ?? [];

  const friend = await (await browser.newContext({ viewport: viewports.phone })).newPage();
  await friend.goto(link);
  const card = await friend.locator('meta[property="og:image"]').getAttribute('content');
  expect((await friend.request.get(card ?? '')).headers()['content-type']).toBe('image/png');
  await expect(friend.getByRole('article').getByText('국물까지 싹 비움.')).toBeVisible();
  await expect(friend.getByText('은조님의 모먹지 일지')).toBeVisible();
  await expect(friend.getByRole('link', { name: '로그인' })).toBeVisible();
  const photo = friend.getByRole('button', { name: /사진 1장 중 1번째/ }).getByRole('img');
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  const photoAddress = await photo.evaluate((img: HTMLImageElement) => img.currentSrc);
  const seen = await friend.request.get(photoAddress);
  expect(seen.status()).toBe(200);

  await sharing.getByRole('button', { name: '공유 해제' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '공유 해제' }).click();
  await expect(sharing).toContainText('나만 볼 수 있어요');
  await friend.reload();
  await expect(friend.getByText('지금은 볼 수 없는 일지예요')).toBeVisible();
  await expect(friend.getByText('국물까지 싹 비움.')).toHaveCount(0);
  for (const address of [photoAddress, card ?? ''])
    expect((await friend.request.get(address)).status()).toBe(404);
});
