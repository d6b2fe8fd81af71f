import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { cookieOfSession } from './bench-server.ts';
import { typing } from './in-page.ts';
import { sessionOf } from './generated-lists.ts';

/** Opens Playwright's Chromium, or the browser that the environment variable CHROMIUM names. */
export function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM;
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
}

/**
 * Opens a screen as a generated member and waits for its first row. `watch` can measure the page from its start.
 * @param address URL of the screen on the product's origin
 * @param watch runs in the page before any of its scripts
 * @param viewport a width of up to 600 px is a phone with touch
 * @param prepare runs before the screen is opened
 */
export async function openAsMember({
  browser,
  member,
  address,
  viewport,
  watch,
  prepare,
}: {
  browser: Browser;
  member: number;
  address: string;
  viewport: { width: number; height: number };
  watch: string;
  prepare?: (devtools: CDPSession) => Promise<void>;
}): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    viewport,
    hasTouch: viewport.width <= 600,
    locale: 'ko-KR',
    bypassCSP: true,
  });
  const cookie = cookieOfSession(sessionOf(member));
  const [name = ''] = cookie.split('=');
  const url = new URL(address).origin;
  await context.addCookies([{ name, value: cookie.slice(name.length + 1), url }]);
  const page = await context.newPage();
  await page.addInitScript(watch);
  await prepare?.(await context.newCDPSession(page));
  await page.goto(address);
  await page.locator('li[data-index]').first().waitFor({ timeout: 60_000 });
  return { context, page };
}

const TYPED = ['ㄱ', '구', '국', '국ㅅ', '국수', '국수 1', 'ㄴㄴㄴ', ''];

/** Types into a field. Returns the milliseconds from each key press until its result is painted. */
export async function typeInto({ page, label }: { page: Page; label: string }): Promise<number[]> {
  await page.getByLabel(label).click();
  const times: number[] = [];
  for (const text of TYPED) times.push(await page.evaluate<number>(typing(text)));
  // A key after which the results stay the same paints nothing.
  return times.filter((milliseconds) => milliseconds > 0);
}
