import { connect } from 'node:net';
import { expect, type Page, test } from './support/test.ts';
import { addToCounts } from './support/database.ts';
import { signUp, viewports } from './support/member.ts';

const POLICY_PAGES = ['/faq', '/terms-of-service', '/privacy-policy', '/refund-policy'];

/** Milliseconds for which the landing page shows each phrase. */
const PHRASE_MS = 2_500;

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** Waits for two frames. Then the page has handled the last scroll. */
const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

function refusals(page: Page): string[] {
  const heard: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) heard.push(message.text());
  });
  page.on('pageerror', (error) => heard.push(String(error)));
  return heard;
}

test('첫 쪽의 문구는 돌고, 멈출 수 있다', async ({ page }) => {
  const heard = refusals(page);
  // The clock stands still while the page loads. Otherwise a slow page would show the second phrase at once.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName(
    'TV에서 본 그 칼국숫집 오늘 모먹지?',
  );
  const shown = page.locator('#phrases [data-on]');
  // The script of the page marks the button before it starts the interval.
  await expect(page.locator('#pause[data-moves]')).toBeVisible();
  await page.clock.runFor(PHRASE_MS);
  await expect(shown).toHaveText('잡지에서 접어 둔 빵집');
  // Screen readers must get the heading without the later phrases.
  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName(
    'TV에서 본 그 칼국숫집 오늘 모먹지?',
  );

  const pause = page.getByRole('button', { name: '바뀌는 문구 멈추기' });
  await pause.focus();
  await page.keyboard.press('Enter');
  await expect(pause).toHaveAttribute('aria-pressed', 'true');
  const stopped = await shown.textContent();
  await page.clock.runFor(2 * PHRASE_MS);
  await expect(shown).toHaveText(String(stopped));
  await page.keyboard.press('Enter');
  await page.clock.runFor(PHRASE_MS);
  await expect(shown).not.toHaveText(String(stopped));
  await expect(page.locator('link[rel="manifest"]')).toHaveCount(1);
  expect(heard).toEqual([]);
});

test('둘러보기도 그 주소도 기능 소개로 데려간다', async ({ page }) => {
  await page.setViewportSize(viewports.phone);
  await page.goto('/');
  await page.getByRole('link', { name: '둘러보기' }).click();
  // The story checks the heading, because a section that is taller than the screen is never completely visible.
  const heading = page.locator('#six').getByRole('heading', { level: 2 });
  await expect(heading).toBeInViewport({ ratio: 1 });
  await page.goto('/faq');
  await page.goto('/#six');
  await expect(heading).toBeInViewport({ ratio: 1 });
});

test.describe('움직임을 줄인 사람', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('첫 문구와 마지막 숫자만 본다', async ({ page }) => {
    await page.clock.install();
    await page.goto('/');
    await page.clock.runFor(2 * PHRASE_MS);
    await expect(page.locator('#phrases [data-on]')).toHaveText('TV에서 본 그 칼국숫집');
    await expect(page.getByRole('button', { name: '바뀌는 문구 멈추기' })).toBeHidden();
  });
});

test('모인 맛집 수는 한 번 세어 올라가 제 수에 닿는다', async ({ page }) => {
  await addToCounts();
  await page.goto('/');
  const total = page.locator('#counts dd').last();
  // The server caches the counts for half a minute.
  await expect(async () => {
    await page.reload();
    await expect(total).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 40_000 });
  const end = String(await total.locator('.sr-only').textContent());
  expect(end).toMatch(/^[\d,]+$/);
  await total.scrollIntoViewIfNeeded();
  await expect(total.locator('[data-count]')).toHaveText(end);
});

test('휴대폰에서는 숫자가 다 보일 때까지 세지 않는다', async ({ page }) => {
  await addToCounts();
  // Records every change while the number is still below the window.
  await page.addInitScript(() => {
    const early: string[] = [];
    Object.assign(window, { early });
    document.addEventListener('DOMContentLoaded', () => {
      for (const number of document.querySelectorAll('#counts [data-count]'))
        new MutationObserver(() => {
          if (number.getBoundingClientRect().bottom > window.innerHeight + 1) early.push(number.textContent);
        }).observe(number, { childList: true, characterData: true, subtree: true });
    });
  });
  await page.setViewportSize({ width: 390, height: 844 });
  const last = page.locator('#counts [data-count]').last();
  // The server caches the counts for half a minute.
  await expect(async () => {
    await page.goto('/');
    await expect(last).toBeAttached({ timeout: 1_000 });
  }).toPass({ timeout: 40_000 });
  await page.locator('#counts').evaluate((counts) => {
    // After this scroll, only the upper edge of the section is visible.
    window.scrollTo({
      top: counts.getBoundingClientRect().top + window.scrollY - window.innerHeight + 30,
      behavior: 'instant',
    });
  });
  await twoFrames(page);
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();
  expect(await page.evaluate(() => (window as unknown as { early: string[] }).early)).toEqual([]);
});

