import { expect, type Page, test } from './support/test.ts';
import { violations } from './support/check-screen.ts';
import { addPlace, savedRestaurants, signUp, somePlaces } from './support/member.ts';

type Place = { placeId: string; name: string; address: string };

/** Draws captions as a television shows them: white with an outline, over a coloured scene. */
async function captions(page: Page, places: readonly Place[]) {
  const drawing = await page.context().newPage();
  await drawing.setViewportSize({ width: 960, height: 540 });
  // The machine may have no Korean font. Therefore the captions use the product's typeface, which the product sends
  // only to members.
  await drawing.goto('/app/settings');
  await drawing.waitForFunction(() =>
    [...document.fonts].some(({ family }) => family.includes('Pretendard')),
  );
  const pictures: Buffer[] = [];
  for (const { name, address } of places) {
    await drawing.evaluate(
      async ([title, text]) => {
        // The content security policy forbids style attributes in HTML, but allows scripts to set styles.
        const line = (content: string, style: string) => {
          const element = document.createElement('div');
          element.textContent = content;
          element.style.cssText = `position:fixed;left:60px;color:#fff;font-family:Pretendard Variable;font-weight:700;white-space:nowrap;paint-order:stroke fill;-webkit-text-stroke:8px #111;${style}`;
          return element;
        };
        document.body.replaceChildren(
          line('', 'inset:0;background:linear-gradient(120deg,#a0522d,#caa472 40%,#5a6b3a)'),
          line('오늘은 외식', 'top:30px;font-size:28px'),
          line(title, 'bottom:110px;font-size:64px'),
          line(text, 'bottom:56px;font-size:28px'),
        );
        await document.fonts.load('700 64px Pretendard Variable', `${title}${text}`);
      },
      [name, address.replace(/(특별|광역)시/, '').replace(/ *[,(].*/, '')] as const,
    );
    pictures.push(await drawing.screenshot());
  }
  await drawing.close();
  return pictures.map((buffer, at) => ({ name: `caption-${at}.png`, mimeType: 'image/png', buffer }));
}

const placesToDraw = async (page: Page, count: number) =>
  ((await somePlaces(page, 20)) as Place[])
    .filter(({ name }) => /^[가-힣 ]{4,8}$/.test(name))
    .slice(0, count);

const card = (page: Page, number: number) => page.getByRole('listitem', { name: `${number}번째 사진` });

test('캡처 한 장을 읽어 후보를 보여 주고, 고른 곳을 등록한다', async ({ page }) => {
  await signUp(page);
  const [place] = await placesToDraw(page, 1);
  const [picture] = await captions(page, [place!]);
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.goto('/app/add');
  await page.getByLabel('캡처에서 찾기').setInputFiles([picture!]);

  const candidate = page.getByRole('radio', { name: place!.name }).first();
  await expect(candidate).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await page.getByRole('button', { name: '이 가게로 계속' }).click();
  await expect(page.getByText('가게를 먼저 골라 주세요.')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  const line = page.getByRole('list', { name: '사진에서 읽은 글자' }).getByRole('button').first();
  await line.click();
  await expect(page.getByRole('combobox')).toHaveValue(await line.innerText());
  await candidate.check();
  expect(writes).toEqual([]);
  await page.getByRole('checkbox', { name: /맛집 사진으로 저장/ }).check();
  await page.getByRole('button', { name: '이 가게로 계속' }).click();
  await expect(page.getByText('선택한 사진을 맛집 사진으로 함께 저장해요.')).toBeVisible();
  expect(writes).toEqual(['POST /api/photos']);
  await page.getByRole('button', { name: '맛집 등록하기' }).click();
  await expect(page.getByText(`${place!.name} 맛집이 추가되었습니다.`)).toBeVisible();
  const restaurants = await savedRestaurants(page);
  expect(restaurants).toMatchObject([{ name: place!.name, userPhotoFilenames: [expect.any(String)] }]);
});

test('이미 담은 집의 캡처는 사진을 더하지 않았다고 말하고, 남긴 사진은 다른 집에 더하고 되돌린다', async ({
  page,
}) => {
  await signUp(page);
  const [first, second] = await placesToDraw(page, 2);
  await addPlace(page, first!.placeId);
  const pictures = await captions(page, [first!, second!]);
  const choose = async (at: number, { name }: Place) => {
    await page.goto('/app/add');
    await page.getByLabel('캡처에서 찾기').setInputFiles([pictures[at]!]);
    await page.getByRole('radio', { name }).first().check({ timeout: 60_000 });
    await page.getByRole('checkbox', { name: /맛집 사진으로 저장/ }).check();
    await page.getByRole('button', { name: '이 가게로 계속' }).click();
  };
  await choose(0, first!);
  await expect(page.getByText('이미 담은 맛집이라 선택한 사진을 추가하지 않았어요.')).toBeVisible();

  await choose(1, second!);
  await expect(page.getByText('선택한 사진을 맛집 사진으로 함께 저장해요.')).toBeVisible();
  await page.getByRole('button', { name: `${second!.name} 선택 취소` }).click();
  await page.getByRole('combobox', { name: '가게 이름' }).fill(first!.name);
  await page
    .getByRole('option', { name: new RegExp(first!.name) })
    .first()
    .click();
  await page.getByRole('button', { name: '입력한 내용 추가' }).click();
  await expect(page.getByText('사진 1개를 추가했어요.')).toBeVisible();
  const photos = async () => (await savedRestaurants(page))[0]?.userPhotoFilenames.length;
  await expect.poll(photos).toBe(1);
  await page.getByRole('button', { name: '되돌리기' }).click();
  await expect.poll(photos).toBe(0);
});

test('여러 장은 사진마다 고른 뒤 함께 확인하고, 사진은 보내지 않는다', async ({ page }) => {
  await signUp(page);
  const places = await placesToDraw(page, 2);
  const pictures = await captions(page, places);
  const bodies: string[] = [];
  page.on('request', (request) => bodies.push(request.postDataBuffer()?.toString('latin1') ?? ''));
  await page.goto('/app/add');
  await page.getByLabel('캡처에서 찾기').setInputFiles(pictures);
  for (const [at, { name }] of places.entries())
    await card(page, at + 1)
      .getByRole('radio', { name })
      .first()
      .check({ timeout: 60_000 });
  await page.getByRole('button', { name: '선택한 2곳 확인하기' }).click();
  await expect(page.getByRole('heading', { name: '가져온 2곳을 확인해 주세요' })).toBeVisible();
  await expect(page.getByRole('button', { name: '2곳 담기' }).last()).toBeVisible();
  expect(bodies.filter((body) => body.includes('PNG') || body.length > 5_000)).toEqual([]);
});

test('여러 곳이 적힌 캡처에서는 담을 곳을 모두 고른다', async ({ page }) => {
  await signUp(page);
  const [first, second] = await placesToDraw(page, 2);
  const [picture] = await captions(page, [{ ...first!, address: second!.name }]);
  await page.goto('/app/add');
  await page.getByLabel('캡처에서 찾기').setInputFiles([picture!]);
  const places = page.getByRole('group', { name: '어느 가게를 담을까요?' });
  await places.getByRole('checkbox', { name: first!.name }).check({ timeout: 60_000 });
  await places.getByRole('checkbox', { name: second!.name }).check();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: '선택한 2곳 확인하기' }).click();
  await expect(page.getByRole('button', { name: '2곳 담기' }).last()).toBeVisible();
});

