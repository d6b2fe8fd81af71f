import { expect, test } from './support/test.ts';
import { addPlace, signUp, somePlaces, viewports } from './support/member.ts';

/* Browsers inside other apps are simulated by their user agents. */

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; SM-S918N; wv) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';

test.use({ viewport: viewports.phone });

test.describe('카카오톡 안에서', () => {
  test.use({ userAgent: `${ANDROID};KAKAOTALK 2410890` });

  test('카카오 로그인이 먼저고, Google은 다른 브라우저로 연다', async ({ page }) => {
    await page.goto('/login');
    await expect(
      page
        .getByRole('button')
        .filter({ hasText: /카카오|네이버|Google/ })
        .first(),
    ).toHaveText(/카카오/);
    await expect(page.getByRole('button', { name: /Google/ })).toHaveCount(0);
    await expect(page.getByText('카카오톡 안에서는 Google로 로그인할 수 없어요.')).toBeVisible();
    await expect(page.getByRole('link', { name: '다른 브라우저로 열기' })).toHaveAttribute(
      'href',
      `kakaotalk://web/openExternal?url=${encodeURIComponent(page.url())}`,
    );
    await expect(page.getByRole('button', { name: /패스키/ })).toHaveCount(0);
  });

  test('파일은 저장되지 않으니 다른 브라우저를 권한다', async ({ page }) => {
    await signUp(page);
    const [place] = await somePlaces(page, 1);
    await addPlace(page, place!.placeId);
    await page.goto('/app/data');
    await page.getByRole('button', { name: /CSV/ }).click();
    await expect(page.getByText(/카카오톡 안에서는 파일을 저장할 수 없어요/)).toBeVisible();
    await expect(page.getByRole('button', { name: '다른 브라우저로 열기' })).toBeVisible();
  });
});

test.describe('아이폰의 인스타그램 안에서', () => {
  test.use({ userAgent: `${IPHONE} Instagram 358.0.0.29.88 (iPhone15,2; iOS 18_1; ko_KR)` });

  test('어떻게 열지 말로 알려 준다', async ({ page }) => {
    await page.goto('/signup');
    await expect(page.getByText(/인스타그램 화면의 메뉴에서 ‘외부 브라우저로 열기’/)).toBeVisible();
  });
});
