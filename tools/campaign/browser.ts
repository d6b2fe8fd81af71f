import { type BrowserContext, chromium } from '@playwright/test';
import { existsSync } from 'node:fs';
import type { Campaign } from './bar.ts';
import type { Person, Product } from './product.ts';

/** Opens the system's Chromium, or Playwright's if there is none, with the session of the person. */
export async function signedInBrowser({
  campaign,
  product,
  person,
}: {
  campaign: Campaign;
  product: Product;
  person: Person;
}): Promise<BrowserContext> {
  const system = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((file) => existsSync(file));
  const browser = await chromium.launch({
    ...(system && { executablePath: system }),
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  campaign.after(() => browser.close());
  const context = await browser.newContext({ locale: 'ko-KR', viewport: { width: 390, height: 844 } });
  const cookies = person.cookie.split('; ').map((line) => line.split(/=(.*)/s));
  await context.addCookies(
    cookies.map(([name = '', value = '']) => ({ name, value, url: product.origin, httpOnly: true })),
  );
  return context;
}
