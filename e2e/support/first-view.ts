import { expect, type Locator, type Page } from './test.ts';

/** Opens a page without the application's code, and then with it. Compares the positions of the texts. */
export async function expectSameFirstView({
  page,
  url,
  texts,
  application,
}: {
  page: Page;
  url: string;
  texts: readonly string[];
  /** Something that only the application shows. */
  application: Locator;
}): Promise<void> {
  const positions = async () => {
    const boxes = await Promise.all(texts.map((text) => page.getByText(text).first().boundingBox()));
    // The text of a button is in its centre, and the button may be taller than the text.
    return boxes.map((box) => (box ? [box.x, box.y + box.height / 2] : []));
  };
  const scripts = ({ pathname }: URL) => pathname.endsWith('.js');
  await page.route(scripts, (route) => route.abort());
  await page.goto(url);
  await expect(page.getByText(texts.at(-1) ?? '').first()).toBeVisible();
  await expect(application).toBeHidden();
  const before = await positions();
  await page.unroute(scripts);
  await page.reload();
  await expect(application).toBeVisible();
  for (const [index, position] of (await positions()).entries()) {
    expect(position, texts[index]).toHaveLength(2);
    for (const [axis, value] of position.entries())
      // The application rounds the heights of rows.
      expect(Math.abs(value - (before[index]?.[axis] ?? NaN)), texts[index]).toBeLessThan(1);
  }
}

/** Returns the element of the largest paint as HTML. Returns null if it was in the first view, which is removed. */
export const largestPaint = (page: Page): Promise<string | null> =>
  page.evaluate(
    () =>
      new Promise<string | null>((resolve) => {
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1) as unknown as { element: Element | null };
          resolve(last.element?.outerHTML ?? null);
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
