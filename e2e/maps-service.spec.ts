import { expect, type Page, test } from './support/test.ts';
import { SANDBOX_MAPS_KEY } from '../tools/sandbox/addresses.mjs';
import { MAP_KEYS, type MapScripts, startMapScripts } from '../tools/sandbox/map-scripts/map-scripts.ts';
import { type MapsSandbox, startMapsSandbox } from '../tools/sandbox/maps/maps.ts';
import { closeInRegister } from './support/database.ts';
import { signUp, viewports } from './support/member.ts';
import { type OwnProduct, startProduct } from './support/product-under-test.ts';

/* The sandbox implements the HTTP interfaces of Google and Kakao. The product is real, and API keys are set. */

const FIRST_PORT = Number(process.env.E2E_PORT ?? 3210) + 120;
const PLACE = '해달골 국밥';

const SENTENCES = {
  unavailable: '지도 서비스가 응답하지 않아요. 잠시 후 다시 시도하거나 직접 등록해 주세요.',
  quota: '지금은 장소를 검색할 수 없어요. 나중에 다시 시도하거나 직접 등록해 주세요.',
  key: '지금은 장소를 검색할 수 없어요. 직접 등록해 주세요.',
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
    test.use({ baseURL: `http://localhost:${FIRST_PORT + index}` });
    test.beforeAll(async () => {
      [maps, scripts] = await Promise.all([startMapsSandbox({ port: 0 }), startMapScripts({ port: 0 })]);
      product = await startProduct({ port: FIRST_PORT + index, settings: settings(maps.url, scripts.url) });
    });
    test.afterAll(async () => {
      await product?.stop();
      await Promise.all([maps?.close(), scripts?.close()]);
    });
    test.beforeEach(async ({ page }) => {
      maps.injectFault(service, 'none');
      await signUp(page);
      await page.goto('/app/add');
    });

    const search = (page: Page) => page.getByRole('combobox', { name: '가게 이름' });
    const choosePlace = async (page: Page, place: string) => {
      // Faults of another story may have opened the circuit breaker.
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
        // Google bills by session. A session begins with the first key press and ends with the details request of the
        // chosen place. Kakao has no sessions.
        const used = maps.sessions().filter(({ details }) => details > 0);
        expect(used.length > 0).toBe(service === 'google');
        for (const session of used) expect(session).toMatchObject({ details: 1, afterEnd: 0 });
      });

    // Kakao returns none of these facts. This story runs before the stories about faults, because faults open the
    // circuit breaker.
    if (service === 'google')
      test('내 주변에서 담고, 아는 것은 모두 보고 모르는 것은 아니라고 하지 않으며, 폐업한 곳을 알아본다', async ({
        page,
        context,
      }) => {
        await context.grantPermissions(['geolocation'], { origin: product.url });
        await context.setGeolocation({ latitude: 37.5648, longitude: 126.992 });
        await page.setViewportSize(viewports.desktop);
        await page.goto('/app');
        await page
          .getByRole('button', { name: /내 주변에서 고르기/ })
          .first()
          .click();
        const dialog = page.getByRole('dialog', { name: '주변 맛집 찾기' });
        for (const name of ['나비물결카페', '물오름 파스타']) {
          await dialog.getByRole('button', { name: `${name} 담기`, exact: true }).click();
          await expect(dialog.getByRole('button', { name: `${name} 담기 되돌리기` })).toBeVisible();
        }
        expect(await dialog.getByRole('listitem').count()).toBe(20);
        await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
        await expect(page.getByRole('heading', { name: '내 맛집 2곳' })).toBeVisible();
        const closed = page.getByRole('listitem').filter({ hasText: '물오름 파스타' });
        await expect(closed).toContainText('폐업한 곳일 수 있어요');

        await page.getByRole('link', { name: /나비물결카페/ }).click();
        const facts = page.getByRole('region', { name: '나비물결카페 정보' });
        for (const fact of [
          /오늘 /,
          'example.com',
          'Google 지도 평점 3.6',
          '60명이 평가했어요',
          '무료 주차장',
          '반려견 동반 가능',
          '휠체어 이용 가능: 입구',
          '휠체어 이용 어려움: 좌석, 주차장',
          'Google 지도에서 제공한 정보예요',
        ])
          await expect(facts.getByText(fact).first()).toBeVisible();
        // The text depends on the time: open, closed, before the opening hour, or a day on which the place is closed.
        for (const fact of [/영업 (중|종료)|에 열어요|휴무일|쉬어요/, '저렴한 편'])
          await expect(page.getByRole('main').getByText(fact).first()).toBeVisible();
        await expect(facts.getByText('화장실')).toHaveCount(0);
        await expect(facts.getByRole('link', { name: '02-0000-1006' })).toHaveAttribute(
          'href',
          'tel:0200001006',
        );
        await facts.getByText(/오늘 /).first().click();
        await expect(facts.getByText('화요일: 휴무일')).toBeVisible();
        const photo = page.getByRole('region', { name: '나비물결카페 사진' }).getByRole('img').first();
        await expect(photo).toHaveJSProperty('complete', true);
        await expect(page.getByRole('link', { name: '예시 사진가 1' })).toBeVisible();

        await page.goto('/app');
        await page.getByRole('link', { name: /물오름 파스타/ }).click();
        await expect(page.getByText('폐업한 곳일 수 있어요')).toBeVisible();
        await expect(page.getByText(/영업 (중|종료)/)).toHaveCount(0);
      });

    // During the search, the product adds the business status of the register to Kakao's suggestions. Google's
    // suggestions have no business status.
    if (service === 'google')
      test('고른 곳이 인허가 대장에서 폐업이면 등록하기 전에 묻는다', async ({ page }) => {
        const place = '딱새둥지 호프';
        await closeInRegister({ name: place, dataFolder: product.dataFolder });
        await choosePlace(page, place);
        await expect(page.getByText('폐업한 곳으로 보여요. 등록하기 전에 확인해 주세요.')).toBeVisible();
        await page.getByRole('button', { name: '맛집 등록하기' }).click();
        await expect(page.getByRole('alertdialog', { name: '폐업한 곳으로 보여요' })).toBeVisible();
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
          maps.injectFault(service, fault);
          // The search text differs for each fault, because the server caches results and failures.
          const typed = `해달골 ${fault}`;
          // The message of the previous fault may still be shown, so the story first waits for the
          // answer.
          const answered = page.waitForResponse(
            (response) => new URL(response.url()).searchParams.get('q') === typed,
          );
          await search(page).fill(typed);
          await answered;
          await expect(page.getByText(sentence)).toBeVisible();
          await expect(search(page)).toHaveValue(typed);
        });
      }
      await page.getByRole('option', { name: /지도에서 직접 찍기/ }).click();
      await expect(page.getByLabel('이름', { exact: true })).toHaveValue('해달골 reset');
    });

    // Kakao returns all data with a search, so saving a place does not call it.
    if (service === 'google')
      test('담는 순간 멎어도 적은 것이 남고, 돌아오면 담긴다', async ({ page }) => {
        // This place is not in the catalogue yet.
        await choosePlace(page, '누리달 식빵');
        await page.getByLabel('출처 메모').fill('혜진이 추천');
        maps.injectFault(service, 'truncated');
        await page.getByRole('button', { name: '맛집 등록하기' }).click();
        await expect(page.getByRole('alert').getByText(SENTENCES.unavailable)).toBeVisible();
        await expect(page.getByLabel('출처 메모')).toHaveValue('혜진이 추천');
        maps.injectFault(service, 'none');
        await page.getByRole('button', { name: '맛집 등록하기' }).click();
        await expect(page.getByRole('heading', { name: '내 맛집 1곳' })).toBeVisible();
      });
  });
}
