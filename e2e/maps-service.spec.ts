import { expect, type Page, test } from '@playwright/test';
import { SANDBOX_MAPS_KEY } from '../sandbox/addresses.mjs';
import { MAP_KEYS, type MapScripts, startMapScripts } from '../sandbox/map-scripts/map-scripts.ts';
import { type MapsSandbox, startMapsSandbox } from '../sandbox/maps/maps.ts';
import { signUp, viewports } from './support/member.ts';
import { type OwnProduct, startProduct } from './support/own-product.ts';

/*
 * The main job with places from Google and from Kakao. The services are the sandbox's, by their wire contracts; the
 * product is the real one, with keys.
 */

const FIRST_PORT = Number(process.env.E2E_PORT ?? 3210) + 120;
const PLACE = '해달골 국밥';

const SENTENCES = {
  unavailable: '지도 서비스가 응답하지 않아요. 잠시 후 다시 하거나 직접 입력해 주세요.',
  quota: '지도 서비스를 쓸 수 있는 만큼 다 썼어요. 나중에 다시 하거나 직접 입력해 주세요.',
  key: '지도 서비스 설정에 문제가 있어요. 관리자가 고칠 때까지 직접 입력해 주세요.',
};

const services = [
  {
    name: 'Google',
    service: 'google',
    settings: (maps: string, scripts: string) => ({
      PLACES_PROVIDER: 'google',
      GOOGLE_PLACES_KEY: SANDBOX_MAPS_KEY,
      GOOGLE_PLACES_URL: maps,
      GOOGLE_GEOCODING_URL: maps,
      GOOGLE_MAPS_BROWSER_KEY: MAP_KEYS.good,
      GOOGLE_MAPS_URL: scripts,
    }),
  },
  {
    name: '카카오',
    service: 'kakao',
    settings: (maps: string, scripts: string) => ({
      PLACES_PROVIDER: 'kakao',
      KAKAO_LOCAL_KEY: SANDBOX_MAPS_KEY,
      KAKAO_LOCAL_URL: maps,
      KAKAO_MAPS_BROWSER_KEY: MAP_KEYS.good,
      KAKAO_MAPS_URL: scripts,
    }),
  },
] as const;

for (const [index, { name, service, settings }] of services.entries()) {
  test.describe(`${name}에서 온 곳`, () => {
    let maps: MapsSandbox;
    let scripts: MapScripts;
    let product: OwnProduct;
    test.describe.configure({ mode: 'default' });
    test.beforeAll(async () => {
      [maps, scripts] = await Promise.all([startMapsSandbox({ port: 0 }), startMapScripts({ port: 0 })]);
      product = await startProduct({ port: FIRST_PORT + index, settings: settings(maps.url, scripts.url) });
    });
    test.afterAll(async () => {
      await product?.stop();
      await Promise.all([maps?.close(), scripts?.close()]);
    });
    test.beforeEach(async ({ page }) => {
      maps.misbehave(service, 'none');
      await signUp(page, undefined, product.url);
      await page.goto(`${product.url}/app/add`);
    });

    const search = (page: Page) => page.getByRole('combobox', { name: '식당 이름' });
    const choosePlace = async (page: Page, place: string) => {
      // After the faults of another story the product may leave the service alone for a while.
      await expect(async () => {
        await search(page).fill('');
        await search(page).pressSequentially(place.slice(0, 3), { delay: 60 });
        await expect(page.getByRole('option', { name: new RegExp(place) })).toBeVisible({ timeout: 3_000 });
      }).toPass({ timeout: 60_000 });
      await page.getByRole('option', { name: new RegExp(place) }).click();
    };

    for (const [size, viewport] of Object.entries(viewports))
      test(`찾아 담고, 열어 보고, 다시 열어도 있다 (${size})`, async ({ page }) => {
        await page.setViewportSize(viewport);
        await choosePlace(page, PLACE);
        await page.getByRole('button', { name: '맛집 등록하기' }).click();
        await expect(page.getByRole('heading', { name: '내 맛집 1곳' })).toBeVisible();
        await page.reload();
        await page.getByRole('link', { name: new RegExp(PLACE) }).click();
        await expect(page.getByRole('heading', { name: PLACE })).toBeVisible();
        await expect(page.getByRole('link', { name: '02-0000-1001' }).first()).toBeVisible();
        if (service === 'kakao') return;
        // From the first key to the choice one session, ended once by the details.
        const used = maps.sessions().filter(({ details }) => details > 0);
        expect(used.length).toBeGreaterThan(0);
        for (const session of used) expect(session).toMatchObject({ details: 1, afterEnd: 0 });
      });

    test('찾다가 무엇이 잘못되어도 알맞게 알리고, 친 것은 그대로이고, 손으로 담을 수 있다', async ({
      page,
    }) => {
      for (const [fault, sentence] of [
        ['quota', SENTENCES.quota],
        ['key_invalid', SENTENCES.key],
        ['not_enabled', SENTENCES.key],
        ['truncated', SENTENCES.unavailable],
        ['reset', SENTENCES.unavailable],
      ] as const) {
        await test.step(fault, async () => {
          maps.misbehave(service, fault);
          // Another word each time: what was found, or could not be, is remembered.
          await search(page).fill(`해달골 ${fault}`);
          await expect(page.getByText(sentence)).toBeVisible();
          await expect(search(page)).toHaveValue(`해달골 ${fault}`);
        });
      }
      await page.getByRole('option', { name: /지도에서 직접 찍기/ }).click();
      await expect(page.getByLabel('이름', { exact: true })).toHaveValue('해달골 reset');
    });

    // Kakao tells everything when it is searched, and is not asked again when a place is saved.
    if (service === 'kakao') return;
    test('담는 순간 멎어도 적은 것이 남고, 돌아오면 담긴다', async ({ page }) => {
      // One that the catalogue does not have yet.
      await choosePlace(page, '누리달 식빵');
      await page.getByLabel('출처 메모').fill('혜진이 추천');
      maps.misbehave(service, 'truncated');
      await page.getByRole('button', { name: '맛집 등록하기' }).click();
      await expect(page.getByRole('alert').getByText(SENTENCES.unavailable)).toBeVisible();
      await expect(page.getByLabel('출처 메모')).toHaveValue('혜진이 추천');
      maps.misbehave(service, 'none');
      await page.getByRole('button', { name: '맛집 등록하기' }).click();
      await expect(page.getByRole('heading', { name: '내 맛집 1곳' })).toBeVisible();
    });
  });
}