test('공유하거나 나중에 붙여넣은 사진도 모두 20장까지만 읽는다', async ({ page }) => {
  await signUp(page);
  const cards = page.getByRole('listitem', { name: /번째 사진$/ });
  const note = page.getByText('앞의 20장만 읽을게요');
  await page.goto('/app/settings');
  await storeAsShared(page, 21);
  await page.goto('/app/add?shared=pictures');
  await expect(note).toBeVisible();
  await expect(cards).toHaveCount(20);

  await page.goto('/app/add');
  const unreadable = { mimeType: 'image/png', buffer: Buffer.from('bytes') };
  await page
    .getByLabel('캡처에서 찾기')
    .setInputFiles(Array.from({ length: 19 }, (_, at) => ({ name: `${at}.png`, ...unreadable })));
  await expect(cards).toHaveCount(19);
  await expect(note).toHaveCount(0);
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    for (const name of ['a.png', 'b.png', 'c.png'])
      clipboardData.items.add(new File(['bytes'], name, { type: 'image/png' }));
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData }));
  });
  await expect(note).toBeVisible();
  await expect(cards).toHaveCount(20);
});

/** Stores pictures like the service worker when another app shares them. */
const storeAsShared = (page: Page, count: number) =>
  page.evaluate(
    (length) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('momokzi-shared-pictures', 1);
        opening.onupgradeneeded = () => void opening.result.createObjectStore('pictures');
        opening.onsuccess = () => {
          const storing = opening.result.transaction('pictures', 'readwrite');
          const files = Array.from(
            { length },
            (_, at) => new File(['bytes'], `${at}.png`, { type: 'image/png' }),
          );
          storing.objectStore('pictures').put({ files, sharedAt: Date.now() }, 'shared');
          storing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    count,
  );