test('가입과 로그인, 둘러보기와 값이 제자리로 이어진다', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: '둘러보기' }).click();
  await expect(page.getByRole('heading', { name: '먹고 싶은 마음이 흩어지지 않게' })).toBeInViewport();
  for (const text of ['맛집 10곳까지', '9,900원', '하루 약 30원', '평일 09:00~17:00 (주말·공휴일 휴무)'])
    await expect(page.getByText(text).first()).toBeVisible();
  await page.getByRole('link', { name: '로그인' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goBack();
  await page.getByRole('link', { name: '무료로 시작하기' }).first().click();
  await expect(page).toHaveURL(/\/signup$/);
  // The visitor returns from the app by a link.
  await page.getByRole('link', { name: '모먹지' }).first().click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.locator('#phrases')).toBeVisible();
});

test('로그인한 사람은 바로 앱으로 간다', async ({ page }) => {
  await signUp(page);
  await page.goto('/');
  await expect(page.getByRole('link', { name: '로그인' })).toHaveCount(0);
  await page.getByRole('link', { name: '앱으로 가기' }).first().click();
  await expect(page).toHaveURL(/\/app$/);
});

test.describe('스크립트가 없어도', () => {
  test.use({ javaScriptEnabled: false });

  test('다 읽히고, 고른 말이 남는다', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: '네 단계면 한 끼가 남아요' })).toBeVisible();
    await expect(page.getByText('000-00-00000 (예시)')).toBeVisible();
    await page.getByRole('link', { name: 'English' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName(
      'The noodles you saw on TV… What shall we eat today?',
    );
    await page.goto('/faq');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('banner')).toBeVisible();
  });
});

test('글 쪽의 머리는 50픽셀을 내려가면 나온다', async ({ page }) => {
  await page.setViewportSize({ ...viewports.phone, height: 400 });
  const heard = refusals(page);
  for (const address of POLICY_PAGES) {
    await page.goto(address);
    const header = page.locator('#header');
    await expect(header).toBeHidden();
    await expect(page.getByRole('contentinfo')).toContainText('통신판매업 신고번호');
    await page.mouse.wheel(0, 40);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(40);
    await twoFrames(page);
    await expect(header).toBeHidden();
    await page.mouse.wheel(0, 60);
    await expect(header).toBeInViewport();
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(header).toBeHidden();
  }
  expect(heard).toEqual([]);
});

test('짧은 휴대전화와 태블릿에서는 버튼이 그림을 가리지 않는다', async ({ page }) => {
  for (const size of [
    { width: 360, height: 640 },
    { width: 820, height: 1180 },
  ]) {
    await page.setViewportSize(size);
    await page.goto('/');
    const start = page.getByRole('link', { name: '무료로 시작하기' }).first();
    await expect(start).toBeInViewport();
    const button = await start.boundingBox();
    const art = await page.locator('.hero-art').boundingBox();
    expect(button && art && button.y + button.height <= art.y).toBe(true);
  }
});

/**
 * Number of bytes in ten TCP segments. A server sends at most ten segments before the first acknowledgement. Therefore
 * a longer page needs one more round trip.
 */
const FIRST_ROUND_TRIP_BYTES = 14_600;

/** Returns the number of bytes of the answer to a browser's request for `/`, headers included. */
async function bytesOfLandingPage(baseURL: string, language: string): Promise<number> {
  const { hostname, port, host } = new URL(baseURL);
  const socket = connect({ host: hostname, port: Number(port) });
  const headers = [`host: ${host}`, `cookie: lang=${language}`, 'accept: text/html', 'accept-encoding: br'];
  socket.write(`GET / HTTP/1.1\r\n${headers.join('\r\n')}\r\nconnection: close\r\n\r\n`);
  const answer = await socket.toArray();
  expect(String(answer[0])).toMatch(/^HTTP\/1.1 200 [^]*content-encoding: br/i);
  return Buffer.concat(answer).length;
}

for (const language of ['ko', 'en'])
  test(`첫 쪽은 첫 왕복에 다 온다 (${language})`, async ({ baseURL }) => {
    expect(await bytesOfLandingPage(baseURL ?? '', language)).toBeLessThanOrEqual(FIRST_ROUND_TRIP_BYTES);
  });
