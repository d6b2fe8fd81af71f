/*
 * Loads the application of a page that shows server-rendered content. The stylesheet and the scripts are in the
 * template before this script (web/build/first-views.ts). They load after the first paint. If they loaded earlier, they
 * would delay the paint on a slow connection.
 */

/** Milliseconds after which the application loads even if nothing was painted. A hidden tab is never painted. */
const PAINT_TIMEOUT_MS = 1000;

const { content } = document.getElementById('application') as HTMLTemplateElement;
const parsed = new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
const painted = new Promise((resolve) => {
  new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
  setTimeout(resolve, PAINT_TIMEOUT_MS);
});

void painted
  .then(() => {
    const style = content.querySelector('link[rel="stylesheet"]') as HTMLLinkElement;
    const styled = new Promise((resolve) => {
      style.onload = resolve;
      style.onerror = resolve;
    });
    for (const link of content.querySelectorAll('link')) document.head.appendChild(link);
    return Promise.all([parsed, styled]);
  })
  .then(() => {
    const { src } = content.querySelector('script') as HTMLScriptElement;
    document.head.appendChild(Object.assign(document.createElement('script'), { type: 'module', src }));
  });
