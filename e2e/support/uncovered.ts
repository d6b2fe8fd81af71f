import type { Locator } from '@playwright/test';

/**
 * Checks nine points of an element: its middle, and points near its edges and corners. A point outside the window is
 * reported as 'edge of the window'.
 * @returns the elements that cover these points; empty if nothing covers them
 */
export const coveredBy = (locator: Locator): Promise<string[]> =>
  locator.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const inset = 10;
    const points = [left + inset, (left + right) / 2, right - inset].flatMap((x) =>
      [top + inset, (top + bottom) / 2, bottom - inset].map((y) => ({ x, y })),
    );
    const over = points.map(({ x, y }) => {
      const front = document.elementFromPoint(x, y);
      if (front && (element.contains(front) || front.contains(element))) return '';
      return front
        ? `${front.tagName.toLowerCase()}.${front.getAttribute('class') ?? ''}`
        : 'edge of the window';
    });
    return [...new Set(over)].filter(Boolean);
  });
