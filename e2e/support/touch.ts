import type { CDPSession, Page } from '@playwright/test';

type Point = { x: number; y: number };

/**
 * Sends touches as input to the browser, not as events in the document. The times of the touches are computed, so that
 * the speed of the finger does not depend on the machine.
 */
export async function touch(page: Page, start: Point) {
  const browser: CDPSession = await page.context().newCDPSession(page);
  let at = start;
  let timestamp = Date.now() / 1000;
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp });
  await send('touchStart', [at]);
  return {
    moveTo: async (target: Point, { steps = 20, everyMs = 16 } = {}) => {
      const from = at;
      for (let step = 1; step <= steps; step++) {
        at = {
          x: from.x + ((target.x - from.x) * step) / steps,
          y: from.y + ((target.y - from.y) * step) / steps,
        };
        timestamp += everyMs / 1000;
        await send('touchMove', [at]);
      }
    },
    /** Holds the finger still, so that its speed is zero when it is lifted. */
    rest: () => {
      timestamp += 0.25;
    },
    lift: async () => void (await send('touchEnd', [])),
  };
}
