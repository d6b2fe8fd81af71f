import { expect, type Page, test } from './support/test.ts';
import { addPlace, signUp, somePlaces } from './support/member.ts';

/** Adds example places until the list has the given number. */
async function addPlaces(page: Page, count: number): Promise<void> {
  for (const { placeId } of await somePlaces(page, count)) await addPlace(page, placeId);
}

/** Sends the event with which Chromium offers the installation. */
const offerInstallation = (page: Page) =>
  page.evaluate(() => {
    const prompt = () => {
      Object.assign(window, { wasPrompted: true });
      return Promise.resolve({ outcome: 'dismissed' });
    };
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
  });

/**
 * Opens the menu. If a page has an installation hint, it shows the hint before the menu opens. Therefore a story can
 * check after this call that there is no hint.
 */
async function openMenu(page: Page) {
  // On a phone, the button of the header disappears when the navigation appears.
  const navigation = page.getByRole('navigation', { name: '주요 화면' });
  await navigation.getByRole('button', { name: '메뉴 열기' }).click();
  await expect(page.getByRole('button', { name: '로그아웃' })).toBeVisible();
}

const hint = (page: Page) => page.getByRole('region', { name: '앱 설치' });

type Picture = { src: string; sizes: string; purpose?: string; form_factor?: string };
type Manifest = {
  id: string;
  display: string;
  icons: Picture[];
  screenshots: Picture[];
  shortcuts: { name: string; url: string }[];
  share_target: { action: string; method: string; params: Record<string, unknown> };
  launch_handler: unknown;
};

test('설치에 필요한 것이 매니페스트에 있고, 그림은 적힌 크기이며, 바로가기가 열린다', async ({ page }) => {
  await signUp(page);
  await page.goto('/app');
  const address = (await page.locator('link[rel=manifest]').getAttribute('href')) ?? '';
  const manifest = (await (await page.request.get(address)).json()) as Manifest;
  expect(manifest).toMatchObject({ id: '/app', display: 'standalone', launch_handler: {} });
  const { action, method, params } = manifest.share_target;
  expect([action, method, Object.keys(params)]).toEqual([
    '/app/add',
    'POST',
    ['title', 'text', 'url', 'files'],
  ]);
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  expect(new Set(manifest.screenshots.map((each) => each.form_factor))).toEqual(new Set(['narrow', 'wide']));
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
    const size = await page.evaluate(async (url) => {
      const image = Object.assign(new Image(), { src: url });
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    if (sizes !== 'any') expect(size, src).toBe(sizes);
  }
  for (const { name, url } of manifest.shortcuts) {
    await page.goto(url);
    await expect(page.getByRole('heading', { name }).first()).toBeVisible();
  }
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['맛집 등록', '일지 쓰기']);
});

test('세 곳을 저장하면 홈 화면에 추가하라고 하고, 한 번 닫으면 다시 나오지 않는다', async ({ page }) => {
  await signUp(page);
  await addPlaces(page, 2);
  await page.goto('/app');
  await expect(page.getByText('내 맛집 2곳')).toBeVisible();
  await offerInstallation(page);
  await openMenu(page);
  await expect(hint(page)).toHaveCount(0);

  await addPlaces(page, 3);
  await page.reload();
  await expect(page.getByText('내 맛집 3곳')).toBeVisible();
  await offerInstallation(page);
  await hint(page).getByRole('button', { name: '추가하기' }).click();
  await expect.poll(() => page.evaluate(() => 'wasPrompted' in window)).toBe(true);
  await hint(page).getByRole('button', { name: '다시 보지 않기' }).click();
  await expect(hint(page)).toHaveCount(0);

  await page.reload();
  await expect(page.getByText('내 맛집 3곳')).toBeVisible();
  await offerInstallation(page);
  await openMenu(page);
  await expect(hint(page)).toHaveCount(0);
});

test.describe('iPhone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  });
  test('아이폰에서는 홈 화면에 추가하는 방법을 그림으로 보여 준다', async ({ page }) => {
    await signUp(page);
    await addPlaces(page, 3);
    await page.goto('/app');
    await hint(page).getByRole('button', { name: '방법 보기' }).click();
    const dialog = page.getByRole('dialog', { name: '홈 화면에 추가하기' });
    await expect(dialog.getByRole('listitem')).toHaveCount(3);
    await dialog.getByRole('button', { name: '닫기' }).last().click();
    await expect(dialog).toHaveCount(0);
    await expect(hint(page)).toBeVisible();
  });
});
