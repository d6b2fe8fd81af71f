import { expect, type Locator, type Page } from './test.ts';

/** The pauses of a double tap in milliseconds. With 0, both clicks come before the page can render. */
export const PAUSES = [0, 120, 250, 400] as const;

/** Taps twice on the same spot of the screen, whatever is there at the second tap. */
export async function tapTwice(page: Page, control: Locator, pause: number): Promise<void> {
  await expect(control).toBeVisible();
  await control.scrollIntoViewIfNeeded();
  // Otherwise these taps could belong to an earlier double tap on the same spot.
  await page.waitForTimeout(600);
  if (pause === 0)
    return control.evaluate((element: HTMLElement) => [element, element].forEach((it) => it.click()));
  const box = (await control.boundingBox())!;
  const spot = [box.x + box.width / 2, box.y + box.height / 2] as const;
  await page.mouse.click(...spot);
  await page.waitForTimeout(pause);
  await page.mouse.click(...spot);
}

/** Collects the requests of the page that change something. */
export function collectWrites(page: Page): string[] {
  const writes: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && pathname.startsWith('/api/'))
      writes.push(`${request.method()} ${pathname}`);
  });
  return writes;
}
