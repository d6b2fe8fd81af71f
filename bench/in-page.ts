/* Scripts that benchmarks run in the page. They are texts, because programs in this folder have no DOM types. */

/**
 * A script that runs in the page. It records when the first row of the list and the first pins are painted
 * (`firstRow`, `firstPins`).
 */
export const FIRST_PAINTS = `(function look() {
  const map = document.querySelector('.maplibregl-map')?.maplibre;
  if (!window.firstRow && document.querySelector('li[data-index]')) window.firstRow = performance.now();
  if (map?.getLayer('pins') && map.queryRenderedFeatures({ layers: ['pins', 'clusters'] }).length > 0)
    window.firstPins = performance.now();
  if (!window.firstRow || !window.firstPins) setTimeout(look, 10);
})()`;

/** Durations in milliseconds of each frame, and of each task of at least 50 ms. */
export type Scrolled = { frames: number[]; longTasks: number[] };

/** A script that runs in the page. It scrolls by the height of one row per frame. */
export const SCROLL = `(async () => {
  const longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask' });
  let box = document.querySelector('li[data-index]').parentElement;
  while (box && !(box.scrollHeight > box.clientHeight && getComputedStyle(box).overflowY !== 'visible'))
    box = box.parentElement;
  const scroller = box ?? document.documentElement;
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const frames = [];
  let before = await nextFrame();
  for (let n = 0; n < 120; n += 1) {
    // Without this, the page would scroll smoothly, and each step would interrupt the animation of the last step.
    scroller.scrollBy({ top: 120, behavior: 'instant' });
    const now = await nextFrame();
    frames.push(now - before);
    before = now;
  }
  if (scroller.scrollTop === 0) throw new Error('The list did not scroll.');
  return { frames, longTasks };
})()`;

/** A script that records from now on the tasks of at least 50 ms. */
export const WATCH_TASKS = `(() => {
  window.longTasks = [];
  new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask' });
})()`;

/** A script that returns the duration of the longest recorded task in milliseconds. It is 0 if there is none. */
export const LONGEST_TASK = 'Math.max(0, ...window.longTasks)';

/** Milliseconds between two key presses of a person. */
const KEY_INTERVAL_MS = 200;

/**
 * A script that runs in the page. It returns the milliseconds from a change of the field until the last change of the
 * results is painted, or 0 if the results do not change. It lasts as long as a person waits between two keys. If the
 * results have not changed until then, it waits until the page is idle.
 */
export const typing = (text: string) => `(async () => {
  const input = document.activeElement;
  const start = performance.now();
  let painted = 0;
  const afterPaint = (act) => requestAnimationFrame(() => setTimeout(act));
  const changes = new MutationObserver((records) => {
    if (records.every(({ target }) => target.parentElement?.closest('.map, search'))) return;
    afterPaint(() => (painted = performance.now() - start));
  });
  changes.observe(document.getElementById('content'), { subtree: true, childList: true, characterData: true });
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, ${JSON.stringify(text)});
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  await new Promise((resolve) => setTimeout(resolve, ${KEY_INTERVAL_MS}));
  if (painted === 0) await new Promise((resolve) => requestIdleCallback(resolve));
  changes.disconnect();
  await new Promise(afterPaint);
  return painted;
})()`;

/** Returns the value at this quantile. */
export function at(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}
