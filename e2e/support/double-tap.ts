import { expect, type Locator, type Page, type Request } from './test.ts';

/** The pauses of a double tap in milliseconds. With 0, both clicks come before the page can render. */
export const PAUSES = [0, 120, 250, 400] as const;

/**
 * Taps twice on the same spot of the screen, whatever is there at the second tap. The taps carry their times, because a
 * busy machine stretches the pause.
 */
export async function tapTwice(page: Page, control: Locator, pause: number): Promise<void> {
  await expect(control).toBeVisible();
  // Otherwise the bar at the bottom of the screen could cover the control.
  await control.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  // Otherwise these taps could belong to an earlier double tap on the same spot.
  await page.waitForTimeout(600);
  if (pause === 0)
    return control.evaluate((element: HTMLElement) => [element, element].forEach((it) => it.click()));
  // Waits until nothing covers the control, for example a toast.
  await control.click({ trial: true });
  const box = (await control.boundingBox())!;
  const browser = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const tap = async (timestamp: number) => {
    for (const type of ['mousePressed', 'mouseReleased'] as const)
      await browser.send('Input.dispatchMouseEvent', {
        type,
        ...at,
        button: 'left',
        clickCount: 1,
        timestamp,
      });
  };
  const first = Date.now() / 1000;
  await tap(first);
  await page.waitForTimeout(pause);
  // The session stays, because the end of a session would also end the page's device for passkeys.
  await tap(first + pause / 1000);
}

/** Watches the requests of the page that change something, and whose path matches. */
export function watchWrites(page: Page, path = /^\/api\//) {
  const sent: string[] = [];
  let open = 0;
  const isWrite = (request: Request) =>
    request.method() !== 'GET' && path.test(new URL(request.url()).pathname);
  page.on('request', (request) => {
    if (!isWrite(request)) return;
    open += 1;
    sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  const onEnd = (request: Request) => {
    if (isWrite(request)) open -= 1;
  };
  page.on('requestfinished', onEnd);
  page.on('requestfailed', onEnd);
  return { sent, answered: () => open === 0 };
}
