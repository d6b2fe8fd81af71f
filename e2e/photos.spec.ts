import { expect, type Page, type Route, test } from './support/test.ts';
import { addPlace, findPlace, savedRestaurants, signUp, viewports } from './support/member.ts';
import { signInAs } from './support/admin.ts';

test.use({ viewport: viewports.phone });

/** Returns a photo with structure. It is larger than the size in which photos are stored. */
const jpeg = async (page: Page, at: number) => ({
  name: `meal-${at}.jpg`,
  mimeType: 'image/jpeg',
  buffer: Buffer.from(
    await page.evaluate(async (hue) => {
      const canvas = new OffscreenCanvas(2400, 1800);
      const context = canvas.getContext('2d');
      for (let ring = 0; context && ring < 60; ring += 1) {
        context.fillStyle = `hsl(${hue + ring * 5} 80% 60%)`;
        context.fillRect(ring * 20, ring * 15, 2400 - ring * 40, 1800 - ring * 30);
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

  // The upload is slowed down to 400 kbit/s, and the connection of the fourth photo breaks.
  const network = await page.context().newCDPSession(page);
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 50_000,
  });
  let sent = 0;
  await page.route('**/api/photos?purpose=journal*', (route) => {
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

/** A file that begins like an ISO file with the HEIC brand. */
const HEIC = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1');
const PROGRAM = Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1'), Buffer.alloc(2_000)]);

const small = async (page: Page, { name, type }: { name: string; type: 'image/png' | 'image/webp' }) => ({
  name,
  mimeType: type,
  buffer: Buffer.from(
    await page.evaluate(async (mime) => {
      const canvas = new OffscreenCanvas(64, 48);
      const context = canvas.getContext('2d');
      if (context) context.fillStyle = '#a33';
      context?.fillRect(0, 0, 64, 48);
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: mime })).arrayBuffer());
      return btoa(String.fromCharCode(...bytes));
    }, type),
    'base64',
  ),
});

const hand = (page: Page, how: 'drop' | 'paste', file: Awaited<ReturnType<typeof small>>) =>
  page.evaluate(
    ({ event, name, type, base64 }) => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      data.items.add(new File([bytes], name, { type }));
      if (event === 'paste') {
        document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
        return;
      }
      const place = document.querySelector('input[type=file]')?.closest('ul');
      for (const step of ['dragover', 'drop'])
        place?.dispatchEvent(new DragEvent(step, { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    { event: how, name: file.name, type: file.mimeType, base64: file.buffer.toString('base64') },
  );

test('사진을 올리는 중에 저장하면, 일지와 리뷰는 사진이 다 올라간 뒤에 저장된다', async ({ page }) => {
  await signUp(page);
  const { placeId } = await findPlace(page, '해달골');
  await addPlace(page, placeId, { status: '방문 완료' });
  const photo = await small(page, { name: 'meal.png', type: 'image/png' });
  const holdUploads = async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const hold = async (route: Route) => {
      await held;
      await route.continue().catch(() => {});
    };
    await page.route('**/api/photos?purpose=*', hold);
    return async () => {
      release();
      await page.unroute('**/api/photos?purpose=*', hold);
    };
  };
  const save = page.getByRole('button', { name: '저장하기' });
  const choosePhoto = async () => {
    await page.locator('input[type=file]').first().setInputFiles([photo]);
    await expect(page.getByRole('progressbar')).toBeVisible();
  };

  await page.goto('/app/momokzi-journal/write');
  await page.getByRole('combobox', { name: '어디에서 먹었어요?' }).fill('사진 느린 집');
  const releaseJournal = await holdUploads();
  await choosePhoto();
  await save.click();
  await expect(page.getByText('이 기기에 저장했어요.')).toBeVisible();
  await releaseJournal();
  const entries = async () => (await (await page.request.get('/api/journal')).json()).entries;
  await expect.poll(entries).toMatchObject([{ restaurantName: '사진 느린 집', photos: [{}] }]);

  await page.goto(`/app/restaurant/${placeId}`);
  await page.getByRole('button', { name: '남기기' }).click();
  await page.getByLabel('한줄평', { exact: true }).fill('사진과 함께');
  const releaseReview = await holdUploads();
  await choosePhoto();
  await save.click();
  await expect(save).toHaveAttribute('aria-busy', 'true');
  await releaseReview();
  await expect(page.getByText('리뷰가 등록되었습니다!')).toBeVisible();
  expect(await savedRestaurants(page)).toMatchObject([
    { review: '사진과 함께', userPhotoFilenames: [expect.any(String)] },
  ]);
});

test('사진을 고르고 끌어다 놓고 붙여 넣고, 옮기고 설명하고 그만두고, 사진이 아닌 것은 이유를 듣는다', async ({
  page,
}) => {
  await signInAs(page, 'paid');
  await page.goto('/app/momokzi-journal/write');
  await page.getByRole('combobox', { name: '어디에서 먹었어요?' }).fill('사진 많은 집');
  const chooser = page.locator('input[type=file]').first();
  await expect(chooser).toBeAttached();
  const ready = page.getByRole('button', { name: /번째 사진 설명 적기/ });
  const png = await small(page, { name: 'meal.png', type: 'image/png' });
  const webp = await small(page, { name: 'meal.webp', type: 'image/webp' });

  await test.step('고르고, 끌어다 놓고, 붙여 넣는다', async () => {
    await chooser.setInputFiles([png, webp]);
    await expect(ready).toHaveCount(2);
    await hand(page, 'drop', png);
    await expect(ready).toHaveCount(3);
    await hand(page, 'paste', webp);
    await expect(ready).toHaveCount(4);
  });

  await test.step('HEIC와 이름만 사진인 것과 깨진 것은 이유를 말하고, 빼면 저장할 수 있다', async () => {
    await chooser.setInputFiles([
      { name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: HEIC },
      { name: 'menu.jpg', mimeType: 'image/jpeg', buffer: PROGRAM },
      { ...png, name: 'half.png', buffer: png.buffer.subarray(0, 60) },
    ]);
    const failure = page.getByRole('alert').filter({ hasText: '사진 3장을 올리지 못했어요.' });
    await expect(failure).toContainText('이 브라우저는 HEIC 사진을 읽지 못해요. JPEG로 바꿔서 올려 주세요.');
    await expect(failure).toContainText('사진 파일이 아니에요.');
    await expect(failure).toContainText('이 사진을 읽지 못했어요.');
    await expect(failure.getByRole('button')).toHaveCount(0);
    for (const position of [7, 6, 5])
      await page.getByRole('button', { name: `${position}번째 사진 삭제` }).click();
    await expect(failure).toHaveCount(0);
  });

  await test.step('설명을 적고, 화살표 키로 맨 앞에 옮긴다', async () => {
    const describe = page.getByRole('button', { name: '4번째 사진 설명 적기' });
    await describe.click();
    await page.getByLabel('어떤 사진인가요?').fill('김이 오르는 곰탕');
    await page.getByRole('button', { name: '설명 저장' }).click();
    await expect(describe).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(/^4번째 사진 옮기기/)).toBeFocused();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('status').filter({ hasText: '1번째로 옮겼어요.' })).toBeAttached();
  });

  await test.step('올리던 것을 그만두면 자리가 다시 나고, 열 장이 차면 더 받지 않는다', async () => {
    await page.route('**/api/photos?purpose=journal*', () => new Promise(() => undefined), { times: 1 });
    await chooser.setInputFiles([png]);
    await page.getByRole('button', { name: '5번째 사진 올리기 취소' }).click();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expect(ready).toHaveCount(4);
    await chooser.setInputFiles(Array.from({ length: 7 }, () => png));
    await expect(page.getByText('사진은 10장까지 넣을 수 있어요.')).toBeVisible();
    await expect(ready).toHaveCount(10);
    await expect(chooser).toHaveCount(0);
  });

  await test.step('저장하면 차례와 설명이 그대로 보인다', async () => {
    await page.getByRole('button', { name: '저장하기' }).click();
    await expect(page).toHaveURL(/momokzi-journal$/);
    const { entries } = await (await page.request.get('/api/journal')).json();
    const written = entries.find(
      (entry: { restaurantName: string }) => entry.restaurantName === '사진 많은 집',
    );
    expect(written.photos.map(({ alt }: { alt: string }) => alt)).toEqual([
      '김이 오르는 곰탕',
      ...Array.from({ length: 9 }, () => ''),
    ]);
    await page.goto(`/app/momokzi-journal/${written.id}`);
    await expect(
      page.getByRole('button', { name: /사진 10장 중 1번째 크게 보기. 김이 오르는 곰탕/ }),
    ).toBeVisible();
  });
});
