import { expect, test } from './support/test.ts';
import {
  KAKAO_SHARE_KEY,
  type KakaoShareSandbox,
  startKakaoShare,
} from '../tools/sandbox/kakao-share/kakao-share.ts';
import { signInAs } from './support/admin.ts';
import { viewports } from './support/member.ts';
import { type OwnProduct, startProduct } from './support/product-under-test.ts';

/* The sandbox replaces Kakao's SDK. The product and its content security policy are real. */

const PORT = Number(process.env.E2E_PORT ?? 3210) + 114;
const SITE = `http://localhost:${PORT}`;

test.use({ baseURL: SITE, viewport: viewports.phone });
// All stories of this file share one server.
test.describe.configure({ mode: 'default' });

let kakao: KakaoShareSandbox;
let product: OwnProduct;
test.beforeAll(async () => {
  kakao = await startKakaoShare({ port: 0, sites: [SITE] });
  product = await startProduct({
    port: PORT,
    settings: {
      KAKAO_JAVASCRIPT_KEY: KAKAO_SHARE_KEY,
      KAKAO_SDK_URL: kakao.scriptUrl,
      KAKAO_SDK_INTEGRITY: kakao.integrity,
    },
  });
});
test.afterAll(async () => {
  await product?.stop();
  await kakao?.close();
});

test('리스트와 일지를 카카오톡 카드로 보낸다: 제목, 그림, 여는 단추', async ({ page }) => {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text());
  });
  await signInAs(page, 'paid');
  await page.goto('/app/share-my-list');
  await page.getByRole('button', { name: '링크 만들기' }).click();
  await page.getByRole('button', { name: '내 맛집 전체' }).click();
  await page.getByLabel('제목').fill('국물 <지도>');
  await page.getByRole('button', { name: '링크 만들기' }).click();

  await test.step('리스트', async () => {
    const opening = page.waitForEvent('popup');
    await page.getByRole('button', { name: '국물 <지도> 카카오톡으로 보내기' }).click();
    const card = await opening;
    await expect(card.getByRole('heading', { name: '국물 <지도>' })).toBeVisible();
    const image = card.getByRole('presentation');
    await expect(image).toHaveAttribute('src', new RegExp(`^${SITE}/shared/[\\w-]{32}/card\\.png`));
    const picture = await page.request.get((await image.getAttribute('src')) ?? '');
    expect(picture.headers()['content-type']).toBe('image/png');
    await card.getByRole('link', { name: '맛집 보기' }).click();
    await expect(card).toHaveURL(/\/shared\/[\w-]{32}$/);
    await expect(card.getByRole('heading', { name: '국물 <지도>', level: 1 })).toBeVisible();
    await card.close();
  });

  await test.step('일지', async () => {
    const { entries } = await (await page.request.get('/api/journal')).json();
    await page.goto(`/app/momokzi-journal/${entries[0].id}`);
    const sharing = page.getByRole('region', { name: /이 일지 공유/ });
    await sharing.getByRole('button', { name: '공유하기' }).click();
    const opening = page.waitForEvent('popup');
    await sharing.getByRole('button', { name: /카카오톡으로 보내기/ }).click();
    const card = await opening;
    await card.getByRole('link', { name: '일지 보기' }).click();
    await expect(card).toHaveURL(/\/shared-momokzi-journal\/[\w-]{32}$/);
    await expect(card.getByRole('article')).toBeVisible();
  });
  expect(violations).toEqual([]);
});
